import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TABLE_COLUMNS_EVER } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildTable } from '../support/data-table.ts'

const { tables } = contract

/** A table with two rows and an index, whose physical columns are used up: `spend` makes them, dropped again or not. */
async function scene() {
  const table = await buildTable()
  const { world, one, add } = table
  const rows = `t_${one.id.replaceAll('-', '')}`
  await add([
    ['a', '1'],
    ['b', '2'],
  ])
  await sql`create index ${sql.raw(`x_${rows.slice(2)}_1_asc`)} on ${sql.raw(`tables.${rows}`)} (c1, ord, id)`.execute(
    world.db,
  )
  const shape = async () => {
    const { rows: told } = await sql<{ ever: number; indexes: string[] }>`
      select relnatts as ever, array(select indexname::text from pg_indexes where tablename = ${rows} order by 1) as indexes
      from pg_class where relname = ${rows}`.execute(world.db)
    return told[0] ?? { ever: 0, indexes: [] }
  }
  const spend = async ({ isDropped }: { isDropped: boolean }) => {
    const { ever } = await shape()
    const names = Array.from({ length: TABLE_COLUMNS_EVER + 2 - ever }, (_, n) => `c${n + 5000}`)
    const each = (step: (name: string) => string) => sql.raw(`alter table tables.${rows} ${names.map(step).join()}`)
    await each((name) => `add column ${name} text`).execute(world.db)
    if (isDropped) await each((name) => `drop column ${name}`).execute(world.db)
  }
  return { ...table, shape, spend }
}

test('a table whose history holds all columns that PostgreSQL can is refused more, and told so', async () => {
  const { owner, one, ids, spend, change, refusal, cellsOf } = await scene()
  await change({ kind: 'addColumn', column: { name: 'Twice', type: 'number', formula: '[Depth] * 2' } })
  await spend({ isDropped: false })
  const spent = { error: 'tableColumnsSpent' }
  const before = await cellsOf()
  const [station = 0] = ids
  for (const wish of [
    { kind: 'addColumn' as const, column: { name: 'New', type: 'text' as const } },
    { kind: 'setType' as const, column: station, type: 'number' as const, isLossy: true },
    { kind: 'duplicateColumn' as const, column: station, name: 'Again' },
    { kind: 'setFormula' as const, column: 7, formula: '[Depth] * 3' },
  ])
    expect(await refusal(wish)).toMatchObject(spent)
  expect(await cellsOf()).toEqual(before)
  const copy = await owner.data(tables.copy, { ...one, toSpaceId: one.spaceId, name: 'Copy' })
  const added = { kind: 'addColumn' as const, column: { name: 'New', type: 'text' as const } }
  await owner.data(tables.change, { ...one, id: copy.id, change: added })
})

test('columns that are gone make room: rows, their numbers, indexes, formulas, history and undo stay', async () => {
  const { owner, one, ids, spend, shape, change, undo, add, cellsOf, valuesOf, idOf } = await scene()
  const [station = 0] = ids
  await change({ kind: 'addColumn', column: { name: 'Twice', type: 'number', formula: '[Depth] * 2' } })
  await change({ kind: 'removeColumns', columns: [station] })
  const { change: at, rows } = await add([[]])
  const { indexes } = await shape()
  await spend({ isDropped: true })
  const before = await cellsOf()
  await change({ kind: 'addColumn', column: { name: 'New', type: 'text' } })
  const after = await shape()
  expect(after.ever).toBeLessThan(20)
  expect(after.indexes).toEqual(indexes)
  expect((await cellsOf()).map((cells) => cells.slice(0, -1))).toEqual(before)
  const { rows: more } = await change({ kind: 'addRows', columns: [await idOf('Depth')], rows: [['4']] })
  expect(more[0]).toBe((rows[0] ?? 0) + 1)
  expect((await valuesOf(await idOf('Twice'))).at(-1)).toBe('8')
  expect((await owner.data(tables.rows, { ...one, at: at ?? 0 })).rows.map(({ cells }) => cells)).toEqual(before)
  for (let step = 0; step < 4; step += 1) await undo()
  expect(await valuesOf(station)).toEqual(['a', 'b'])
})

test('a formula is changed more often than a table can have columns', async () => {
  const { spend, shape, change, valuesOf, idOf } = await scene()
  await change({ kind: 'addColumn', column: { name: 'Twice', type: 'number', formula: '[Depth] * 2' } })
  const column = await idOf('Twice')
  await spend({ isDropped: true })
  await change({ kind: 'setFormula', column, formula: '[Depth] * 3' })
  await change({ kind: 'setFormula', column, formula: '[Depth] * 4' })
  expect(await valuesOf(column)).toEqual(['4', '8'])
  expect((await shape()).ever).toBeLessThan(20)
})
