import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TABLE_COLUMNS_MAX, TABLE_ROWS_MAX, TABLES_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildTable, type Cells, type Wish } from '../support/data-table.ts'
import type { Who, World } from '../support/world.ts'

const { journal, rights, tables } = contract
const LAKE: Cells[] = [
  ['S07', '0.0', '2026-08-04', '2026-08-04T06:30:00.000Z', true, ['Ceratium']],
  ['S07', '10.50', '2026-08-04', null, false, ['Oocystis', 'Cyclotella']],
  ['s09', '2', null, null, null, null],
]

describe('refusals', () => {
  test.each<[Who, string]>([
    ['ordinary', 'spaceNotFound'],
    ['stranger', 'notSignedIn'],
  ])('%s sees no table of a private space', async (who, error) => {
    const { world, one } = await buildTable()
    const client = await world.as(who)
    for (const answer of [
      client.call(tables.list, { spaceId: one.spaceId }),
      client.call(tables.show, one),
      client.call(tables.rows, one),
      client.call(tables.create, { spaceId: one.spaceId, name: 'Mine' }),
      client.call(tables.edit, { ...one, name: 'Mine' }),
      client.call(tables.change, { ...one, change: { kind: 'removeRows', rows: [1] } }),
      client.call(tables.undo, one),
      client.call(tables.redo, one),
    ])
      expect(await answer).toMatchObject({ error })
  })

  test('rows to be removed are named by their ids or by a question, not by both and not by nothing', async () => {
    const { owner, one, add, cellsOf } = await buildTable()
    const { rows } = await add(LAKE)
    for (const wish of [{}, { rows, scope: null }, { rows: [] }])
      expect(await owner.call(tables.change, { ...one, change: { kind: 'removeRows', ...wish } })).toMatchObject({
        error: 'invalid',
      })
    expect(await cellsOf()).toEqual(LAKE)
  })

  test('a table that is not shared is there for its maker alone', async () => {
    const { world, owner, one } = await buildTable()
    await owner.data(tables.edit, { ...one, isShared: false })
    const normal = await world.as('normal')
    expect(await normal.call(tables.show, one)).toMatchObject({ error: 'tableGone' })
    expect(await normal.call(tables.undo, one)).toMatchObject({ error: 'tableGone' })
    expect((await normal.data(tables.list, { spaceId: one.spaceId })).list).toEqual([])
    expect((await owner.data(tables.list, { spaceId: one.spaceId })).list).toMatchObject([{ name: 'Samples' }])
  })

  test('only its maker changes who sees a table', async () => {
    const { world, one } = await buildTable()
    const senior = await world.as('senior')
    expect(await senior.call(tables.edit, { ...one, isShared: false })).toMatchObject({ error: 'tableMakerOnly' })
  })

  test('two tables of a space have different names, whatever their case', async () => {
    const { owner, one } = await buildTable()
    expect(await owner.call(tables.create, { spaceId: one.spaceId, name: 'SAMPLES' })).toMatchObject({
      error: 'tableNameTaken',
    })
  })

  test('a column takes no name with a backtick, and one that has such a name keeps it', async () => {
    const { world, owner, one, ids, change, columnList } = await buildTable()
    const [station = 0] = ids
    const column = { name: 'a`b', type: 'text' as const }
    const renamed = { kind: 'editColumn' as const, column: station, set: { name: 'a`b' } }
    for (const wish of [{ kind: 'addColumn' as const, column }, renamed])
      expect(await owner.call(tables.change, { ...one, change: wish })).toMatchObject({ error: 'invalid' })
    expect(await owner.call(tables.create, { ...one, name: 'Other', columns: [column] })).toMatchObject({
      error: 'invalid',
    })
    await sql`update data_column set name = 'a\`b' where table_id = ${one.id}::uuid and id = ${station}`.execute(
      world.db,
    )
    await change({ kind: 'editColumn', column: station, set: { unit: 'm' } })
    expect((await columnList())[0]).toMatchObject({ name: 'a`b', unit: 'm' })
  })

  test.each<[string, Cells]>([
    ['a text as a number', ['S', 'deep']],
    ['a number as a number with a comma', ['S', '1,5']],
    ['a number as a text', [true, '1']],
    ['a day that is none', ['S', '1', '2026-02-30']],
    ['a time without a zone', ['S', '1', null, '2026-08-04T06:30:00']],
    ['a word as yes or no', ['S', '1', null, null, 'yes']],
    ['one choice as several', ['S', '1', null, null, null, 'Ceratium']],
  ])('a cell does not take %s, and nothing is written', async (_what, row) => {
    const { owner, one, ids, read } = await buildTable()
    const columns = ids.slice(0, row.length)
    const change = {
      kind: 'addRows' as const,
      columns,
      rows: [...LAKE.map((cells) => cells.slice(0, row.length)), row],
    }
    expect(await owner.call(tables.change, { ...one, change })).toMatchObject({ error: 'tableCellInvalid' })
    expect((await read()).total).toBe(0)
  })

  test('what is gone is named: a column, a row, a table', async () => {
    const { owner, one, ids } = await buildTable()
    const call = (change: Wish) => owner.call(tables.change, { ...one, change })
    expect(await call({ kind: 'addRows', columns: [99], rows: [['x']] })).toMatchObject({ error: 'tableColumnGone' })
    expect(await call({ kind: 'cells', columns: [ids[0] ?? 0], rows: [{ id: 99, values: ['x'] }] })).toMatchObject({
      error: 'tableRowGone',
    })
    expect(await owner.call(tables.show, { ...one, id: one.spaceId })).toMatchObject({ error: 'tableGone' })
    expect(
      await owner.call(tables.rows, {
        ...one,
        filter: [{ match: 'all', conditions: [{ column: 99, operator: 'empty' }] }],
      }),
    ).toMatchObject({ error: 'tableColumnGone' })
  })

  test('an operator that a type does not have is refused, and so is a value that does not fit', async () => {
    const { owner, one, ids } = await buildTable()
    const ask = (column: number, operator: 'contains' | 'less' | 'is', values: (string | null)[]) =>
      owner.call(tables.rows, { ...one, filter: [{ match: 'all', conditions: [{ column, operator, values }] }] })
    expect(await ask(ids[1] ?? 0, 'contains', ['1'])).toMatchObject({ error: 'tableCellInvalid' })
    expect(await ask(ids[1] ?? 0, 'less', ['deep'])).toMatchObject({ error: 'tableCellInvalid' })
    expect(await ask(ids[1] ?? 0, 'is', [null])).toMatchObject({ error: 'tableCellInvalid' })
  })

  test('a removal of what a question finds is no step if it finds nothing', async () => {
    const { ids, add, change, undo, cellsOf } = await buildTable()
    await add([['S1']])
    const filter = [
      { match: 'all' as const, conditions: [{ column: ids[0] ?? 0, operator: 'is' as const, values: ['S9'] }] },
    ]
    expect(await change({ kind: 'removeRows', scope: { filter } })).toMatchObject({ touched: 0 })
    await undo()
    expect(await cellsOf()).toEqual([])
  })

  test('nothing is undone or done again when nothing was done', async () => {
    const { owner, one } = await buildTable()
    expect(await owner.call(tables.undo, one)).toMatchObject({ error: 'tableNothingToUndo' })
    expect(await owner.call(tables.redo, one)).toMatchObject({ error: 'tableNothingToRedo' })
  })

  test('a space has so many tables, and a table so many columns and rows', async () => {
    const { world, owner, one } = await buildTable()
    const { spaceId } = one
    const columns = Array.from({ length: TABLE_COLUMNS_MAX }, (_, at) => ({ name: `C${at}`, type: 'text' as const }))
    const wide = await owner.data(tables.create, { spaceId, name: 'Wide', columns })
    const call = (id: string, change: Wish) => owner.call(tables.change, { spaceId, id, change })
    expect(await call(wide.id, { kind: 'addColumn', column: { name: 'more', type: 'text' } })).toMatchObject({
      error: 'tableColumnsTooMany',
    })
    const full = {
      kind: 'addRows' as const,
      columns: wide.columnList.map(({ id }) => id),
      rows: [columns.map(() => randomUUID())],
    }
    expect(await call(wide.id, full)).toMatchObject({ error: 'tableRowTooWide' })
    await sql`update data_table set row_count = ${TABLE_ROWS_MAX} where id = ${one.id}::uuid`.execute(world.db)
    expect(await call(one.id, { kind: 'addRows', columns: [], rows: [[]] })).toMatchObject({
      error: 'tableRowsTooMany',
    })
    await sql`
      insert into data_table (id, space_id, name, description, is_shared, maker_id, created_at)
      select gen_random_uuid(), ${spaceId}::uuid, 'T' || n, '', true, ${world.idOf('owner')}::uuid, now()
      from generate_series(3, ${TABLES_MAX}::int) n`.execute(world.db)
    expect(await owner.call(tables.create, { spaceId, name: 'One more' })).toMatchObject({ error: 'tablesTooMany' })
  })

  test('a column that is named as another one is refused', async () => {
    const { owner, one } = await buildTable()
    const change = { kind: 'addColumn' as const, column: { name: 'DEPTH', type: 'text' as const } }
    expect(await owner.call(tables.change, { ...one, change })).toMatchObject({ error: 'tableColumnNameTaken' })
  })
})

