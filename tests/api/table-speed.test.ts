import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { INDEXED_ROWS } from '#server/modules/tables/indexing.ts'
import { ANCHOR_ROWS, FAR_DOWN } from '#server/modules/tables/positions.ts'
import { heldUpIn } from '../support/locks.ts'
import { buildWorld } from '../support/world.ts'

const { session, tables } = contract

/** A table of numbered rows, put there by the database. */
async function buildBig(rows: number) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const table = await owner.data(tables.create, {
    spaceId,
    name: 'Big',
    columns: [
      { name: 'Number', type: 'number' },
      { name: 'Name', type: 'text' },
    ],
  })
  const physical = sql.raw(`tables.t_${table.id.replaceAll('-', '')}`)
  await sql`insert into ${physical} (ord, c1, c2) select n, n, 'S' || n % 7 from generate_series(1, ${rows}::int) n`.execute(
    world.db,
  )
  await sql`update data_table set row_count = ${rows}`.execute(world.db)
  const one = { spaceId, id: table.id }
  const [number = 0, name = 0] = table.columnList.map(({ id }) => id)
  const read = (query: object) => owner.data(tables.rows, { ...one, count: 1, ...query })
  const indexes = async () => {
    const { rows: found } = await sql<{ indexdef: string }>`
      select indexdef from pg_indexes where schemaname = 'tables' and indexname like 'x\\_%' order by 1`.execute(
      world.db,
    )
    return found.map(({ indexdef }) => /\((.*)\)$/.exec(indexdef)?.[1])
  }
  return { world, owner, one, physical, number, name, read, indexes, indexing: world.services.tables.indexing }
}

describe('a row far down', () => {
  test('is found whether positions are known or not, and after rows came before it', async () => {
    const { owner, one, number, read } = await buildBig(FAR_DOWN + 2 * ANCHOR_ROWS)
    const at = FAR_DOWN + ANCHOR_ROWS + 7
    const there = async () => (await read({ first: at })).rows[0]?.cells[0]
    // The first time positions are read in the background; from then on one of them is used, now or a little later.
    for (let times = 0; times < 5; times += 1) expect(await there()).toBe(String(at + 1))
    await owner.data(tables.change, {
      ...one,
      change: { kind: 'addRows', columns: [number], rows: [['-1']], behind: null },
    })
    for (let times = 0; times < 5; times += 1) expect(await there()).toBe(String(at))
  })
})

test('a table that a change made more than twice as large has other plans at once', async () => {
  const { world, owner, one, number, read } = await buildBig(3)
  for (let times = 0; times < 8; times += 1) await read({})
  const rows = Array.from({ length: 5000 }, (_, at) => [String(at + 4)])
  await owner.data(tables.change, { ...one, change: { kind: 'addRows', columns: [number], rows } })
  const { rows: known } = await sql<{ rows: number }>`
    select reltuples::int as rows from pg_class where relname = ${`t_${one.id.replaceAll('-', '')}`}`.execute(world.db)
  expect(known).toEqual([{ rows: 5003 }])
  expect((await read({ first: 5002 })).rows[0]?.cells[0]).toBe('5003')
})

test('a page shows the table as it is, whatever it was when it was read last', async () => {
  const { owner, one, number, name, read } = await buildBig(3)
  const change = (wish: InputOf<typeof tables.change>['change']) => owner.data(tables.change, { ...one, change: wish })
  const page = async (query: object = {}) => {
    const { columns, rows } = await read({ count: 2, ...query })
    return { columns, cells: rows.map(({ cells }) => cells) }
  }
  for (let times = 0; times < 2; times += 1)
    expect(await page()).toEqual({
      columns: [number, name],
      cells: [
        ['1', 'S1'],
        ['2', 'S2'],
      ],
    })
  await change({ kind: 'setType', column: name, type: 'boolean', isLossy: true })
  expect((await page()).cells).toEqual([
    ['1', null],
    ['2', null],
  ])
  await change({ kind: 'addColumn', column: { name: 'Twice', type: 'number', formula: '[Number] * 2' } })
  expect((await page()).cells).toEqual([
    ['1', null, '2'],
    ['2', null, '4'],
  ])
  const { columnList } = await owner.data(tables.show, one)
  const twice = columnList[2]?.id ?? 0
  for (const formula of ['[Number] * 3', '[Number] * 4', '[Number] * 5']) {
    await page({ columns: [twice] })
    await change({ kind: 'setFormula', column: twice, formula })
  }
  expect((await page({ columns: [twice] })).cells).toEqual([['5'], ['10']])
  await change({ kind: 'removeColumns', columns: [name] })
  expect(await page()).toEqual({
    columns: [number, twice],
    cells: [
      ['1', '5'],
      ['2', '10'],
    ],
  })
  expect(await owner.call(tables.rows, { ...one, columns: [name] })).toMatchObject({ code: -2, status: 404 })
  await owner.data(tables.remove, one)
  expect((await owner.call(tables.rows, one)).code).not.toBe(0)
})

