import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { FOLDER_FILES_MAX, TABLE_ROWS_A_PAGE } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { QueryWish } from '../support/data-view.ts'
import { buildViews } from '../support/data-view.ts'
import { isFull } from '../support/full.ts'
import { processesIn } from '../support/query-engine.ts'
import { upload } from '../support/upload.ts'

const { dataViews, files, tables } = contract
const CSV = 'Station,Note,Salinity\nS1,"clear, calm",0.10\nS2,=cmd|x,34.5\nS9,,\n'

/** A query over a file that everybody of the space may read. */
async function overFile(text = CSV, name = 'notes.csv', env: Record<string, string> = {}) {
  const views = await buildViews(env)
  const { owner, spaceId } = views
  const { hash } = await upload(owner, { spaceId, name }, Buffer.from(text))
  const base = { kind: 'file' as const, hash }
  const field = (key: string, column: string) => ({
    key,
    name: column,
    from: { kind: 'column' as const, source: 0, column },
  })
  const query: QueryWish = { base, fields: [field('f1', 'Station'), field('f2', 'Note'), field('f3', 'Salinity')] }
  return { ...views, base, hash, query }
}

test('a file that is no table, or that is gone, is refused in words', async () => {
  const { owner, spaceId, hash, query, problemsOf } = await overFile('\0\u0001', 'broken.parquet')
  expect(await problemsOf(query)).toContainEqual(['sourceUnreadable', 'broken.parquet'])
  expect(await owner.call(dataViews.source, { spaceId, source: query.base })).toMatchObject({
    error: 'querySourceGone',
  })
  await owner.data(files.remove, { spaceId, hashList: [hash] })
  expect(await owner.call(dataViews.answer, { spaceId, definition: { query } })).toMatchObject({
    error: 'dataViewBroken',
  })
})

test('formulas are computed over files, filtered, grouped and read by each other', async () => {
  const { query, answer, problemsOf } = await overFile()
  const formula = (key: string, name: string, text: string) => ({
    key,
    name,
    from: { kind: 'formula' as const, formula: text },
  })
  const fields = [
    ...query.fields,
    formula('f4', 'Twice', '[Salinity] * 2'),
    formula('f5', 'Kind', 'IF([Twice] > 1, "salt", "fresh") & " " & [Station]'),
  ]
  expect(await problemsOf({ ...query, fields })).toEqual([])
  const { rows, columns, answeredBy } = await answer({ ...query, fields })
  expect([answeredBy, columns.slice(3).map(({ type }) => type)]).toEqual(['engine', ['number', 'text']])
  expect(rows.map((row) => row.slice(3))).toEqual([
    ['0.2', 'fresh S1'],
    ['69', 'salt S2'],
    [null, null],
  ])
  const grouped = {
    ...query,
    fields,
    filter: [{ match: 'all' as const, conditions: [{ field: 'f4', operator: 'notEmpty' as const }] }],
    groups: [{ field: 'f5' }],
    measures: [{ key: 'm', name: 'Sum', aggregate: 'sum' as const, field: 'f4' }],
  }
  expect((await answer(grouped)).rows).toEqual([
    ['fresh S1', '0.2'],
    ['salt S2', '69'],
  ])
})

test.runIf(existsSync('/proc/self'))('a server that is asked nothing has no process for queries', async () => {
  const { world, query, answer } = await overFile(CSV, 'notes.csv', { QUERY_IDLE_S: '1' })
  const folder = join(world.dataDir, 'queries')
  expect(processesIn(folder)).toEqual([])
  const seen = new Set<number>()
  const watching = setInterval(() => {
    for (const pid of processesIn(folder)) seen.add(pid)
  }, 20)
  onTestFinished(() => clearInterval(watching))
  expect((await answer(query)).answeredBy).toBe('engine')
  await expect.poll(() => seen.size).toBe(1)
  await expect.poll(() => processesIn(folder)).toEqual([])
  // The next question has a process again.
  expect((await answer({ ...query, limit: 1 })).rows).toHaveLength(1)
  await expect.poll(() => seen.size).toBe(2)
})

