import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { TableSnapshot } from '#server/modules/tables/snapshots.ts'
import { buildTable, type Cells } from '../support/data-table.ts'
import { asking, testEngine } from '../support/query-engine.ts'

const ROWS: Cells[] = [
  ['Ein "See",\n湖', '12345678901234567890.5', '2026-11-21', '2026-11-21T08:30:15.123456Z', true, ['a', 'b; c']],
  ['', '-0.000001', '0079-08-24', '1899-12-31T23:59:59Z', false, null],
  [null, null, null, null, null, null],
]

async function tableWith(rows: Cells[]) {
  const table = await buildTable()
  await table.add(rows)
  const { snapshots } = table.world.services.tables
  const { engine } = testEngine()
  const folder = join(table.world.config.dataDir, 'snapshots')
  /** The rows of a snapshot; null: the database alone can answer. */
  const read = async (snapshot: TableSnapshot | null) =>
    snapshot &&
    (
      await engine.run({
        ...asking,
        sql: 'select * exclude (id) from t order by ord',
        sources: [{ ...snapshot.source, name: 't' }],
        rowsMax: 100,
      })
    ).rows
  return {
    ...table,
    snapshots,
    folder,
    files: () => (existsSync(join(folder, table.one.id)) ? readdirSync(join(folder, table.one.id)) : []),
    rows: (isAwaited = true) => snapshots.withTable(table.one.id, { isAwaited }, read),
  }
}

describe('a snapshot of a table', () => {
  test('has every value as it is, in the order of the rows', async () => {
    const { rows } = await tableWith(ROWS)
    expect(await rows()).toEqual([
      [
        '1',
        'Ein "See",\n湖',
        '12345678901234567890.5',
        '2026-11-21',
        '2026-11-21T08:30:15.123456Z',
        true,
        ['a', 'b; c'],
      ],
      ['2', '', '-0.000001', '0079-08-24', '1899-12-31T23:59:59.000Z', false, null],
      ['3', null, null, null, null, null, null],
    ])
  })

  test('is not there for numbers that no decimal holds', async () => {
    const { rows, change, ids, files } = await tableWith([
      ['a', '1e30'],
      ['b', '1e-30'],
    ])
    expect(await rows()).toBeNull()
    expect(files()).toEqual([])
    await change({ kind: 'clear', columns: [ids[1] ?? 0] })
    expect(await rows()).toHaveLength(2)
  })

  test('is made once for all who ask, and again after a change; the older one goes', async () => {
    const { rows, add, files } = await tableWith(ROWS)
    expect((await Promise.all([rows(), rows(), rows()])).map((one) => one?.length)).toEqual([3, 3, 3])
    const [first] = files()
    expect(files()).toHaveLength(1)
    await add([['new']])
    expect(await rows(false)).toBeNull()
    expect(await rows()).toHaveLength(4)
    expect([files().length, files()[0] === first]).toEqual([1, false])
    expect(await rows(false)).toHaveLength(4)
  })

  test('is made at once of a table that rests, however often it is asked for meanwhile', async () => {
    const { world, one, rows } = await tableWith(ROWS)
    await sql`update table_change set at = at - interval '1 hour' where table_id = ${one.id}::uuid`.execute(world.db)
    expect(await rows(false)).toBeNull()
    await expect.poll(() => rows(false)).toHaveLength(3)
  })

  test('is made of a table that was changed just now once it rests, however often it is asked for meanwhile', async () => {
    const { world, one, rows } = await tableWith(ROWS)
    await sql`update table_change set at = at - interval '4500 milliseconds'
      where table_id = ${one.id}::uuid`.execute(world.db)
    expect(await rows(false)).toBeNull()
    await expect.poll(() => rows(false)).toHaveLength(3)
  })

  test('is made of a big table once it rests after a change, though nobody asked', async () => {
    const { world, one, add, files } = await tableWith(ROWS)
    await sql`update data_table set row_count = 300000 where id = ${one.id}::uuid`.execute(world.db)
    await add([['new']])
    await expect.poll(() => files().filter((name) => name.endsWith('.parquet')).length).toBe(1)
  })

  test('is another one when a change becomes visible that has a lower number than the last', async () => {
    const { world, one, rows } = await tableWith(ROWS)
    const { db } = world
    await rows()
    expect(await rows(false)).not.toBeNull()
    await sql`
      insert into table_change (id, table_id, person_id, at, kind, details, touched) overriding system value
      select min(id) - 1000000, table_id, (array_agg(person_id))[1], now(), 'cells', '{}', 1
      from table_change where table_id = ${one.id}::uuid group by table_id`.execute(db)
    expect(await rows(false)).toBeNull()
  })

  test('goes with its table', async () => {
    const { rows, owner, one, files, folder } = await tableWith(ROWS)
    await rows()
    expect(files()).toHaveLength(1)
    await owner.data(contract.tables.remove, { ...one, isForever: false })
    await owner.data(contract.tables.remove, { ...one, isForever: true })
    expect(readdirSync(folder)).not.toContain(one.id)
    expect(await rows()).toBeNull()
  })
})