test('small pages that somebody asks for at once are read together, each their own; those of others apart', async () => {
  const { world, owner, one, physical, number, read } = await buildBig(300)
  const senior = await world.as('senior')
  await read({})
  const pages = await world.db.transaction().execute(async (tx) => {
    // Its rows alone: whatever is left to do for tables of other tests goes on, and holds no connection.
    await sql`lock table ${physical} in access exclusive mode`.execute(tx)
    const first = read({ first: 0 })
    await expect.poll(() => heldUpIn(world)).toBe(1)
    const others = [5, 250, 299, 300, 7].map((first) => read({ first, count: 2, columns: [number] }))
    const another = senior.data(tables.rows, { ...one, first: 9, count: 1 })
    await owner.data(session.current, {})
    await expect.poll(() => heldUpIn(world)).toBe(3)
    return [first, ...others, another]
  })
  const cells = (await Promise.all(pages)).map(({ rows }) => rows.map(({ cells: [value] }) => value))
  expect(cells).toEqual([['1'], ['6', '7'], ['251', '252'], ['300'], [], ['8', '9'], ['10']])
})

describe('an index', () => {
  test('is made when people sort or filter a big table by a column, and goes when nobody does any more', async () => {
    const { world, number, name, read, indexes, indexing } = await buildBig(INDEXED_ROWS)
    await read({ sort: [{ column: name, order: 'desc' }] })
    await read({ filter: [{ match: 'all', conditions: [{ column: number, operator: 'less', values: ['9'] }] }] })
    await indexing.settled()
    expect(await indexes()).toEqual(['c1, ord, id', 'c2 COLLATE natural_order DESC NULLS LAST, ord, id'])
    expect(await indexing.sweep()).toBe(0)
    // Another server went away between dropping it and making it anew.
    await sql`do $$ declare x text; begin
      for x in select indexname from pg_indexes where schemaname = 'tables' and indexname like 'x\\_%\\_desc' loop
        execute format('drop index tables.%I', x); end loop; end $$`.execute(world.db)
    expect(await indexes()).toEqual(['c1, ord, id'])
    world.clock.advance(10 * MINUTE_MS)
    await read({ sort: [{ column: name, order: 'desc' }] })
    await indexing.settled()
    expect(await indexes()).toEqual(['c1, ord, id', 'c2 COLLATE natural_order DESC NULLS LAST, ord, id'])
    world.clock.advance(15 * DAY_MS)
    expect(await indexing.sweep()).toBe(2)
    expect(await indexes()).toEqual([])
  })

  test('is out of the way of a change of most rows, and of its undoing, and there again behind it', async () => {
    const { world, owner, one, physical, number, name, read, indexes, indexing } = await buildBig(INDEXED_ROWS)
    await read({ sort: [{ column: name, order: 'desc' }] })
    await indexing.settled()
    const made = await indexes()
    const idOf = async () => {
      const { rows } = await sql<{
        id: number
      }>`select oid::int8 as id from pg_class where relname like 'x\\_%'`.execute(world.db)
      return rows.map(({ id }) => id)
    }
    const change = (wish: InputOf<typeof tables.change>['change']) =>
      owner.data(tables.change, { ...one, change: wish })
    const first = (await read({ count: 2 })).rows
    const few = [{ match: 'all' as const, conditions: [{ column: number, operator: 'less' as const, values: ['9'] }] }]
    const before = await idOf()
    await change({ kind: 'clear', columns: [number], scope: { filter: few } })
    await indexing.settled()
    expect(await idOf()).toEqual(before)
    await owner.data(tables.undo, one)
    const refused = { kind: 'setType' as const, column: name, type: 'number' as const }
    expect(await owner.call(tables.change, { ...one, change: refused })).toMatchObject({ error: 'tableValuesLost' })
    const strict = (rules: object) => change({ kind: 'editColumn', column: number, set: { rules } })
    await strict({ isRequired: true, isStrict: true })
    const clear = { kind: 'clear' as const, columns: [number] }
    expect(await owner.call(tables.change, { ...one, change: clear })).toMatchObject({ error: 'tableRuleBroken' })
    await strict({})
    await indexing.settled()
    expect(await idOf()).toEqual(before)
    const whileRead = () =>
      world.db.transaction().execute(async (tx) => {
        await sql`select 1 from ${physical} limit 1`.execute(tx)
        return change({ kind: 'clear', columns: [number] })
      })
    for (const step of [
      whileRead,
      () => owner.data(tables.undo, one),
      () => change({ kind: 'duplicateColumn', column: number, name: 'Again' }),
    ]) {
      const known = await idOf()
      expect(await step()).toMatchObject({ touched: INDEXED_ROWS })
      await indexing.settled()
      expect(await indexes()).toEqual(made)
      expect(await idOf()).not.toEqual(known)
    }
    expect((await read({ count: 2, columns: [number, name] })).rows).toEqual(first)
    // A text that is too long for it: one try a day, whoever asks.
    await indexing.dropOfTexts(one.id)
    world.clock.advance(10 * MINUTE_MS)
    await sql`update ${sql.raw(`tables.t_${one.id.replaceAll('-', '')}`)}
      set c2 = (select string_agg(md5(n::text), '') from generate_series(1, 500) n) where id = 77`.execute(world.db)
    const tried = async () => {
      await read({ sort: [{ column: name, order: 'desc' }] })
      await indexing.settled()
      return idOf()
    }
    const once = await tried()
    expect(once).toHaveLength(1)
    world.clock.advance(10 * MINUTE_MS)
    expect(await tried()).toEqual(once)
  })

  test('is made for no small table', async () => {
    const { name, read, indexes, indexing } = await buildBig(1000)
    await read({ sort: [{ column: name, order: 'desc' }] })
    await indexing.settled()
    expect(await indexes()).toEqual([])
  })

  test('of pairs of characters is made of the columns that people search in a big table, and finds what was found without', async () => {
    const { world, owner, one, name, read, indexes, indexing } = await buildBig(INDEXED_ROWS)
    await sql`update ${sql.raw(`tables.t_${one.id.replaceAll('-', '')}`)} set c2 = 'Größe 100_%' where id = 77`.execute(
      world.db,
    )
    const searches = ['S3', 's6', '4999', '9', 'größe 1', '0_%', 'absent']
    const answers = () =>
      Promise.all(
        searches.map(async (q) => {
          const { matching, rows } = await read({ q, count: 50 })
          return { q, matching, rows }
        }),
      )
    const before = await answers()
    expect(before.map(({ matching }) => matching > 0)).toEqual([true, true, true, true, true, true, false])
    await indexing.settled()
    expect(await indexes()).toEqual(['grams((c1)::text)', 'grams(c2)'])
    expect(await answers()).toEqual(before)
    await owner.data(tables.change, {
      ...one,
      change: { kind: 'cells', columns: [name], rows: [{ id: 5, values: ['absent'] }] },
    })
    expect((await read({ q: 'absent' })).rows.map(({ id }) => id)).toEqual([5])
    world.clock.advance(15 * DAY_MS)
    expect(await indexing.sweep()).toBe(2)
    expect(await indexes()).toEqual([])
  })

  test('of pairs serves dates, times and choices as they are searched', async () => {
    const { world, owner, one, read, indexes, indexing } = await buildBig(INDEXED_ROWS)
    const physical = sql.raw(`tables.t_${one.id.replaceAll('-', '')}`)
    for (const type of ['date', 'datetime', 'choices'] as const)
      await owner.data(tables.change, { ...one, change: { kind: 'addColumn', column: { name: type, type } } })
    await sql`update ${physical} set c3 = date '2021-03-04' + (id % 90)::int,
      c4 = timestamptz '2021-03-04 05:06:07.089Z' + id * interval '1 minute', c5 = array['north', 'bay ' || id % 13]
      where id <= 500`.execute(world.db)
    const searches = ['2021-04', '06:07.089', 'h, bay 12', '04T05']
    const answers = () => Promise.all(searches.map(async (q) => (await read({ q, count: 30 })).matching))
    const before = await answers()
    expect(before.map((matching) => matching > 0)).toEqual([true, true, true, true])
    await indexing.settled()
    expect(await indexes()).toHaveLength(5)
    expect(await answers()).toEqual(before)
  })
})