describe('rows', () => {
  test('are kept exactly as they came, in their order', async () => {
    const { add, cellsOf } = await buildTable()
    await add(LAKE)
    expect(await cellsOf()).toEqual(LAKE)
  })

  test('hold texts that look like commands, other scripts and line breaks as they are', async () => {
    const { add, cellsOf } = await buildTable()
    const texts = ["'; drop table tables; --", '=cmd|', '湖水😀', 'a\nb\tc', '', '$1 {0} \\ "']
    await add(texts.map((text) => [text]))
    expect((await cellsOf()).map(([text]) => text)).toEqual(texts)
  })

  test('come between two others, and first', async () => {
    const { ids, change, add, cellsOf } = await buildTable()
    const { rows } = await add([['a'], ['d']])
    await change({ kind: 'addRows', columns: ids.slice(0, 1), rows: [['b'], ['c']], behind: rows[0] ?? 0 })
    await change({ kind: 'addRows', columns: ids.slice(0, 1), rows: [['0']], behind: null })
    expect((await cellsOf()).map(([text]) => text)).toEqual(['0', 'a', 'b', 'c', 'd'])
  })

  test('find room between two others as often as anybody wants', async () => {
    const { ids, change, add, cellsOf } = await buildTable()
    const { rows } = await add([['first'], ['last']])
    for (let at = 0; at < 25; at += 1)
      await change({ kind: 'addRows', columns: ids.slice(0, 1), rows: [[String(at)]], behind: rows[0] ?? 0 })
    const middle = Array.from({ length: 25 }, (_, at) => String(24 - at))
    expect((await cellsOf()).map(([text]) => text)).toEqual(['first', ...middle, 'last'])
  })

  test('are read from any position, some columns of them, and counted', async () => {
    const { ids, add, read } = await buildTable()
    await add(Array.from({ length: 30 }, (_, at) => [`S${at}`, String(at)]))
    const page = await read({ first: 27, count: 2, columns: [ids[1], ids[0]] })
    expect(page).toMatchObject({ columns: [ids[1], ids[0]], matching: 30, total: 30 })
    expect(page.rows.map(({ cells }) => cells)).toEqual([
      ['27', 'S27'],
      ['28', 'S28'],
    ])
  })

  test('are sorted by several columns, empty cells last, numbers within texts by their value', async () => {
    const { ids, add, cellsOf } = await buildTable()
    await add([
      ['S10', '1'],
      ['S9', '2'],
      [null, '3'],
      ['S10', null],
      ['S10', '0.5'],
    ])
    const [station = 0, depth = 0] = ids
    expect(
      await cellsOf({
        sort: [
          { column: station, order: 'asc' },
          { column: depth, order: 'desc' },
        ],
        columns: [station, depth],
      }),
    ).toEqual([
      ['S9', '2'],
      ['S10', '1'],
      ['S10', '0.5'],
      ['S10', null],
      [null, '3'],
    ])
  })
})

