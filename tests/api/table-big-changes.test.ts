import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { INDEXED_ROWS } from '#server/modules/tables/indexing.ts'
import { heldUpIn } from '../support/locks.ts'
import { buildWorld, type Who } from '../support/world.ts'

const { tables } = contract
type Wish = InputOf<typeof tables.change>['change']

/** Of which most are enough for a change of a whole column. */
const ROWS = INDEXED_ROWS + 10

/** A big table of texts and numbers, put there by the database, and two people who change it. */
async function buildBig() {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const columns = [
    { name: 'Station', type: 'text' as const },
    { name: 'Depth', type: 'number' as const },
  ]
  const table = await owner.data(tables.create, { spaceId, name: 'Big', columns })
  const rows = sql.raw(`tables.t_${table.id.replaceAll('-', '')}`)
  const effects = sql.raw(`tables.h_${table.id.replaceAll('-', '')}`)
  await sql`insert into ${rows} (ord, c1, c2) select n, 's' || n, n from generate_series(1, ${ROWS}::int) n`.execute(
    world.db,
  )
  await sql`update data_table set row_count = ${ROWS}`.execute(world.db)
  await sql`select setval(pg_get_serial_sequence(${`tables.t_${table.id.replaceAll('-', '')}`}, 'id'), ${ROWS})`.execute(
    world.db,
  )
  const one = { spaceId, id: table.id }
  const [station = 0, depth = 0] = table.columnList.map(({ id }) => id)
  const change = async (wish: Wish, who: Who = 'owner') =>
    (await world.as(who)).data(tables.change, { ...one, change: wish })
  const write = (row: number, value: string | null, who: Who = 'owner') =>
    change({ kind: 'cells', columns: [station], rows: [{ id: row, values: [value] }] }, who)
  const undo = async (isForced = false, who: Who = 'owner') =>
    (await world.as(who)).data(tables.undo, { ...one, isForced })
  const redo = async (isForced = false, who: Who = 'owner') =>
    (await world.as(who)).data(tables.redo, { ...one, isForced })
  /** The stations of the first rows. */
  const first = async (query: object = {}) =>
    (await owner.data(tables.rows, { ...one, columns: [station], count: 3, ...query })).rows.map(
      ({ cells: [cell] }) => cell,
    )
  const kept = async () => {
    const { rows: found } = await sql<{ n: number }>`select count(*) as n from ${effects}`.execute(world.db)
    return found[0]?.n
  }
  return { world, owner, one, station, depth, rows, change, write, undo, redo, first, kept }
}
/** The rows whose depth, the second column, is greater. */
const below = (depth: number) => ({
  filter: [
    { match: 'all' as const, conditions: [{ column: 2, operator: 'greater' as const, values: [String(depth)] }] },
  ],
})
const upper = (column: number, scope?: ReturnType<typeof below>): Wish => ({
  kind: 'transform',
  columns: [column],
  how: { what: 'upper' },
  ...(scope && { scope }),
})
const clear = (column: number, scope?: ReturnType<typeof below>): Wish => ({
  kind: 'clear',
  columns: [column],
  ...(scope && { scope }),
})