test('a summary of many rows is answered by the database until the table is copied, and then by the engine', async () => {
  const { world, casts, column, answer } = await buildViews()
  await sql`update data_table set row_count = 300000 where id = ${casts.id}::uuid`.execute(world.db)
  await sql`update table_change set at = at - interval '1 hour' where table_id = ${casts.id}::uuid`.execute(world.db)
  let limit = 1000
  /** Each time another question, so that no answer is known. */
  const ask = () => {
    const measures = [{ key: 'n', name: 'Rows', aggregate: 'count' as const, field: null }]
    return answer({ base: casts.ref, fields: [column('f1', 'Station', 0, 0)], measures, limit: (limit += 1) })
  }
  const first = await ask()
  expect(first.answeredBy).toBe('database')
  await expect.poll(async () => (await ask()).answeredBy).toBe('engine')
  expect((await ask()).rows).toEqual(first.rows)
})

test('the columns of a file have the types of all of its rows', async () => {
  const { owner, spaceId, base } = await overFile()
  const shape = await owner.data(dataViews.source, { spaceId, source: base })
  expect(shape).toMatchObject({ name: 'notes.csv', rows: 3 })
  expect(shape.columns.map(({ name, type }) => [name, type])).toEqual([
    ['Station', 'text'],
    ['Note', 'text'],
    ['Salinity', 'number'],
  ])
})

test('a view whose file renamed a column goes on with another one: its key, filter, order and readers stay', async () => {
  const { owner, spaceId, query, save, answer } = await overFile()
  const replaced = (text: string) =>
    upload(owner, { spaceId, name: 'notes.csv', conflict: 'replace' }, Buffer.from(text))
  const salty: QueryWish = {
    ...query,
    filter: [{ match: 'all', conditions: [{ field: 'f3', operator: 'greater', values: ['1'] }] }],
    sort: [{ field: 'f3', order: 'desc' }],
  }
  const { id, version, savedTypes } = await save(salty)
  expect(savedTypes).toEqual({ f1: 'text', f2: 'text', f3: 'number' })
  const over: QueryWish = {
    base: { kind: 'view', id },
    fields: [{ key: 'f1', name: 'Salinity', from: { kind: 'column', source: 0, column: 'f3' } }],
    measures: [{ key: 'm1', name: 'Sum', aggregate: 'sum', field: 'f1' }],
  }
  await replaced('Station,Note,Salinity (psu)\nS1,,0.1\nS2,,34.5\nS3,,35\n')
  expect(await owner.data(dataViews.show, { spaceId, id })).toMatchObject({
    problems: [{ reason: 'columnGone', name: 'Salinity', field: 'f3', source: 0 }],
    savedTypes,
  })
  const fields = salty.fields.map((field) =>
    field.key === 'f3' ? { ...field, from: { kind: 'column' as const, source: 0, column: 'Salinity (psu)' } } : field,
  )
  const definition = { query: { ...salty, fields } }
  expect(await owner.data(dataViews.edit, { spaceId, id, version, definition })).toMatchObject({ problems: [] })
  const { rows } = await owner.data(dataViews.rows, { spaceId, id })
  expect(rows.map(([station]) => station)).toEqual(['S3', 'S2'])
  expect((await answer(over)).rows).toEqual([['69.5']])
  // A type that the condition does not fit is told, too.
  await replaced('Station,Note,Salinity (psu)\nS1,,true\n')
  expect((await owner.data(dataViews.show, { spaceId, id })).problems).toMatchObject([
    { reason: 'typeUnfit', name: 'Salinity', field: 'f3' },
  ])
})