describe('a filter', () => {
  const cases: [number, string, (string | boolean | null)[], number[]][] = [
    [0, 'is', ['s07'], [0, 1]],
    [0, 'isNot', ['S07'], [2]],
    [0, 'contains', ['0'], [0, 1, 2]],
    [0, 'contains', ['%'], []],
    [0, 'startsWith', ['S0'], [0, 1, 2]],
    [0, 'endsWith', ['9'], [2]],
    [0, 'notContains', ['s07'], [2]],
    [0, 'oneOf', ['S09', 'S10'], [2]],
    [1, 'is', ['10.5'], [1]],
    [1, 'greater', ['0'], [1, 2]],
    [1, 'between', ['0', '2'], [0, 2]],
    [1, 'notBetween', ['0', '2'], [1]],
    [1, 'greaterOrEqual', ['2'], [1, 2]],
    [1, 'lessOrEqual', ['2'], [0, 2]],
    [2, 'empty', [], [2]],
    [2, 'notEmpty', [], [0, 1]],
    [2, 'oneOf', [null, '2026-08-01'], [2]],
    [2, 'noneOf', ['2026-08-01', null], [0, 1]],
    [2, 'noneOf', [null], [0, 1]],
    [2, 'isNot', ['2026-08-04'], [2]],
    [3, 'less', ['2026-08-04T08:31:00+02:00'], [0]],
    [4, 'is', [false], [1]],
    [5, 'contains', ['Oocystis'], [1]],
    [5, 'noneOf', ['Oocystis', 'Ceratium'], [2]],
    [5, 'oneOf', ['Oocystis', null], [1, 2]],
  ]
  test.each(cases)('of column %i: %s %j', async (at, operator, values, expected) => {
    const { ids, add, read } = await buildTable()
    await add(LAKE)
    const { rows, matching } = await read({
      filter: [{ match: 'all', conditions: [{ column: ids[at], operator, values }] }],
    })
    expect(rows.map(({ cells }) => LAKE.findIndex((row) => row[1] === cells[1]))).toEqual(expected)
    expect(matching).toBe(expected.length)
  })

  test('compares moments with days, each of which is all of its moments in its zone', async () => {
    const { owner, one, ids, add, read } = await buildTable()
    await add(LAKE)
    const day = '2026-08-04'
    const cases: [string, string[], number][] = [
      ['is', [day], 1],
      ['is', [`${day}-10:00`], 0],
      ['is', ['2026-08-03-10:00'], 1],
      ['isNot', [day], 2],
      ['less', [day], 0],
      ['lessOrEqual', [day], 1],
      ['greater', [day], 0],
      ['greater', ['2026-08-03'], 1],
      ['greaterOrEqual', [day], 1],
      ['between', ['2026-08-01', day], 1],
      ['between', [day, `${day}T06:00:00Z`], 0],
      ['between', [`${day}T06:30:00Z`, '9999-12-31'], 1],
      ['notBetween', ['2026-08-01', day], 2],
      ['oneOf', ['2026-08-01', day], 1],
      ['noneOf', ['2026-08-01', day], 2],
    ]
    const filterOf = (operator: string, values: string[]) => [
      { match: 'all' as const, conditions: [{ column: ids[3] ?? 0, operator: operator as 'is', values }] },
    ]
    const found = cases.map(async ([operator, values]) => {
      const { matching } = await read({ filter: filterOf(operator, values) })
      return [operator, values, matching]
    })
    expect(await Promise.all(found)).toEqual(cases)
    for (const wrong of ['2026-02-30', `${day}+15:00`])
      expect(await owner.call(tables.rows, { ...one, filter: filterOf('is', [wrong]) })).toMatchObject({
        error: 'tableCellInvalid',
      })
  })

  test('joins conditions by all or any within a group, and groups by all; a search looks into every column', async () => {
    const { ids, add, read } = await buildTable()
    await add(LAKE)
    const [station, depth] = ids
    const filter = [
      {
        match: 'any',
        conditions: [
          { column: station, operator: 'is', values: ['S09'] },
          { column: depth, operator: 'is', values: ['0'] },
        ],
      },
      { match: 'all', conditions: [{ column: depth, operator: 'less', values: ['1'] }] },
    ]
    expect((await read({ filter })).matching).toBe(1)
    expect((await read({ q: 'cyclo' })).matching).toBe(1)
    expect((await read({ q: '2026-08' })).matching).toBe(2)
  })
})