describe('a change of the values of a whole column of a big table', () => {
  test('is refused by a strict rule, and leaves the table as it was', async () => {
    const { change, owner, one, station, first } = await buildBig()
    await change({ kind: 'editColumn', column: station, set: { rules: { pattern: '^s', isStrict: true } } })
    expect(await owner.call(tables.change, { ...one, change: upper(station) })).toMatchObject({
      error: 'tableRuleBroken',
    })
    expect(await first()).toEqual(['s1', 's2', 's3'])
    // What was made ahead for nothing is no column, and the next one takes its place, whatever its type.
    await change({ kind: 'setType', column: station, type: 'boolean', isLossy: true })
    expect(await first()).toEqual([null, null, null])
  })

  test.each([
    ['cleared', clear, [null, null, null]],
    ['transformed', upper, ['S1', 'S2', 'S3']],
    ['cleared in most rows', (column: number) => clear(column, below(2)), ['s1', 's2', null]],
    ['transformed in most rows', (column: number) => upper(column, below(2)), ['s1', 's2', 'S3']],
  ])(
    'keeps no effect of a row when it is %s, and is taken back and done again at once',
    async (_title, wish, after) => {
      const { change, station, undo, redo, first, kept, owner, one } = await buildBig()
      const { change: id, touched } = await change(wish(station))
      expect(touched).toBe(ROWS - after.filter((value, at) => value === `s${at + 1}`).length)
      expect([await first(), await kept()]).toEqual([after, 0])
      expect(await undo()).toMatchObject({ touched, conflictCount: 0 })
      expect([await first(), await kept()]).toEqual([['s1', 's2', 's3'], 0])
      expect(await redo()).toMatchObject({ touched, conflictCount: 0 })
      expect([await first(), await kept()]).toEqual([after, 0])
      expect(await first({ at: id ?? 0 })).toEqual(after)
      expect(await first({ at: 0 })).toEqual(['s1', 's2', 's3'])
      const { cells } = await owner.data(tables.changedCells, { ...one, change: id ?? 0 })
      expect(cells.find(({ row }) => row === 3)).toEqual({ row: 3, column: station, before: 's3', after: after[2] })
    },
  )

  test.each([
    ['value above', 'above', ['1', '1', '1']],
    ['values between', 'linear', ['1', '2', '3']],
  ] as const)('keeps no effect of a row when its empty cells take the %s', async (_title, what, after) => {
    const { world, owner, one, change, depth, rows, undo, redo, kept } = await buildBig()
    await sql`update ${rows} set c2 = null where id between 2 and ${ROWS - 1}`.execute(world.db)
    const depths = async () =>
      (await owner.data(tables.rows, { ...one, columns: [depth], count: 3 })).rows.map(({ cells: [cell] }) => cell)
    const { touched } = await change({ kind: 'fill', columns: [depth], how: { what } })
    expect([touched, await depths(), await kept()]).toEqual([ROWS - 2, after, 0])
    await undo()
    expect(await depths()).toEqual(['1', null, null])
    await redo()
    expect(await depths()).toEqual(after)
  })

  test('is written cell by cell when it concerns few of them', async () => {
    const { world, change, station, rows, undo, first, kept } = await buildBig()
    await sql`update ${rows} set c1 = upper(c1) where id > 2`.execute(world.db)
    expect(await change(upper(station))).toMatchObject({ touched: 2 })
    expect([await first(), await kept()]).toEqual([['S1', 'S2', 'S3'], 2])
    await undo()
    expect(await first()).toEqual(['s1', 's2', 'S3'])
  })

  test('keeps nobody waiting who reads the table while it is filled', async () => {
    const { world, change, station, first } = await buildBig()
    const { changing, read } = await world.db.transaction().execute(async (tx) => {
      // Its history can't be written: the change waits with the new values there, unseen.
      await sql`lock table table_change in exclusive mode`.execute(tx)
      const changing = change(upper(station))
      await expect.poll(() => heldUpIn(world)).toBe(1)
      return { changing, read: await first() }
    })
    expect(read).toEqual(['s1', 's2', 's3'])
    await changing
    expect(await first()).toEqual(['S1', 'S2', 'S3'])
  })

  test('is written cell by cell while somebody reads the table for longer, such as an export', async () => {
    const { world, change, station, rows, undo, first, kept } = await buildBig()
    await world.db.transaction().execute(async (tx) => {
      await sql`select 1 from ${rows} limit 1`.execute(tx)
      expect(await change(clear(station))).toMatchObject({ touched: ROWS })
    })
    expect([await first(), await kept()]).toEqual([[null, null, null], ROWS])
    expect(await undo()).toMatchObject({ touched: ROWS })
    expect(await first()).toEqual(['s1', 's2', 's3'])
  })
})

