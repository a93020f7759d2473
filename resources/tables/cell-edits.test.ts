import { describe, expect, test } from 'vitest'
import { type Cell, Column } from '#contract/tables/columns.ts'
import { changeOf, forced, type ReadCell, readEdits, withoutConflicts } from './cell-edits.ts'
import type { GridRow } from './grid-row.ts'
import { readValue } from './read-value.ts'

const number = Column.parse({ id: 7, name: '水温', type: 'number' })
const text = Column.parse({ id: 9, name: '备注', type: 'text' })
const computed = Column.parse({ id: 11, name: '密度', type: 'number', formula: 'a' })
const row = (id: number, temperature: Cell, note: Cell): GridRow => ({
  id,
  cells: new Map([
    [7, temperature],
    [9, note],
  ]),
  errors: {},
})
const readPlain: ReadCell = (column, one) => readValue(column, one, () => undefined)
const rows = [row(41, '17.1', null), row(42, '16.8', 'wind')]
const read = (edits: Parameters<typeof readEdits>[0]) =>
  readEdits(edits, [number, text, computed], (place) => rows[place], readPlain)

describe('typed and pasted texts', () => {
  test('that mean nothing in their column are told, the others are kept', () => {
    const { written, refused } = read([
      { column: 0, row: 0, text: 'n/a' },
      { column: 1, row: 0, text: 'n/a' },
    ])
    expect(refused).toEqual([{ place: 0, column: number.name, text: 'n/a' }])
    expect(written.map(({ column, value }) => [column.name, value])).toEqual([['备注', 'n/a']])
  })
  test('that a rule of their column refuses are told, but not those that are there already', () => {
    const strict = Column.parse({ id: 7, name: '水温', type: 'number', rules: { greatest: '17', isStrict: true } })
    const edits = [
      { column: 0, row: 0, text: '17.1' },
      { column: 0, row: 1, text: '17.2' },
    ]
    const { written, refused } = readEdits(edits, [strict], (place) => rows[place], readPlain)
    expect(refused).toEqual([{ place: 1, column: '水温', text: '17.2' }])
    expect(written).toHaveLength(1)
    const marking = Column.parse({ ...strict, rules: { greatest: '17' } })
    expect(readEdits(edits, [marking], (place) => rows[place], readPlain).refused).toEqual([])
  })
  test('the heading of a group takes none, and is emptied without a word', () => {
    const heading = { ...row(0, null, null), heading: 0 }
    const pasted = (texts: string[]) =>
      readEdits(
        texts.map((one, at) => ({ column: 1, row: at, text: one })),
        [number, text, computed],
        (place) => [heading, ...rows][place],
        readPlain,
      )
    expect(pasted(['a', 'b'])).toMatchObject({ refused: [{ column: text.name, text: 'a' }], written: [{ value: 'b' }] })
    expect(pasted(['', 'b']).refused).toEqual([])
  })
  test('a computed column takes none', () => {
    expect(read([{ column: 2, row: 0, text: '1' }]).refused).toHaveLength(1)
  })
})

describe('the change that writes cells', () => {
  test('is none if nothing becomes another', () => {
    expect(changeOf(read([{ column: 0, row: 0, text: '17.1' }]).written)).toBeNull()
  })
  test('says of a cell written by hand what stood there when the writing began', () => {
    const begun = row(41, '16', null)
    const { written } = read([{ column: 0, row: 0, text: '18', begun }])
    expect(changeOf(written)?.rows).toEqual([{ id: 41, values: ['18'], before: ['16'] }])
  })
  test('says what was seen, and keeps what a row has in the other columns', () => {
    const { written } = read([
      { column: 0, row: 0, text: '17.2' },
      { column: 1, row: 1, text: 'calm' },
    ])
    expect(changeOf(written)).toEqual({
      kind: 'cells',
      columns: [7, 9],
      rows: [
        { id: 41, values: ['17.2', null], before: ['17.1', null] },
        { id: 42, values: ['16.8', 'calm'], before: ['16.8', 'wind'] },
      ],
    })
  })
  test('that is forced says nothing of what was seen', () => {
    const { written } = read([{ column: 0, row: 0, text: '17.2' }])
    const change = changeOf(written)
    expect(change && forced(change).rows).toEqual([{ id: 41, values: ['17.2'] }])
  })
  test('without the conflicts leaves what others wrote', () => {
    const change = changeOf(
      read([
        { column: 0, row: 0, text: '17.2' },
        { column: 0, row: 1, text: '16.9' },
      ]).written,
    )
    const conflict = { row: 41, column: 7, wanted: '17.2', present: '18.0' }
    expect(change && withoutConflicts(change, [conflict])?.rows).toEqual([
      { id: 42, values: ['16.9'], before: ['16.8'] },
    ])
  })
})