describe('two people', () => {
  test('who change one cell: the second sees both values, and nothing is lost', async () => {
    const { world, ids, change, add, cellsOf } = await buildTable()
    const { rows } = await add([['S07', '1']])
    const senior = await world.as('senior')
    const set = (value: string, before: string): Wish => ({
      kind: 'cells',
      columns: ids.slice(1, 2),
      rows: [{ id: rows[0] ?? 0, values: [value], before: [before] }],
    })
    await change(set('2', '1'), senior)
    expect(await change(set('3', '1'))).toMatchObject({
      change: null,
      conflictCount: 1,
      conflicts: [{ row: rows[0], column: ids[1], wanted: '3', present: '2' }],
    })
    expect((await cellsOf())[0]?.[1]).toBe('2')
    expect((await change(set('3', '2'))).change).not.toBeNull()
  })

  test('who write different rows at once both succeed', async () => {
    const { world, ids, change, add, cellsOf } = await buildTable()
    const { rows } = await add([['a'], ['b']])
    const senior = await world.as('senior')
    const set = (at: number, value: string): Wish => ({
      kind: 'cells',
      columns: ids.slice(0, 1),
      rows: [{ id: rows[at] ?? 0, values: [value] }],
    })
    await Promise.all([change(set(0, 'A')), change(set(1, 'B'), senior)])
    expect((await cellsOf()).map(([text]) => text)).toEqual(['A', 'B'])
  })
})