describe('taking it back', () => {
  test('asks when somebody wrote a cell since, leaves that cell as it is, and is done again', async () => {
    const { change, station, write, undo, redo, first, owner, one } = await buildBig()
    await change(clear(station))
    await write(2, 'theirs', 'senior')
    expect(await undo()).toMatchObject({
      change: null,
      conflictCount: 1,
      conflicts: [{ row: 2, column: station, wanted: 's2', present: 'theirs' }],
    })
    expect(await first()).toEqual([null, 'theirs', null])
    await undo(true)
    expect(await first()).toEqual(['s1', 'theirs', 's3'])
    const history = await owner.data(tables.history, { ...one, row: 2, column: station })
    expect(history.list.map(({ kind }) => kind)).toEqual(['undo', 'cells', 'clear'])
    await redo(true)
    expect(await first()).toEqual([null, 'theirs', null])
  })

  test('keeps what somebody wrote since into a cell that it did not change, and asks for nothing', async () => {
    const { change, station, write, undo, redo, first } = await buildBig()
    await change(upper(station, below(2)))
    await write(1, 'mine', 'senior')
    expect(await undo()).toMatchObject({ conflictCount: 0 })
    expect(await first()).toEqual(['mine', 's2', 's3'])
    await write(2, 'ours', 'senior')
    expect(await redo()).toMatchObject({ conflictCount: 0 })
    expect(await first()).toEqual(['mine', 'ours', 'S3'])
  })

  test('asks for nothing when what somebody wrote was taken back, or makes the cell what it was', async () => {
    const { change, station, write, undo, first } = await buildBig()
    await change(upper(station))
    await write(1, 'theirs', 'senior')
    await undo(false, 'senior')
    await write(2, 's2', 'senior')
    expect(await undo()).toMatchObject({ conflictCount: 0 })
    expect(await first()).toEqual(['s1', 's2', 's3'])
  })

  test('keeps rows that came since, and those that went away stay away', async () => {
    const { change, station, undo, first } = await buildBig()
    await change(clear(station))
    await change({ kind: 'addRows', columns: [station], rows: [['new']], behind: null }, 'senior')
    await change({ kind: 'removeRows', rows: [1] }, 'senior')
    expect(await undo()).toMatchObject({ conflictCount: 0 })
    expect(await first()).toEqual(['new', 's2', 's3'])
    await undo(false, 'senior')
    expect(await first()).toEqual(['new', null, 's2'])
  })

  test('of a cell that somebody changed with its whole column since asks, and forced leaves it as it is', async () => {
    const { change, station, write, undo, first } = await buildBig()
    await write(1, 'mine')
    await change(clear(station), 'senior')
    expect(await undo()).toMatchObject({
      change: null,
      conflictCount: 1,
      conflicts: [{ row: 1, column: station, wanted: 's1', present: null }],
    })
    await undo(true)
    expect(await first()).toEqual([null, null, null])
    await undo(false, 'senior')
    expect(await first()).toEqual(['mine', 's2', 's3'])
  })

  test('of a cell that the change of its whole column left as it was is seen there', async () => {
    const { change, station, write, undo, redo, first } = await buildBig()
    await write(1, 'MINE')
    await write(1, 'MY OWN')
    await change(upper(station), 'senior')
    await undo()
    expect(await first()).toEqual(['MINE', 'S2', 'S3'])
    await redo()
    expect(await first()).toEqual(['MY OWN', 'S2', 'S3'])
  })

  test('of a column that somebody gave other values as a whole since asks before the column goes', async () => {
    const { change, station, owner, one, undo } = await buildBig()
    await change({ kind: 'duplicateColumn', column: station, name: 'Copy' })
    const names = async () => (await owner.data(tables.show, one)).columnList.map(({ name }) => name)
    const copy = (await owner.data(tables.show, one)).columnList.find(({ name }) => name === 'Copy')?.id ?? 0
    await change(upper(copy), 'senior')
    expect(await undo()).toMatchObject({ change: null, conflictCount: 1 })
    expect(await names()).toEqual(['Station', 'Copy', 'Depth'])
    await undo(true)
    expect(await names()).toEqual(['Station', 'Depth'])
  })
})

test('restoring a moment before it brings the old values back, and is taken back itself', async () => {
  const { change, station, write, undo, first } = await buildBig()
  await write(1, 'mine')
  const { change: at } = await write(2, 'mine')
  await change(clear(station))
  await write(3, 'later')
  await change({ kind: 'restore', at: at ?? 0 })
  expect(await first()).toEqual(['mine', 'mine', 's3'])
  await undo()
  expect(await first()).toEqual([null, null, 'later'])
})

test('rows that more than double a table are added while an index of it is made, which waits for them', async () => {
  const { world, station, rows, change } = await buildBig()
  await sql`delete from ${rows} where id > 1`.execute(world.db)
  await sql`update data_table set row_count = 1`.execute(world.db)
  await world.db.transaction().execute(async (tx) => {
    // What makes an index has this lock until the change is over.
    await sql`lock table ${rows} in share update exclusive mode`.execute(tx)
    const added = Array.from({ length: 1500 }, (_, at) => [`n${at}`])
    expect(await change({ kind: 'addRows', columns: [station], rows: added })).toMatchObject({ touched: 1500 })
  })
})
