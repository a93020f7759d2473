import { expect, test } from 'vitest'
import type { GridRow } from './grid-row.ts'
import { groupKey, lengthOf, loadInGroups, placeOf, spansOf } from './grouping.ts'

const groups = [
  { value: 'S1', count: 2, aggregates: [] },
  { value: 'S2', count: 3000, aggregates: [] },
  { value: null, count: 1, aggregates: [] },
]
const row = (id: number): GridRow => ({ id, cells: new Map(), errors: {} })
/** What lines show: rows by their number, headings by that of their group. */
const shown = (rows: readonly GridRow[]) => rows.map(({ id, heading }) => (heading === undefined ? id : `#${heading}`))
const { signal } = new AbortController()

test('each group has a heading above its rows; a folded one has it alone', () => {
  expect(lengthOf(spansOf(groups, new Set()))).toBe(3006)
  const spans = spansOf(groups, new Set(['"S2"']))
  expect(lengthOf(spans)).toBe(6)
  expect([0, 1, 2, 3, 4, 5].map((line) => placeOf(spans, line))).toEqual([null, 0, 1, null, null, 3002])
  expect(lengthOf(spansOf([], new Set()))).toBe(0)
})

test('lines are loaded with their headings, and what is folded is not asked for', async () => {
  const asked: [number, number][] = []
  const load = async (first: number, count: number) => {
    asked.push([first, count])
    return Array.from({ length: count }, (_, at) => row(first + at))
  }
  expect(shown(await loadInGroups(load, spansOf(groups, new Set(['"S2"'])))(0, 500, signal))).toEqual([
    '#0',
    0,
    1,
    '#1',
    '#2',
    3002,
  ])
  expect(asked).toEqual([
    [0, 2],
    [3002, 1],
  ])
  asked.length = 0
  expect(shown(await loadInGroups(load, spansOf(groups, new Set()))(0, 6, signal))).toEqual(['#0', 0, 1, '#1', 2, 3])
  expect(asked).toEqual([[0, 4]])
})

test('lines without rows ask for one, which says how many there are', async () => {
  const asked: [number, number][] = []
  const load = async (first: number, count: number) => {
    asked.push([first, count])
    return [row(first)]
  }
  expect(shown(await loadInGroups(load, spansOf(groups, new Set(groups.map(groupKey))))(0, 500, signal))).toEqual([
    '#0',
    '#1',
    '#2',
  ])
  expect(shown(await loadInGroups(load, [])(0, 500, signal))).toEqual([])
  expect(asked).toEqual([
    [0, 1],
    [0, 1],
  ])
})