/** What was told before has been heard by then: news come in order. */
const heardSoFar = ({ bus }: World) =>
  bus.publish('realtime', { to: [], event: { mark: 'message', title: '', content: '' } })

describe('pages that look at a table', () => {
  const pageId = '00000000-0000-4000-8000-00000000000a'
  test('tell the others who they are and which cell they are in, and every change', async () => {
    const { world, one, ids, add } = await buildTable()
    const told: unknown[] = []
    await heardSoFar(world)
    world.bus.on('realtime', (posting) => told.push((posting as { event: unknown }).event))
    const senior = await world.as('senior')
    const cell = { row: 1, column: ids[0] ?? 0, isTyping: true }
    await senior.data(tables.look, { ...one, pageId, cell })
    await senior.data(tables.look, { ...one, pageId, isHere: false })
    const presence = { pageId, personId: world.idOf('senior'), personName: '申大为' }
    const refresh = { mark: 'table_refresh', spaceId: one.spaceId, tableId: one.id }
    expect(told).toEqual([
      { ...refresh, presence: { ...presence, isHere: true, cell } },
      { ...refresh, presence: { ...presence, isHere: false, cell: null } },
    ])
    const { change } = await add([['a']])
    await expect.poll(() => told.at(-1)).toEqual({ ...refresh, change })
  })

  test('of who may not change the table say where they are, and not that they write', async () => {
    const { world, owner, one, ids } = await buildTable()
    await owner.data(rights.setOfSpace, { id: one.spaceId, senior: [], normal: [] })
    const told: unknown[] = []
    await heardSoFar(world)
    world.bus.on('realtime', (posting) => told.push((posting as { event: unknown }).event))
    const cell = { row: 1, column: ids[0] ?? 0, isTyping: true }
    await (await world.as('normal')).data(tables.look, { ...one, pageId, cell })
    expect(told).toMatchObject([{ presence: { cell: { ...cell, isTyping: false } } }])
  })

  test('tell nobody of a table that is not shared, and strangers tell nothing', async () => {
    const { world, owner, one } = await buildTable()
    await owner.data(tables.edit, { ...one, isShared: false })
    const told: unknown[] = []
    await heardSoFar(world)
    world.bus.on('realtime', (posting) => told.push(posting))
    await owner.data(tables.look, { ...one, pageId })
    expect(told).toEqual([])
    expect(await (await world.as('ordinary')).call(tables.look, { ...one, pageId })).toMatchObject({
      error: 'spaceNotFound',
    })
  })
})

