import { describe, expect, test } from 'vitest'
import type { Column } from '#contract/tables/columns.ts'
import type { ReadCell } from './cell-edits.ts'
import { forced } from './cell-edits.ts'
import type { GridRow } from './grid-row.ts'
import { newNames, pasteBeside, pasteOf, typeOfTexts } from './paste-beyond.ts'
import { readValue } from './read-value.ts'

const said = { description: '', unit: '', format: {}, options: [], vocabularyId: null, rules: {}, formula: null }
const columns: Column[] = [
  { ...said, id: 1, name: 'Station', type: 'text' },
  { ...said, id: 2, name: 'Depth', type: 'number' },
]
const row = (id: number, station: string, depth: string): GridRow => ({
  id,
  errors: {},
  cells: new Map([
    [1, station],
    [2, depth],
  ]),
})
const rows = [row(7, 'a', '1'), row(8, 'b', '2')]
const read: ReadCell = (column, text) => readValue(column, text, () => undefined)
const known = {
  columns,
  rowAt: (place: number) => rows[place],
  lines: 2,
  read,
  nameOf: (place: number) => `Column ${place + 1}`,
}
const paste = (texts: string[][], at = { column: 1, row: 1 }, more: Partial<typeof known> = {}) =>
  pasteOf({ at, texts, exacts: [] }, { ...known, ...more })

describe('a block that reaches beyond the table', () => {
  test('changes the rows that are there, adds the others, and makes the columns that it needs', () => {
    const { change, refused } = paste([
      ['20', '007'],
      ['30', ''],
    ])
    expect(refused).toEqual([])
    expect(change).toMatchObject({
      columns: [2],
      newColumns: [{ name: 'Column 3', type: 'text' }],
      rows: [{ id: 8, values: ['20', '007'], before: ['2'] }],
      added: [['30', null]],
    })
  })

  test('leaves what means nothing in its column as it is, and says which and where', () => {
    const { change, refused } = paste([['deep'], ['deeper']])
    expect(refused).toEqual([
      { place: 1, column: 'Depth', text: 'deep' },
      { place: 2, column: 'Depth', text: 'deeper' },
    ])
    expect([change.rows, change.added]).toEqual([[{ id: 8, values: ['2'], before: ['2'] }], [[null]]])
  })

  test('writes into no column of a formula', () => {
    const computed = columns.map((column) => (column.id === 2 ? { ...column, formula: '1' } : column))
    const { change, refused } = paste(
      [
        ['c', '5'],
        ['d', '6'],
      ],
      { column: 0, row: 1 },
      { columns: computed },
    )
    expect([refused.map(({ text }) => text), change.columns, change.added]).toEqual([['5', '6'], [1], [['d']]])
  })

  test('counts what would stand on the heading of a group', () => {
    const heading: GridRow = { ...row(-1, '', ''), heading: 0 }
    const { change, refused } = paste(
      [['20', 'x'], ['30'], ['40', 'y']],
      { column: 1, row: 0 },
      { rowAt: (place: number) => (place === 0 ? row(7, 'a', '1') : heading) },
    )
    expect(refused).toEqual([{ place: 1, column: 'Depth', text: '30' }])
    expect([change.rows.map(({ id }) => id), change.added]).toEqual([[7], [['40', 'y']]])
  })

  test('names new columns as none is named, nor another new one', () => {
    const names = newNames([...columns, { name: 'Temperature' }, { name: 'column 5' }], (number) => `Column ${number}`)
    expect([5, 6, 7, 8, 9].map(names)).toEqual(['Column 6', 'Column 7', 'Column 8', 'Column 9', 'Column 10'])
  })

  test('is pasted again over what others wrote, or without it', () => {
    const { change } = paste([['20'], ['30']])
    expect(forced(change).rows).toEqual([{ id: 8, values: ['20'] }])
    const conflicts = [{ row: 8, column: 2, wanted: '20', present: '5' }]
    expect(pasteBeside(change, conflicts)).toMatchObject({ rows: [], added: [['30']] })
    expect(pasteBeside({ ...change, added: [] }, conflicts)).toBeNull()
  })
})

test.each([
  ['number', ['1', '-0.50', '']],
  ['date', ['2026-08-04', '']],
  ['text', ['1', '007']],
  ['text', ['2026-08-04', '2026-13-01']],
  ['text', ['', '']],
])('a new column is of type %s for %j', (type, texts) => {
  expect(typeOfTexts(texts)).toBe(type)
})
