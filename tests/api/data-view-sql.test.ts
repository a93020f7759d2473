import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { buildViews } from '../support/data-view.ts'
import { upload } from '../support/upload.ts'

const { dataViews, tables } = contract

/** Casts and stations, named so in SQL. */
async function buildSql() {
  const views = await buildViews()
  const { owner, spaceId, casts, stations } = views
  const sources: { name: string; source: SourceRef }[] = [
    { name: 'Casts', source: casts.ref },
    { name: 'Stations', source: stations.ref },
  ]
  const sqlOf = (text: string, over = sources) => ({ sql: { text, sources: over } })
  const rows = async (text: string, over = sources, who = owner) =>
    (await who.data(dataViews.answer, { spaceId, definition: sqlOf(text, over) })).rows
  const problems = async (text: string, over = sources) =>
    (await owner.data(dataViews.check, { spaceId, definition: sqlOf(text, over) })).problems
  const save = (name: string, text: string, over = sources, who = owner, more: object = {}) =>
    who.data(dataViews.create, { spaceId, name, definition: sqlOf(text, over), ...more })
  return { ...views, sources, sqlOf, rows, problems, saveSql: save }
}

test('a text of an answer that is longer than a cell keeps is shown up to there, and taken out whole', async () => {
  const { owner, spaceId, rows, saveSql } = await buildSql()
  const text = "select repeat('x', 100001) as a"
  const [[shown] = []] = await rows(text, [])
  expect(shown).toBe(`${'x'.repeat(99_999)}…`)
  const { id } = await saveSql('Long', text, [])
  expect((await owner.data(dataViews.rows, { spaceId, id })).rows).toEqual([[shown]])
  const get = (format: string) =>
    owner.fetch(`/api/data/space/data-views/${id}/export?spaceId=${spaceId}&format=${format}`)
  expect(await (await get('csvForPrograms')).text()).toContain('x'.repeat(100_001))
  expect(await (await get('xlsx')).json()).toMatchObject({ error: 'tableTextTooLongForXlsx' })
})

test('days that a Parquet file can’t have are refused by name, and taken out as CSV', async () => {
  const { owner, spaceId, saveSql } = await buildSql()
  const wrong = [
    "date '12000-01-01'",
    "date '290000-01-01'",
    "date 'infinity'",
    "timestamp '-infinity'",
    "date '0044-01-01 (BC)'",
  ]
  for (const [at, value] of wrong.entries()) {
    const { id } = await saveSql(`Day ${at}`, `select ${value} as a`, [])
    const get = (format: string) =>
      owner.fetch(`/api/data/space/data-views/${id}/export?spaceId=${spaceId}&format=${format}`)
    expect(await (await get('parquet')).json()).toMatchObject({ error: 'tableDateOutsideParquet' })
    expect((await get('csv')).status).toBe(200)
  }
})

test('what is wrong with SQL is told with its line and column', async () => {
  const { owner, spaceId, problems, sqlOf } = await buildSql()
  expect(await problems('selec 1')).toMatchObject([
    { reason: 'sqlInvalid', name: expect.stringContaining('syntax error'), at: { line: 1, column: 1 } },
  ])
  expect(await problems('-- 站位\nselect "Station",\n  深度 from Casts;')).toMatchObject([
    { reason: 'sqlInvalid', name: expect.stringContaining('深度'), at: { line: 3, column: 3 } },
  ])
  // The parser counts characters, what comes after it bytes.
  expect(await problems("select 站点,\n\t'😀é' as x from Casts\tgroup by 1 order by 2 dsc")).toMatchObject([
    { reason: 'sqlInvalid', name: expect.stringContaining('dsc'), at: { line: 2, column: 45 } },
  ])
  const broken = { spaceId, definition: sqlOf('select\nnope from Casts') }
  expect(await owner.call(dataViews.answer, broken)).toMatchObject({
    error: 'dataViewBroken',
    message: expect.stringContaining('There’s no column “nope”'),
  })
  const failing = { spaceId, definition: sqlOf('select\n  "Station"::integer from Casts') }
  expect(await owner.call(dataViews.answer, failing)).toMatchObject({
    error: 'queryFailed',
    data: { line: 2, column: 12 },
  })
})