test('a file is read in the order of its rows, filtered and sorted', async () => {
  const { query, answer } = await overFile()
  const page = await answer(query)
  expect(page).toMatchObject({ matching: 3, answeredBy: 'engine', sources: [{ name: 'notes.csv' }] })
  expect(page.rows).toEqual([
    ['S1', 'clear, calm', '0.1'],
    ['S2', '=cmd|x', '34.5'],
    ['S9', null, null],
  ])
  const look = {
    filter: [{ match: 'all', conditions: [{ field: 'f3', operator: 'between', values: ['0.1', '40'] }] }],
    sort: [{ field: 'f3', order: 'desc' }],
  }
  expect((await answer(query, look)).rows.map(([station]) => station)).toEqual(['S2', 'S1'])
})

test('a file is joined to itself, and the fit is told', async () => {
  const { owner, spaceId, query, base, answer } = await overFile()
  const joins: QueryWish['joins'] = [
    { source: { ...base }, type: 'inner', on: [{ left: { source: 0, column: 'Station' }, right: 'Station' }] },
  ]
  const from = { kind: 'column' as const, source: 1, column: 'Note' }
  const fields = [...query.fields.slice(0, 1), { key: 'f2', name: 'Note', from }]
  const { rows } = await answer({ ...query, joins, fields })
  expect(rows).toEqual([
    ['S1', 'clear, calm'],
    ['S2', '=cmd|x'],
    ['S9', null],
  ])
  const fit = await owner.data(dataViews.join, { spaceId, query: { ...query, joins }, join: 0 })
  expect(fit).toEqual({ left: 3, right: 3, leftAlone: 0, rightAlone: 0, leftMost: 1, rightMost: 1, rows: 3 })
})

test('a file is joined to a table, and the fit is told', async () => {
  const { owner, spaceId, query, stations, answer } = await overFile()
  const joins: QueryWish['joins'] = [
    {
      source: stations.ref,
      type: 'inner',
      on: [{ left: { source: 0, column: 'Station' }, right: String(stations.ids[0]) }],
    },
  ]
  const bottom = {
    key: 'f4',
    name: 'Bottom',
    from: { kind: 'column' as const, source: 1, column: String(stations.ids[2]) },
  }
  const joined = { ...query, joins, fields: [...query.fields.slice(0, 1), bottom] }
  expect((await answer(joined)).rows).toEqual([
    ['S1', '46'],
    ['S2', '12.5'],
    ['S2', '13'],
    ['S9', '81'],
  ])
  expect(await owner.data(dataViews.join, { spaceId, query: joined, join: 0 })).toEqual({
    left: 3,
    right: 4,
    leftAlone: 0,
    rightAlone: 0,
    leftMost: 2,
    rightMost: 1,
    rows: 4,
  })
})

test('the files of a folder are one source, those of the folders in it if wished, as they are at that moment', async () => {
  const { owner, spaceId, answer, problemsOf } = await buildViews()
  const hash = await owner.data(files.create, { spaceId, path: 'casts' })
  const deep = await owner.data(files.create, { spaceId, path: 'casts/2026' })
  const put = (name: string, text: string, folder: string) =>
    upload(owner, { spaceId, name, hash: folder }, Buffer.from(text))
  const source = { kind: 'folder' as const, hash }
  const fields = ['Station', 'Depth'].map((column, at) => ({
    key: `f${at}`,
    name: column,
    from: { kind: 'column' as const, source: 0, column },
  }))
  expect(await problemsOf({ base: source, fields })).toContainEqual(['folderEmpty', 'casts'])
  await put('b10.csv', 'Station,Depth\nS3,7.25\n', hash)
  await put('b9.csv', 'Depth,Station\n5,S2\n', hash)
  await put('notes.txt', 'no rows', hash)
  await put('c.jsonl', '{"Station":"S4"}\n', deep)
  const rows = async (isNested: boolean) => (await answer({ base: { ...source, isNested }, fields })).rows
  expect(await rows(false)).toEqual([
    ['S2', '5'],
    ['S3', '7.25'],
  ])
  expect(await rows(true)).toEqual([
    ['S2', '5'],
    ['S3', '7.25'],
    ['S4', null],
  ])
  expect(await owner.data(dataViews.source, { spaceId, source: { ...source, isNested: true } })).toMatchObject({
    name: 'casts',
    rows: 3,
    differences: [{ column: 'Depth', kind: 'missing', files: 1 }],
  })
  const sql = {
    text: 'select (select count(*) from flat), (select count(*) from deep)',
    sources: [
      { name: 'flat', source },
      { name: 'deep', source: { ...source, isNested: true } },
    ],
  }
  expect((await owner.data(dataViews.answer, { spaceId, definition: { sql } })).rows).toEqual([['2', '3']])
  await owner.data(files.remove, { spaceId, hashList: [hash] })
  expect(await problemsOf({ base: source, fields })).toContainEqual(['sourceGone', ''])
})

