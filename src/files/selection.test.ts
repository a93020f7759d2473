import { describe, expect, test } from 'vitest'
import { countOf, everything, focused, following, isSelected, NOTHING, only, ranged, toggled } from './selection.ts'

const hashes = ['a', 'b', 'c', 'd', 'e']
const hashAt = (place: number) => hashes[place]
const selected = (selection: Parameters<typeof isSelected>[0]) =>
  hashes.filter((hash) => isSelected(selection, hash)).join('')

describe('selection', () => {
  test('a click selects one and forgets the others', () => {
    expect(selected(only('c', 2))).toBe('c')
  })

  test('Ctrl adds and takes away', () => {
    const two = toggled(only('a', 0), 'c', 2)
    expect(selected(two)).toBe('ac')
    expect(selected(toggled(two, 'a', 0))).toBe('c')
  })

  test('Shift selects from where the range began, both ways, again and again', () => {
    const start = only('c', 2)
    const down = ranged(start, 4, hashAt)
    expect(selected(down)).toBe('cde')
    expect(selected(ranged(down, 0, hashAt))).toBe('abc')
  })

  test('a range leaves out rows that are not loaded', () => {
    expect(selected(ranged(only('a', 0), 9, hashAt))).toBe('abcde')
  })

  test('everything is one step, whatever the number, and exceptions are taken from it', () => {
    const all = everything(NOTHING)
    expect(countOf(all, 100_000)).toBe(100_000)
    const but = toggled(all, 'b', 1)
    expect(selected(but)).toBe('acde')
    expect(countOf(but, 100_000)).toBe(99_999)
  })

  test('the keyboard moves without selecting', () => {
    const moved = focused(only('a', 0), 3)
    expect([selected(moved), moved.focus, moved.anchor]).toEqual(['a', 3, 0])
  })
})

describe('the keyboard, when the list changes', () => {
  const rows = (...hashes: string[]) => hashes.map((hash) => ({ hash }))
  const at = (hash: string, place: number, before: string[], after: string[], total = after.length) =>
    following(only(hash, place), rows(...before), { rows: rows(...after), total })

  test('follows its item to another place', () => {
    expect(at('a', 0, ['a', 'b'], ['b', 'a'])).toMatchObject({ focus: 1, anchor: 1 })
  })
  test('stays at the place of an item that went, or at the last one', () => {
    expect(at('a', 0, ['a', 'b'], ['b'])).toMatchObject({ focus: 0 })
    expect(at('b', 1, ['a', 'b'], ['a'])).toMatchObject({ focus: 0 })
    expect(at('a', 0, ['a'], [])).toMatchObject({ focus: -1 })
  })
  test('stays where nothing changed before it', () => {
    const selection = only('a', 0)
    expect(following(selection, rows('a'), { rows: rows('a', 'b'), total: 2 })).toBe(selection)
    expect(following(NOTHING, rows('a'), { rows: rows('b'), total: 1 })).toBe(NOTHING)
  })
})