test('SQL reads its sources by their names and nothing else', async () => {
  const { problems, sources } = await buildSql()
  const refused = async (text: string, over = sources) =>
    (await problems(text, over)).map(({ reason, name }) => [reason, name])
  expect(await refused('from person')).toEqual([['unknownSource', 'person']])
  expect(await refused(`from '/etc/passwd'`)).toEqual([['unknownSource', '/etc/passwd']])
  expect(await refused('from "ds:s0"')).toEqual([['unknownSource', 'ds:s0']])
  expect(await refused('from Stations', sources.slice(0, 1))).toEqual([['unknownSource', 'Stations']])
  expect(await refused(`select getenv('HOME')`)).toEqual([['unknownFunction', 'getenv']])
  expect(await refused('select * from Casts where "Depth" = $1')).toEqual([['noParameters', '']])
  expect(await refused('select 1; select 2')).toEqual([['oneQuery', '']])
  expect(await refused('delete from Casts')).toEqual([['readingOnly', '']])
  const twice = sources.map((one) => ({ ...one, name: one.name === 'Casts' ? 'A' : 'a' }))
  expect(await refused('from a', twice)).toEqual([['keyTaken', 'a']])
})

test('a source that is gone or hidden is told, whatever the text', async () => {
  const { world, owner, spaceId, casts, sqlOf, saveSql } = await buildSql()
  const { id } = await saveSql('Depths', 'select "Depth" from Casts')
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
  const senior = await world.as('senior')
  expect(await senior.call(dataViews.rows, { spaceId, id })).toMatchObject({ error: 'dataViewBroken' })
  expect(await senior.call(dataViews.answer, { spaceId, definition: sqlOf('from Casts') })).toMatchObject({
    error: 'dataViewBroken',
  })
  // What the editor offers and completes is what the reader may read.
  expect((await senior.data(tables.list, { spaceId })).list.map(({ name }) => name)).not.toContain('Casts')
  expect(await senior.call(dataViews.source, { spaceId, source: casts.ref })).toMatchObject({
    error: 'querySourceGone',
  })
  expect((await owner.data(dataViews.rows, { spaceId, id })).rows).toHaveLength(5)
  await owner.data(tables.remove, { spaceId, id: casts.id })
  expect((await owner.data(dataViews.show, { spaceId, id })).problems).toMatchObject([{ reason: 'sourceGone' }])
})

test('SQL joins and groups, with typed columns that keep their keys when they change places', async () => {
  const { owner, spaceId, sqlOf, rows } = await buildSql()
  const text = `with warm as (from Casts where "Temperature" > 6)
    select s."Name" as name, count(*) as casts, max(w."Day") as last, bool_and("Good") as good, avg("Depth")::decimal(9, 2) as depth
    from warm w join Stations s on s."Code" = w."Station" group by all order by name; `
  expect(await rows(text)).toEqual([
    ['North bay', '2', '2026-06-03', false, '5'],
    ['Outlet', '1', '2026-07-14', true, '0'],
    ['Outlet, lower', '1', '2026-07-14', true, '0'],
  ])
  const columnsOf = async (one: string) =>
    (await owner.data(dataViews.check, { spaceId, definition: sqlOf(one) })).columns
  const columns = await columnsOf(text)
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['name', 'text'],
    ['casts', 'number'],
    ['last', 'date'],
    ['good', 'boolean'],
    ['depth', 'number'],
  ])
  const [other] = await columnsOf('select 1 as casts')
  expect(other?.key).toBe(columns[1]?.key)
  expect(
    (await columnsOf('select 1 as a, 2 as A, interval 2 days as b')).map(({ name, type }) => [name, type]),
  ).toEqual([
    ['a', 'number'],
    ['A_1', 'number'],
    ['b', 'text'],
  ])
})