test('a folder with too many files with rows is refused in words', async () => {
  const { world, owner, spaceId, problemsOf } = await buildViews()
  const hash = await owner.data(files.create, { spaceId, path: 'many' })
  await upload(owner, { spaceId, name: '0.csv', hash }, Buffer.from('a\n1\n'))
  await sql`insert into node select (jsonb_populate_record(n, jsonb_build_object('id', gen_random_uuid(), 'name', k || '.csv'))).*
    from node n, generate_series(1, ${FOLDER_FILES_MAX}) as k where n.name = '0.csv'`.execute(world.db)
  const fields = [{ key: 'f1', name: 'a', from: { kind: 'column' as const, source: 0, column: 'a' } }]
  expect(await problemsOf({ base: { kind: 'folder', hash }, fields })).toContainEqual(['folderTooFull', 'many'])
})

/** Whole numbers from 0 below a limit, always the same. */
function numbers(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * limit)
  }
}

type Chance = { base: QueryWish['base']; fields: QueryWish['fields']; joins: NonNullable<QueryWish['joins']> }
/** A query of chance over the casts and what is joined to them; texts are not sorted by, for both know other alphabets. */
function anyQuery(next: (limit: number) => number, { base, fields, joins }: Chance): QueryWish {
  const one = <T>(list: readonly T[]): T => list[next(list.length)] as T
  const conditions = [
    {
      field: 'f1',
      operator: one(['is', 'contains', 'startsWith', 'isNot'] as const),
      values: [one(['s1', 'S', '10'])],
    },
    { field: 'f2', operator: one(['less', 'greaterOrEqual', 'isNot'] as const), values: [one(['0', '2.50', '7.125'])] },
    { field: 'f3', operator: one(['empty', 'notEmpty'] as const) },
    { field: 'f3', operator: one(['oneOf', 'noneOf'] as const), values: one([[null], ['2.50', null]]) },
    { field: 'f4', operator: one(['greater', 'lessOrEqual'] as const), values: [one(['2026-06-03', '2026-07-01'])] },
    {
      field: 'f5',
      operator: one(['is', 'isNot', 'less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'noneOf'] as const),
      values: [one(['2026-01-04', '2026-01-04+08:00', '2026-01-04T00:30:00Z'])],
    },
    { field: 'f6', operator: 'is' as const, values: [one([true, false])] },
    ...(joins.length ? [{ field: 'f7', operator: one(['empty', 'notEmpty'] as const) }] : []),
  ]
  const numbers = joins.length ? ['f2', 'f3', 'f7'] : ['f2', 'f3']
  const filter = Array.from({ length: next(3) }, () => ({
    match: one(['all', 'any'] as const),
    conditions: Array.from({ length: 1 + next(2) }, () => one(conditions)),
  }))
  const limit = next(3) ? null : 1 + next(40)
  if (next(2)) {
    const sort = [{ field: one([...numbers, 'f4', 'f5']), order: one(['asc', 'desc'] as const) }]
    return { base, joins, fields, filter, sort, limit }
  }
  const group = one<NonNullable<QueryWish['groups']>[number]>([
    { field: 'f2', width: '2.5' },
    { field: 'f2' },
    { field: 'f4', time: one(['year', 'quarter', 'month', 'week', 'day']) },
    { field: 'f5', time: one(['month', 'day', 'hour']) },
    { field: 'f6' },
  ])
  const measures = Array.from({ length: 1 + next(3) }, (_, at) => {
    const aggregate = one([
      'count',
      'distinct',
      'sum',
      'mean',
      'median',
      'percentile',
      'deviation',
      'least',
      'greatest',
      'ratio',
      'share',
    ] as const)
    return {
      key: `m${at + 1}`,
      name: `m${at}`,
      aggregate,
      field: one(numbers),
      ...(aggregate === 'percentile' && { percent: next(101) }),
      ...(aggregate === 'ratio' && { by: one(numbers) }),
    }
  })
  return { base, joins, fields, filter, groups: next(4) ? [group] : [], measures }
}

const tableIn = ({ id }: { id: string }) => sql.raw(`tables.t_${id.replaceAll('-', '')}`)

/** The casts and stations with some hundred more rows, some of them without a value or a match. */
async function buildChance() {
  const views = await buildViews()
  const { world, owner, spaceId, casts, stations } = views
  await sql`insert into ${tableIn(casts)} (ord, c1, c2, c3, c4, c5, c6)
    select 100 + n, 'S' || n % 13, round((n * 7919 % 400)::numeric / 8, 3), case when n % 7 > 0 then round((n * 104729 % 3000)::numeric / 100 - 5, 2) end,
      date '2026-01-01' + (n * 31 % 300), timestamptz '2026-01-01T00:00:00Z' + n * interval '37 minutes', case when n % 5 > 0 then n % 2 = 0 end
    from generate_series(1, 400) as n`.execute(world.db)
  await owner.data(tables.change, {
    spaceId,
    id: casts.id,
    change: { kind: 'addRows', columns: casts.ids.slice(0, 1), rows: [['last']] },
  })
  await sql`insert into ${tableIn(stations)} (ord, c1, c2, c3)
    select 100 + n, case when n % 11 > 0 then 'S' || n % 17 end, 'N' || n,
      case when n % 6 > 0 then round((n * 7919 % 400)::numeric / 8, 3) end
    from generate_series(1, 40) as n`.execute(world.db)
  await owner.data(tables.change, {
    spaceId,
    id: stations.id,
    change: { kind: 'addRows', columns: stations.ids.slice(0, 1), rows: [['last']] },
  })
  /** Pairs of columns that may be equal: the station, the depth, or both. */
  const pairs = [
    { left: { source: 0, column: String(casts.ids[0]) }, right: String(stations.ids[0]) },
    { left: { source: 0, column: String(casts.ids[1]) }, right: String(stations.ids[2]) },
  ]
  const anyJoin = (next: (limit: number) => number) => {
    const type = (['left', 'right', 'inner'] as const)[next(3)] ?? 'left'
    return { source: stations.ref, type, on: [pairs.slice(0, 1), pairs.slice(1), pairs][next(3)] ?? pairs }
  }
  return { ...views, anyJoin }
}

const CASES = isFull ? 1000 : 30
test(`${CASES} queries of chance get equal answers from the database and from the engine`, async () => {
  const views = await buildChance()
  const { owner, spaceId, casts, column, answer } = views
  const fields = ['Station', 'Depth', 'Temperature', 'Day', 'Logged', 'Good'].map((name, at) =>
    column(`f${at + 1}`, name, 0, at),
  )
  const { hash } = await upload(owner, { spaceId, name: 'none.csv' }, Buffer.from('Code\nnowhere\n'))
  const next = numbers(20_261_123)
  for (let at = 0; at < CASES; at += 1) {
    const joined = next(3) ? [views.anyJoin(next)] : []
    const known = joined.length ? [...fields, column('f7', 'Bottom', 1, 2)] : fields
    const query = anyQuery(next, { base: casts.ref, fields: known, joins: joined })
    // A file that nothing fits leaves the rows as they are, and only the engine reads it.
    const joins: QueryWish['joins'] = [
      ...joined,
      {
        source: { kind: 'file', hash },
        type: 'left',
        on: [{ left: { source: 0, column: String(casts.ids[0]) }, right: 'Code' }],
      },
    ]
    const [inDatabase, inEngine] = await Promise.all([answer(query), answer({ ...query, joins })])
    expect([inDatabase.answeredBy, inEngine.answeredBy]).toEqual(['database', 'engine'])
    const said = JSON.stringify(query)
    expect(inEngine.matching, said).toBe(inDatabase.matching)
    const near = (rows: typeof inEngine.rows) =>
      rows.map((row) =>
        row.map((cell, index) => {
          const isNumber = inDatabase.columns[index]?.type === 'number' && cell !== null
          // Interpolating between values on both sides of 0 leaves what the digits of a double leave.
          if (isNumber && Math.abs(Number(cell)) < 1e-12) return 0
          return isNumber ? Number(Number(cell).toPrecision(9)) : cell
        }),
      )
    expect(near(inEngine.rows), said).toEqual(near(inDatabase.rows))
  }
})

const JOINS = isFull ? 200 : 10
test(`${JOINS} joins of chance have the rows that PostgreSQL finds for the same joins in SQL`, async () => {
  const { world, owner, spaceId, casts, stations, column, answer, anyJoin } = await buildChance()
  const { hash } = await upload(owner, { spaceId, name: 'none.csv' }, Buffer.from('Code\nnowhere\n'))
  const next = numbers(20_261_128)
  const physical = new Map<string, string>([
    ...casts.ids.map((id, at) => [`0 ${id}`, `c${at + 1}`] as const),
    ...stations.ids.map((id, at) => [`1 ${id}`, `c${at + 1}`] as const),
  ])
  const place = (source: number, id: string) => physical.get(`${source === 0 ? 0 : 1} ${id}`) ?? ''
  const fields = [
    column('f1', 'Station', 0, 0),
    column('f2', 'Depth', 0, 1),
    column('f3', 'Name', 1, 1),
    { ...column('f4', 'Other name', 1, 1), from: { ...column('f4', '', 1, 1).from, source: 2 as never } },
  ]
  for (let at = 0; at < JOINS; at += 1) {
    const [first, second] = [anyJoin(next), anyJoin(next)]
    const on = ({ on: all }: typeof first, own: string) =>
      sql.raw(all.map(({ left, right }) => `a.${place(0, left.column)} = ${own}.${place(1, right)}`).join(' and '))
    const { rows: expected } = await sql<{ row: string[] }>`
      select array[a.c1, trim_scale(a.c2)::text, b.c2, c.c2] as row from ${tableIn(casts)} a
      ${sql.raw(first.type)} join ${tableIn(stations)} b on ${on(first, 'b')}
      ${sql.raw(second.type)} join ${tableIn(stations)} c on ${on(second, 'c')}`.execute(world.db)
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
    const none = { left: { source: 0, column: String(casts.ids[0]) }, right: 'Code' }
    const byEngine = [{ source: { kind: 'file' as const, hash }, type: 'left' as const, on: [none] }]
    for (const more of [[], byEngine]) {
      const query = { base: casts.ref, joins: [first, second, ...more], fields }
      const all: unknown[] = []
      for (let page: unknown[] = [0]; page.length; all.push(...page))
        page = (await answer(query, { first: all.length, count: TABLE_ROWS_A_PAGE })).rows
      expect(sorted(all), JSON.stringify(query.joins)).toEqual(sorted(expected.map(({ row }) => row)))
    }
  }
})
