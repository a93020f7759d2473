import { describe, expect, test } from 'vitest'
import { buildTable } from '../support/data-table.ts'

/** A table with two rows, what its maker is about to take back, and somebody else who works in it meanwhile. */
async function scene() {
  const table = await buildTable()
  const { world, ids, add, change } = table
  const [station = 0, depth = 0] = ids
  const { rows } = await add([
    ['5', '1'],
    ['b', '2'],
  ])
  const [first = 0, second = 0] = rows
  const senior = await world.as('senior')
  const write = (column: number, row: number, value: string | null, who = senior) =>
    change({ kind: 'cells', columns: [column], rows: [{ id: row, values: [value] }] }, who)
  return { ...table, station, depth, first, second, senior, write }
}

describe('undoing beside others', () => {
  test('takes away no column in which somebody wrote since without asking', async () => {
    const { change, idOf, first, write, undo, redo, columnList, valuesOf } = await scene()
    await change({ kind: 'addColumn', column: { name: 'Note', type: 'text' } })
    const note = await idOf('Note')
    await write(note, first, 'theirs')
    const conflicts = [{ row: first, column: note, wanted: null, present: 'theirs', isKept: false, rowTitle: '5' }]
    expect(await undo()).toMatchObject({ change: null, conflictCount: 1, lostCount: 1, conflicts })
    await undo(true)
    expect((await columnList()).map(({ name }) => name)).not.toContain('Note')
    await redo()
    expect(await valuesOf(note)).toEqual(['theirs', null])
  })

  test('takes away a copy of a column in which nobody wrote, or somebody who took it back', async () => {
    const { change, idOf, station, first, write, undo, senior, columnList } = await scene()
    await change({ kind: 'duplicateColumn', column: station, name: 'Copy' })
    await write(await idOf('Copy'), first, 'theirs')
    await undo(false, senior)
    expect(await undo()).toMatchObject({ conflictCount: 0 })
    expect((await columnList()).map(({ name }) => name)).not.toContain('Copy')
  })

  test('takes away no row with what somebody wrote since into a column that is newer than it', async () => {
    const { change, idOf, senior, first, write, undo, valuesOf } = await scene()
    await change({ kind: 'addColumn', column: { name: 'Note', type: 'text' } }, senior)
    const note = await idOf('Note')
    await write(note, first, 'theirs')
    expect(await undo()).toMatchObject({ change: null, conflictCount: 1 })
    await undo(true)
    expect(await valuesOf(note)).toEqual(['theirs'])
  })

  test('takes away no row with what somebody wrote since into a column of another type', async () => {
    const { change, station, senior, first, write, undo, valuesOf } = await scene()
    await change({ kind: 'setType', column: station, type: 'number', isLossy: true }, senior)
    await write(station, first, '6')
    expect(await undo()).toMatchObject({ change: null, conflictCount: 1 })
    await undo(true)
    expect(await valuesOf(station)).toEqual(['6'])
  })

  test('brings rows back with their values, though their column took another type meanwhile', async () => {
    const { change, station, senior, first, undo, redo, valuesOf } = await scene()
    await change({ kind: 'removeRows', rows: [first] })
    await change({ kind: 'setType', column: station, type: 'number', isLossy: true }, senior)
    await undo()
    expect(await valuesOf(station)).toEqual(['5', null])
    await redo()
    expect(await valuesOf(station)).toEqual([null])
  })

  test('leaves a column away that somebody removed since', async () => {
    const { change, depth, senior, undo, columnList } = await scene()
    await change({ kind: 'editColumn', column: depth, set: { name: 'Tiefe' } })
    await change({ kind: 'removeColumns', columns: [depth] }, senior)
    await undo()
    expect((await columnList()).map(({ id }) => id)).not.toContain(depth)
  })
})
