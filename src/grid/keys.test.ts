import { describe, expect, test } from 'vitest'
import { type Command, commandOf, endOf } from './keys.ts'

/** `Ctrl+Shift+z` as an event says it. */
const pressed = (keys: string) => {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  return {
    key: key === 'Space' ? ' ' : key,
    isCtrl: parts.includes('Ctrl'),
    isShift: parts.includes('Shift'),
    isAlt: parts.includes('Alt'),
  }
}

describe('keys while no cell is edited', () => {
  const rows: [string, Command | null][] = [
    ['ArrowDown', { do: 'move', isExtending: false, step: { dx: 0, dy: 1, by: 'one' } }],
    ['Shift+ArrowRight', { do: 'move', isExtending: true, step: { dx: 1, dy: 0, by: 'one' } }],
    ['Ctrl+ArrowUp', { do: 'edge', isExtending: false, dx: 0, dy: -1 }],
    ['Ctrl+Shift+ArrowLeft', { do: 'edge', isExtending: true, dx: -1, dy: 0 }],
    ['PageDown', { do: 'move', isExtending: false, step: { dx: 0, dy: 1, by: 'page' } }],
    ['Home', { do: 'move', isExtending: false, step: { dx: -1, dy: 0, by: 'row' } }],
    ['Ctrl+End', { do: 'move', isExtending: false, step: { dx: 1, dy: 1, by: 'table' } }],
    ['Tab', { do: 'walk', dx: 1, dy: 0 }],
    ['Shift+Tab', { do: 'walk', dx: -1, dy: 0 }],
    ['Shift+Enter', { do: 'walk', dx: 0, dy: -1 }],
    ['Enter', { do: 'edit' }],
    ['F2', { do: 'edit' }],
    ['Delete', { do: 'clear' }],
    ['Space', { do: 'toggle' }],
    ['Shift+Space', { do: 'rows' }],
    ['Ctrl+Space', { do: 'columns' }],
    ['Ctrl+a', { do: 'all' }],
    ['Ctrl+d', { do: 'fillDown' }],
    ['Ctrl+r', { do: 'fillRight' }],
    ['Ctrl+z', { do: 'undo' }],
    ['Ctrl+Shift+Z', { do: 'redo' }],
    ['Ctrl+y', { do: 'redo' }],
    ['Ctrl+f', { do: 'find' }],
    ['Shift+F10', { do: 'cellMenu' }],
    ['Alt+ArrowDown', { do: 'columnMenu' }],
    ['Escape', { do: 'leave' }],
    ['Ctrl+c', null],
    ['Ctrl+v', null],
    ['x', null],
  ]
  test.each(rows)('%s', (keys, command) => expect(commandOf(pressed(keys), true)).toEqual(command))

  test('a table that only shows is left by Tab, and Enter goes down', () => {
    expect(commandOf(pressed('Tab'), false)).toBeNull()
    expect(commandOf(pressed('Enter'), false)).toEqual({ do: 'walk', dx: 0, dy: 1 })
  })
})

describe('keys that end an edit', () => {
  test('Escape drops it', () => expect(endOf(pressed('Escape'), true)).toBeNull())
  test('Enter goes down, with Shift up; Tab goes right, with Shift left', () => {
    expect(endOf(pressed('Enter'), false)).toEqual({ dx: 0, dy: 1 })
    expect(endOf(pressed('Shift+Enter'), false)).toEqual({ dx: 0, dy: -1 })
    expect(endOf(pressed('Tab'), false)).toEqual({ dx: 1, dy: 0 })
    expect(endOf(pressed('Shift+Tab'), false)).toEqual({ dx: -1, dy: 0 })
  })
  test('Alt and Enter breaks the line', () => expect(endOf(pressed('Alt+Enter'), false)).toBeUndefined())
  test('arrows leave what was typed over a cell, and move in what was opened', () => {
    expect(endOf(pressed('ArrowRight'), true)).toEqual({ dx: 1, dy: 0 })
    expect(endOf(pressed('ArrowRight'), false)).toBeUndefined()
  })
})
