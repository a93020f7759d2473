import type { Step } from './navigate.ts'

type Key = { key: string; isCtrl: boolean; isShift: boolean; isAlt: boolean }
type Direction = Pick<Step, 'dx' | 'dy'>
/** A command that a key gives in a grid. */
export type Command =
  | { do: 'move'; step: Step; isExtending: boolean }
  /** To the edge of the data. */
  | ({ do: 'edge'; isExtending: boolean } & Direction)
  /** To the next cell, within the selection if there is one. */
  | ({ do: 'walk' } & Direction)
  | { do: Simple }
type Simple =
  | 'edit'
  | 'toggle'
  | 'clear'
  | 'all'
  | 'rows'
  | 'columns'
  | 'fillDown'
  | 'fillRight'
  | 'rowUp'
  | 'rowDown'
  | 'undo'
  | 'redo'
  | 'find'
  | 'cellMenu'
  | 'columnMenu'
  | 'leave'

const arrows: Record<string, Direction> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}
const withCtrl: Record<string, Simple> = {
  a: 'all',
  d: 'fillDown',
  r: 'fillRight',
  y: 'redo',
  f: 'find',
  ' ': 'columns',
}
const alone: Record<string, Simple> = {
  F2: 'edit',
  Delete: 'clear',
  Backspace: 'clear',
  ContextMenu: 'cellMenu',
  Escape: 'leave',
}

function far({ key, isCtrl, isShift }: Key): Command | null {
  const isExtending = isShift
  if (key === 'Home' || key === 'End') {
    const sign = key === 'Home' ? -1 : 1
    return { do: 'move', isExtending, step: { dx: sign, dy: isCtrl ? sign : 0, by: isCtrl ? 'table' : 'row' } }
  }
  if (key !== 'PageUp' && key !== 'PageDown') return null
  return { do: 'move', isExtending, step: { dx: 0, dy: key === 'PageUp' ? -1 : 1, by: 'page' } }
}

/** The command of a key while no cell is being edited; null leaves the key to the browser and to typing. */
export function commandOf(pressed: Key, isEditable: boolean): Command | null {
  const { key, isCtrl, isShift, isAlt } = pressed
  const arrow = arrows[key]
  if (isAlt && isShift && arrow?.dy) return { do: arrow.dy < 0 ? 'rowUp' : 'rowDown' }
  if (isAlt) return key === 'ArrowDown' ? { do: 'columnMenu' } : null
  if (arrow && isCtrl) return { do: 'edge', isExtending: isShift, ...arrow }
  if (arrow) return { do: 'move', isExtending: isShift, step: { ...arrow, by: 'one' } }
  const jump = far(pressed)
  if (jump) return jump
  const letter = key.length === 1 ? key.toLowerCase() : key
  if (isCtrl && letter === 'z') return { do: isShift ? 'redo' : 'undo' }
  if (isCtrl) return withCtrl[letter] ? { do: withCtrl[letter] } : null
  // Tab leaves a table that only shows, as it leaves any list.
  if (key === 'Tab') return isEditable ? { do: 'walk', dx: isShift ? -1 : 1, dy: 0 } : null
  if (key === 'Enter' && isShift) return { do: 'walk', dx: 0, dy: -1 }
  if (key === 'Enter') return isEditable ? { do: 'edit' } : { do: 'walk', dx: 0, dy: 1 }
  if (key === ' ') return { do: isShift ? 'rows' : 'toggle' }
  if (key === 'F10' && isShift) return { do: 'cellMenu' }
  return alone[key] ? { do: alone[key] } : null
}

/** The move that ends an edit, null to stay in the cell; undefined if the key belongs to the edit. */
export function endOf({ key, isShift, isAlt }: Key, isTyped: boolean): Direction | null | undefined {
  if (key === 'Enter' && !isAlt) return { dx: 0, dy: isShift ? -1 : 1 }
  if (key === 'Tab') return { dx: isShift ? -1 : 1, dy: 0 }
  if (key === 'Escape') return null
  // Arrows leave a cell whose text was typed over; in an opened cell they move the caret.
  return isTyped && !isShift ? arrows[key] : undefined
}