describe('a table that its maker keeps', () => {
  test('is told of to nobody else: no page hears of it, and the journal is silent, until it is shared', async () => {
    const { world, owner, one } = await buildTable()
    type Posting = { to?: string[]; event: { mark: string; tableId?: string } }
    const told: Posting[] = []
    await heardSoFar(world)
    world.bus.on('realtime', (posting) => told.push(posting as Posting))
    const own = { spaceId: one.spaceId, name: 'Kept', isShared: false }
    const { id } = await owner.data(tables.create, own)
    const kept = { spaceId: one.spaceId, id }
    await owner.data(tables.edit, { ...kept, name: 'Kept still' })
    const add = { kind: 'addRows' as const, columns: [], rows: [[]] }
    await owner.data(tables.change, { ...kept, change: add })
    await owner.data(tables.undo, kept)
    await owner.fetch(`/api/data/space/tables/${id}/export?spaceId=${one.spaceId}&format=csv`)
    await owner.data(tables.copy, { ...kept, toSpaceId: one.spaceId, name: 'Kept copy' })
    await owner.data(tables.remove, kept)
    await owner.data(tables.putBack, kept)
    await expect.poll(() => told.filter(({ event }) => event.mark === 'table_refresh').length).toBe(8)
    expect(told.map(({ to }) => to)).toEqual(told.map(() => [world.idOf('owner')]))
    const entries = async () =>
      (await owner.data(journal.list, { id: one.spaceId, q: 'Kept' })).list.map(({ action, item }) => [
        action,
        item.name,
      ])
    expect(await entries()).toEqual([])
    await owner.data(tables.edit, { ...kept, isShared: true })
    expect(await entries()).toEqual([['tableEdited', 'Kept still']])
    await owner.data(tables.edit, { ...kept, isShared: false, name: 'Kept again' })
    expect(await entries()).toEqual([
      ['tableEdited', 'Kept still'],
      ['tableEdited', 'Kept still'],
    ])
  })
})

