import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildTable, type Wish } from '../support/data-table.ts'

const { tables } = contract

/** Three rows, whose effects are counted, and the table as it is, as of a moment and as its history tells it. */
async function scene() {
  const table = await buildTable()
  const { world, owner, one, ids, add, read } = table
  const { rows: lines } = await add([
    ['a', '1.50'],
    ['b', '2'],
    ['c', null],
  ])
  const effects = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${sql.raw(`tables.h_${one.id.replaceAll('-', '')}`)}`.execute(world.db)
    return rows[0]?.n
  }
  const present = async () => (await read()).rows
  const asOf = async (at: number | null) => (await owner.data(tables.rows, { ...one, at: at ?? 0 })).rows
  const told = async (change: number | null) =>
    (await owner.data(tables.changedCells, { ...one, change: change ?? 0 })).cells
  return { ...table, station: ids[0] ?? 0, depth: ids[1] ?? 0, lines, effects, present, asOf, told }
}
type Scene = Awaited<ReturnType<typeof scene>>
const backwards = (cells: Awaited<ReturnType<Scene['told']>>) =>
  cells.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before }))

const changes: [title: string, change: (scene: Scene) => Wish][] = [
  [
    'cells',
    ({ station, depth, lines }) => ({
      kind: 'cells',
      columns: [station, depth],
      rows: [
        { id: lines[0] ?? 0, values: ['A', '1.50'] },
        { id: lines[2] ?? 0, values: [null, '-3'] },
      ],
    }),
  ],
  ['new rows', ({ station }) => ({ kind: 'addRows', columns: [station], rows: [['d'], [null]], behind: null })],
  ['removed rows', ({ lines }) => ({ kind: 'removeRows', rows: lines.slice(1) })],
  [
    'removed rows that a filter left',
    ({ station }) => ({
      kind: 'removeRows',
      scope: {
        filter: [{ match: 'all', conditions: [{ column: station, operator: 'is', values: ['b'] }] }],
      },
    }),
  ],
  ['all rows, removed', () => ({ kind: 'removeRows', scope: null })],
  ['moved rows', ({ lines }) => ({ kind: 'moveRows', rows: lines.slice(2), behind: null })],
]

describe('undoing and doing again, when nobody changed the rows since,', () => {
  test.each(changes)('keeps no second history of %s, and tells it all the same', async (_title, changeOf) => {
    const made = await scene()
    const { change, undo, redo, effects, present, asOf, told } = made
    const before = await present()
    const step = await change(changeOf(made))
    const [after, kept, cells] = [await present(), await effects(), await told(step.change)]
    const undone = await undo()
    expect(undone).toMatchObject({ touched: step.touched, conflictCount: 0 })
    expect(await present()).toEqual(before)
    const again = await redo()
    expect(again).toMatchObject({ touched: step.touched, conflictCount: 0 })
    expect(await present()).toEqual(after)
    expect(await effects()).toBe(kept)
    expect(await asOf(step.change)).toEqual(after)
    expect(await asOf(undone.change)).toEqual(before)
    expect(await asOf(again.change)).toEqual(after)
    expect(await told(undone.change)).toEqual(backwards(cells))
    expect(await told(again.change)).toEqual(cells)
    expect(await undo()).toMatchObject({ touched: step.touched })
    expect(await present()).toEqual(before)
  })
})

test('undoing new rows that somebody filled in a newer column keeps these rows, and the history what they wrote', async () => {
  const { world, change, undo, redo, add, present, asOf, idOf } = await scene()
  const senior = await world.as('senior')
  const { rows } = await add([['d'], ['e']])
  await change({ kind: 'addColumn', column: { name: 'Note', type: 'text' } }, senior)
  const note = await idOf('Note')
  const cells = { kind: 'cells' as const, columns: [note], rows: [{ id: rows[0] ?? 0, values: ['rare'] }] }
  const written = await change(cells, senior)
  const full = await present()
  expect(await undo()).toMatchObject({ change: null, conflictCount: 1 })
  await undo(true)
  expect(await present()).toEqual(full.filter(({ id }) => id !== rows[1]))
  expect(await asOf(written.change)).toEqual(full)
  await redo()
  expect(await present()).toEqual(full)
  expect(await asOf(written.change)).toEqual(full)
})

test('undoing a cell that somebody had put back already tells only what it changed itself', async () => {
  const { world, station, depth, lines, change, undo, told, present, asOf } = await scene()
  const senior = await world.as('senior')
  const before = await present()
  const [id = 0] = lines
  await change({ kind: 'cells', columns: [station, depth], rows: [{ id, values: ['A', '9'] }] })
  const put = await change({ kind: 'cells', columns: [station], rows: [{ id, values: ['a'] }] }, senior)
  const mixed = await present()
  const undone = await undo()
  expect(await present()).toEqual(before)
  expect(await told(undone.change)).toEqual([{ row: id, column: depth, before: '9', after: '1.50' }])
  expect(await asOf(put.change)).toEqual(mixed)
})