test('pages of SQL are filtered, sorted and counted, in its own order otherwise', async () => {
  const { owner, spaceId, sqlOf } = await buildSql()
  const definition = sqlOf('select i, i % 3 as third from range(250) t(i) order by i desc')
  const { columns } = await owner.data(dataViews.check, { spaceId, definition })
  const [i = '', third = ''] = columns.map(({ key }) => key)
  const read = (more: object) => owner.data(dataViews.answer, { spaceId, definition, ...more })
  expect(await read({ first: 100, count: 2 })).toMatchObject({
    matching: 250,
    rows: [
      ['149', '2'],
      ['148', '1'],
    ],
  })
  const look = {
    filter: [{ match: 'all', conditions: [{ field: third, operator: 'is', values: ['0'] }] }],
    sort: [{ field: i, order: 'asc' }],
    count: 2,
  }
  expect(await read(look)).toMatchObject({
    matching: 84,
    rows: [
      ['0', '0'],
      ['3', '0'],
    ],
    answeredBy: 'engine',
  })
})

test('rows without an order come in one order, page by page', async () => {
  const { rows } = await buildSql()
  expect(await rows('select distinct "Station" from Casts')).toEqual([['S1'], ['S2'], ['s10'], [null]])
})

test('views of SQL and of queries read each other and files', async () => {
  const { owner, spaceId, simple, save, saveSql, rows, answer } = await buildSql()
  const { hash } = await upload(owner, { spaceId, name: 'notes.csv' }, Buffer.from('Code,Note\nS1,clear\nS2,windy\n'))
  const filtered = await save({
    ...simple,
    filter: [{ match: 'all', conditions: [{ field: 'f2', operator: 'greater', values: ['0'] }] }],
  })
  const inner = await saveSql(
    'Notes',
    'select d."Station", n."Note", d."Depth" as depth from deep d join notes n on n."Code" = d."Station"',
    [
      { name: 'deep', source: { kind: 'view', id: filtered.id } },
      { name: 'notes', source: { kind: 'file', hash } },
    ],
  )
  expect(inner.problems).toEqual([])
  const over = [{ name: 'x', source: { kind: 'view' as const, id: inner.id } }]
  expect(await rows('select count(*), max("Note") from x', over)).toEqual([['1', 'clear']])
  const [, note] = inner.columns
  const query = {
    base: over[0]?.source as SourceRef,
    fields: [{ key: 'f1', name: 'Note', from: { kind: 'column' as const, source: 0, column: note?.key ?? '' } }],
    groups: [{ field: 'f1' }],
    measures: [{ key: 'm1', name: 'Rows', aggregate: 'count' as const }],
  }
  expect((await answer(query)).rows).toEqual([['clear', '1']])
  expect(await owner.data(dataViews.show, { spaceId, id: inner.id })).toMatchObject({
    isSql: true,
    sourceNames: ['Warm water', 'notes.csv'],
  })
  const circular = { sql: { text: 'from x', sources: over } }
  const wish = { spaceId, id: filtered.id, version: filtered.version, definition: circular }
  expect(await owner.call(dataViews.edit, wish)).toMatchObject({ error: 'dataViewCircular' })
})

test('a view of SQL in another view sees nothing that stands beside it', async () => {
  const { stations, simple, saveSql, problemsOf, rowsOf } = await buildSql()
  const { id, problems } = await saveSql('Curious', 'select s0.c2 as c from (select 1)', [])
  expect(problems).toMatchObject([{ reason: 'sqlInvalid' }])
  const joined = {
    ...simple,
    joins: [
      {
        source: { kind: 'view' as const, id },
        type: 'inner' as const,
        on: [{ left: { source: 0, column: '1' }, right: 'c' }],
      },
    ],
  }
  expect((await problemsOf(joined)).map(([reason]) => reason)).toContain('sourceUnreadable')
  const plain = await saveSql('Plain', 'select "Code" as code from Stations')
  const on = [{ left: { source: 0, column: String(stations.ids[0]) }, right: plain.columns[0]?.key ?? '' }]
  const query = {
    base: stations.ref,
    joins: [{ source: { kind: 'view' as const, id: plain.id }, type: 'left' as const, on }],
    fields: [
      { key: 'f1', name: 'Code', from: { kind: 'column' as const, source: 0, column: String(stations.ids[0]) } },
    ],
  }
  expect(await rowsOf(query)).toHaveLength(6)
})