describe('undo and redo', () => {
  test('take back cells, rows and columns, and do them again', async () => {
    const { owner, one, ids, change, add, cellsOf } = await buildTable()
    const { rows } = await add(LAKE)
    await change({ kind: 'cells', columns: ids.slice(1, 3), rows: [{ id: rows[0] ?? 0, values: ['99', null] }] })
    await change({ kind: 'removeRows', rows: rows.slice(1) })
    await change({ kind: 'removeColumns', columns: ids.slice(1, 2) })
    await change({ kind: 'editColumn', column: ids[0] ?? 0, set: { name: 'Site' } })
    const after = await owner.data(tables.show, one)
    const left = await cellsOf()
    const toUndo = { id: after.change, kind: 'editColumn', details: { columns: 'Station' }, touched: 0 }
    expect(after).toMatchObject({ rows: 1, undo: { undo: 5, redo: 0, toUndo, toRedo: null } })
    for (let at = 0; at < 4; at += 1) await owner.data(tables.undo, one)
    expect(await cellsOf()).toEqual(LAKE)
    expect(await owner.data(tables.show, one)).toMatchObject({
      rows: 3,
      undo: { undo: 1, redo: 4, toUndo: { kind: 'addRows', touched: 3 }, toRedo: { kind: 'cells', touched: 1 } },
    })
    for (let at = 0; at < 4; at += 1) await owner.data(tables.redo, one)
    expect(await cellsOf()).toEqual(left)
    const again = await owner.data(tables.show, one)
    expect(again.columnList).toEqual(after.columnList)
    expect(again.undo).toEqual(after.undo)
  })

  test('keep the last 10 steps of each person, and a new step forgets what could be done again', async () => {
    const { owner, one, ids, change, add } = await buildTable()
    const { rows } = await add([['start']])
    for (let at = 0; at < 12; at += 1)
      await change({ kind: 'cells', columns: ids.slice(0, 1), rows: [{ id: rows[0] ?? 0, values: [String(at)] }] })
    for (let at = 0; at < 10; at += 1) await owner.data(tables.undo, one)
    expect(await owner.call(tables.undo, one)).toMatchObject({ error: 'tableNothingToUndo' })
    await owner.data(tables.redo, one)
    await change({ kind: 'cells', columns: ids.slice(0, 1), rows: [{ id: rows[0] ?? 0, values: ['new'] }] })
    expect(await owner.call(tables.redo, one)).toMatchObject({ error: 'tableNothingToRedo' })
  })

  test('a refused change is no step', async () => {
    const { owner, one, ids, add } = await buildTable()
    await add([['a']])
    const change = { kind: 'addRows' as const, columns: ids.slice(1, 2), rows: [['deep']] }
    await owner.call(tables.change, { ...one, change })
    expect(await owner.data(tables.show, one)).toMatchObject({ undo: { undo: 1, redo: 0 } })
  })

  test('say which cells somebody else changed since, and do the rest only when forced', async () => {
    const { world, owner, one, ids, change, add, cellsOf } = await buildTable()
    const { rows } = await add([['a'], ['b']])
    const write = (values: string[], who = owner) =>
      change(
        { kind: 'cells', columns: ids.slice(0, 1), rows: rows.map((id, at) => ({ id, values: [values[at] ?? null] })) },
        who,
      )
    await write(['A', 'B'])
    await change(
      { kind: 'cells', columns: ids.slice(0, 1), rows: [{ id: rows[1] ?? 0, values: ['theirs'] }] },
      await world.as('senior'),
    )
    expect(await owner.data(tables.undo, one)).toMatchObject({
      change: null,
      conflictCount: 1,
      lostCount: 0,
      conflicts: [
        {
          row: rows[1],
          column: ids[0],
          wanted: 'b',
          present: 'theirs',
          isKept: true,
          rowTitle: 'theirs',
          personName: '申大为',
        },
      ],
    })
    expect((await cellsOf()).map(([text]) => text)).toEqual(['A', 'theirs'])
    await owner.data(tables.undo, { ...one, isForced: true })
    expect((await cellsOf()).map(([text]) => text)).toEqual(['a', 'theirs'])
  })

  test('of which another is next than the one that was seen are neither undone nor redone', async () => {
    const { owner, one, ids, add, change, cellsOf } = await buildTable()
    const { rows } = await add([['a']])
    const seen = await owner.data(tables.show, one)
    await change({ kind: 'cells', columns: ids.slice(0, 1), rows: [{ id: rows[0] ?? 0, values: ['b'] }] })
    const step = seen.undo.toUndo?.id
    expect(await owner.call(tables.undo, { ...one, step })).toMatchObject({ error: 'tableStepChanged' })
    expect(await owner.call(tables.undo, { ...one, step, isForced: true })).toMatchObject({ error: 'tableStepChanged' })
    expect((await cellsOf()).map(([text]) => text)).toEqual(['b'])
    const { toUndo } = (await owner.data(tables.show, one)).undo
    await owner.data(tables.undo, { ...one, step: toUndo?.id })
    await owner.data(tables.undo, { ...one, step })
    expect(await owner.call(tables.redo, { ...one, step: toUndo?.id })).toMatchObject({ error: 'tableStepChanged' })
    await owner.data(tables.redo, { ...one, step })
    expect((await cellsOf()).map(([text]) => text)).toEqual(['a'])
  })

  test('are of each person: the steps of another one stay', async () => {
    const { world, one, add } = await buildTable()
    await add([['a']])
    expect(await (await world.as('senior')).call(tables.undo, one)).toMatchObject({ error: 'tableNothingToUndo' })
  })
})