test('SQL reads the formulas of a view', async () => {
  const { owner, spaceId, simple, save, sqlOf } = await buildSql()
  const formula = { key: 'f9', name: 'Twice', from: { kind: 'formula' as const, formula: '[Depth] * 2' } }
  const { id } = await save({ ...simple, fields: [...simple.fields, formula] })
  const definition = sqlOf('select sum("Twice") - 2 * sum("Depth") from x', [
    { name: 'x', source: { kind: 'view', id } },
  ])
  expect(await owner.data(dataViews.answer, { spaceId, definition })).toMatchObject({ rows: [['0']] })
})

test('each saving keeps what the view showed before', async () => {
  const { world, owner, spaceId, saveSql, sqlOf } = await buildSql()
  const first = await saveSql('Depths', 'select "Depth" from Casts')
  const wish = { spaceId, id: first.id }
  const renamed = await owner.data(dataViews.edit, { ...wish, version: first.version, name: 'All depths' })
  const definition = sqlOf('select max("Depth") from Casts')
  const { version } = await owner.data(dataViews.edit, { ...wish, version: renamed.version, definition })
  const versions = await owner.data(dataViews.versions, wish)
  expect(versions).toMatchObject([
    { number: version, definition, savedBy: { personId: world.idOf('owner') } },
    { number: first.version, definition: first.definition },
  ])
  await owner.data(dataViews.edit, { ...wish, version, definition: versions[1]?.definition ?? definition })
  expect(await owner.data(dataViews.versions, wish)).toHaveLength(3)
  expect(await (await world.as('ordinary')).call(dataViews.versions, wish)).toMatchObject({ error: 'spaceNotFound' })
})

test('the same asked again of sources that did not change comes from the cache, and of no other time or reader', async () => {
  const { world, owner, spaceId, casts, sqlOf } = await buildSql()
  const ask = (text: string, who = owner) => who.data(dataViews.answer, { spaceId, definition: sqlOf(text) })
  const count = 'select count(*) from Casts'
  expect(await ask(count)).toMatchObject({ isCached: false, rows: [['5']] })
  const senior = await world.as('senior')
  expect(await ask(count, senior)).toMatchObject({ isCached: true, rows: [['5']] })
  await owner.data(tables.change, {
    spaceId,
    id: casts.id,
    change: { kind: 'addRows', columns: casts.ids.slice(0, 1), rows: [['S3']] },
  })
  expect(await ask(count)).toMatchObject({ isCached: false, rows: [['6']] })
  expect(await ask(count)).toMatchObject({ isCached: true, rows: [['6']] })
  await ask('select now()')
  expect(await ask('select now()')).toMatchObject({ isCached: false })
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
  expect(await senior.call(dataViews.answer, { spaceId, definition: sqlOf(count) })).toMatchObject({
    error: 'dataViewBroken',
  })
})

test('what is wrong within a definition is named', async () => {
  const { owner, spaceId } = await buildSql()
  const call = (definition: object) => owner.call(dataViews.check, { spaceId, definition: definition as never })
  const fields = async (definition: object) => {
    const answer = await call(definition)
    return 'fields' in answer ? answer.fields?.map(({ field }) => field) : null
  }
  expect(await fields({ sql: { text: '', sources: [] } })).toEqual(['definition.sql.text'])
  expect(await fields({ query: { base: { kind: 'table', id: 1 } } })).toContain('definition.query.base.id')
})
