import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DATA_VIEWS_MAX, QUERY_DEPTH_MAX, QUERY_SOURCES_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildViews, type QueryWish } from '../support/data-view.ts'

const { dataSources, dataViews, journal, rights, sourceImports, tables } = contract

describe('refusals', () => {
  test.each([
    ['ordinary', 'spaceNotFound'],
    ['stranger', 'notSignedIn'],
  ] as const)('%s learns nothing of the views of a private space', async (who, error) => {
    const { world, spaceId, save, simple, casts } = await buildViews()
    const { id } = await save(simple)
    const client = await world.as(who)
    const definition = { query: simple }
    for (const answer of [
      client.call(dataViews.list, { spaceId }),
      client.call(dataViews.show, { spaceId, id }),
      client.call(dataViews.rows, { spaceId, id }),
      client.call(dataViews.answer, { spaceId, definition }),
      client.call(dataViews.check, { spaceId, definition }),
      client.call(dataViews.source, { spaceId, source: casts.ref }),
      client.call(dataViews.lineage, { spaceId }),
      client.call(dataViews.create, { spaceId, name: 'Mine', definition }),
      client.call(dataViews.edit, { spaceId, id, version: 1, name: 'Mine' }),
      client.call(dataViews.remove, { spaceId, id }),
    ])
      expect(await answer).toMatchObject({ error })
  })

  test('a view that is not shared is there for its maker alone', async () => {
    const { world, spaceId, save, simple } = await buildViews()
    const { id } = await save(simple, { isShared: false })
    const senior = await world.as('senior')
    expect(await senior.call(dataViews.show, { spaceId, id })).toMatchObject({ error: 'dataViewGone' })
    expect((await senior.data(dataViews.list, { spaceId })).list).toEqual([])
  })

  test('the search finds views of all own spaces by name and description, and none that somebody may not see', async () => {
    const { world, owner, spaceId, save, simple } = await buildViews()
    const found = async (client: typeof owner, q: string) =>
      (await client.data(dataViews.find, { q })).map(({ name, space }) => [name, space.id])
    await save(simple, { name: 'Monthly means', description: 'of all casts' })
    await save(simple, { name: 'Casts of mine', isShared: false })
    expect(await found(await world.as('ordinary'), 'means')).toEqual([])
    expect(await found(await world.as('senior'), 'casts')).toEqual([['Monthly means', spaceId]])
    expect((await found(owner, 'casts')).map(([name]) => name)).toEqual(['Casts of mine', 'Monthly means'])
    expect(await found(owner, 'means monthly')).toEqual([['Monthly means', spaceId]])
    expect(await found(owner, '100%')).toEqual([])
  })

  test('who may not make tables makes no views, and changes none', async () => {
    const { world, owner, spaceId, save, simple } = await buildViews()
    const { id, version } = await save(simple)
    const normal = await world.as('normal')
    await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: [] })
    const definition = { query: simple }
    for (const answer of [
      normal.call(dataViews.create, { spaceId, name: 'X', definition }),
      normal.call(dataViews.edit, { spaceId, id, version, name: 'Mine' }),
      normal.call(dataViews.remove, { spaceId, id }),
    ])
      expect(await answer).toMatchObject({ error: 'spaceRightMissing' })
  })

  test('a view whose sources somebody may not see shows them nothing', async () => {
    const { world, owner, spaceId, casts, save, simple } = await buildViews()
    const { id } = await save(simple)
    await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
    const senior = await world.as('senior')
    expect(await senior.call(dataViews.rows, { spaceId, id })).toMatchObject({ error: 'dataViewBroken' })
    expect((await senior.data(dataViews.show, { spaceId, id })).problems).toMatchObject([
      { reason: 'sourceGone', name: '' },
    ])
    expect((await owner.data(dataViews.rows, { spaceId, id })).rows).toHaveLength(5)
  })

  test('a name that another view has, in any case', async () => {
    const { owner, spaceId, save, simple } = await buildViews()
    await save(simple)
    const definition = { query: simple }
    expect(await owner.call(dataViews.create, { spaceId, name: 'warm WATER', definition })).toMatchObject({
      error: 'dataViewNameTaken',
    })
  })

  test('a view that another person changed in between is not overwritten', async () => {
    const { world, owner, spaceId, save, simple } = await buildViews()
    const { id, version } = await save(simple)
    const senior = await world.as('senior')
    await senior.data(dataViews.edit, { spaceId, id, version, name: 'Theirs' })
    expect(await owner.call(dataViews.edit, { spaceId, id, version, name: 'Mine' })).toMatchObject({
      error: 'dataViewChanged',
    })
  })

  test('only its maker says who sees a view, and what a published one shows', async () => {
    const { world, spaceId, save, simple } = await buildViews()
    const { id, version } = await save(simple, { access: 'published' })
    const senior = await world.as('senior')
    const one = { spaceId, id, version }
    for (const wish of [{ isShared: false }, { access: 'sources' as const }, { definition: { query: simple } }])
      expect(await senior.call(dataViews.edit, { ...one, ...wish })).toMatchObject({ error: 'dataViewMakerOnly' })
  })

  test('a view does not read itself, not even through others', async () => {
    const { owner, spaceId, save, simple } = await buildViews()
    const first = await save(simple)
    const through = {
      base: { kind: 'view' as const, id: first.id },
      fields: [{ key: 'f1', name: 'Station', from: { kind: 'column' as const, source: 0, column: 'f1' } }],
    }
    const second = await save(through, { name: 'Second' })
    const query = { ...through, base: { kind: 'view' as const, id: second.id } }
    const wish = { spaceId, id: first.id, version: first.version, definition: { query } }
    expect(await owner.call(dataViews.edit, wish)).toMatchObject({ error: 'dataViewCircular' })
  })

  test('a view does not read itself through one that its editor may not see', async () => {
    const { world, owner, spaceId, save, simple } = await buildViews()
    const first = await save(simple)
    const over = (id: string): QueryWish => ({
      base: { kind: 'view', id },
      fields: [{ key: 'f1', name: 'Station', from: { kind: 'column', source: 0, column: 'f1' } }],
    })
    const hidden = await save(over(first.id), { name: 'Hidden', isShared: false })
    const last = await save(over(hidden.id), { name: 'Last' })
    const senior = await world.as('senior')
    const wish = { spaceId, id: first.id, version: first.version, definition: { query: over(last.id) } }
    const message = expect.stringContaining('Last')
    expect(await senior.call(dataViews.edit, wish)).toMatchObject({ error: 'dataViewCircular', message })
    expect((await owner.data(dataViews.show, { spaceId, id: last.id })).problems).toEqual([])
  })

  test(`views of views that read more than ${QUERY_SOURCES_MAX} sources in all, however often each reads the one before`, async () => {
    const { spaceId, owner, save, simple } = await buildViews()
    let below = await save(simple)
    const twice = (id: string): QueryWish => {
      const source = { kind: 'view' as const, id }
      const pair = { left: { source: 0, column: 'f1' }, right: 'f1' }
      const from = { kind: 'column' as const, source: 1, column: 'f1' }
      return { base: source, joins: [{ source, type: 'left', on: [pair] }], fields: [{ key: 'f1', name: 'A', from }] }
    }
    const reasons: (string | undefined)[] = []
    for (let level = 1; level <= QUERY_DEPTH_MAX; level += 1) {
      below = await save(twice(below.id), { name: `Level ${level}` })
      reasons.push(below.problems[0]?.reason)
    }
    const fits = Math.floor(Math.log2(QUERY_SOURCES_MAX))
    expect(reasons).toEqual(reasons.map((_, at) => (at < fits ? undefined : 'tooManySources')))
    expect(await owner.call(dataViews.rows, { spaceId, id: below.id })).toMatchObject({ error: 'dataViewBroken' })
  })

  test(`more than ${DATA_VIEWS_MAX} views of a space`, async () => {
    const { world, owner, spaceId, save, simple } = await buildViews()
    const { id } = await save(simple)
    await sql`insert into data_view select gen_random_uuid(), space_id, name || n, description, definition, is_shared,
      access, maker_id, created_at, changed_at, changed_by, version, columns, defined_by
      from data_view, generate_series(2, ${DATA_VIEWS_MAX}) as n where id = ${id}`.execute(world.db)
    const definition = { query: simple }
    expect(await owner.call(dataViews.create, { spaceId, name: 'One more', definition })).toMatchObject({
      error: 'dataViewsTooMany',
    })
  })

  test.each<[what: string, change: (query: QueryWish) => QueryWish, problem: string]>([
    [
      'a sum of texts',
      (q) => ({ ...q, measures: [{ key: 'm1', name: 'Sum', aggregate: 'sum', field: 'f1' }] }),
      'typeUnfit',
    ],
    [
      'a ratio of numbers to nothing',
      (q) => ({ ...q, measures: [{ key: 'm1', name: 'Ratio', aggregate: 'ratio', field: 'f2' }] }),
      'typeUnfit',
    ],
    [
      'a ratio to a text',
      (q) => ({ ...q, measures: [{ key: 'm1', name: 'Ratio', aggregate: 'ratio', field: 'f2', by: 'f1' }] }),
      'typeUnfit',
    ],
    [
      'a ratio to a field that is not there',
      (q) => ({ ...q, measures: [{ key: 'm1', name: 'Ratio', aggregate: 'ratio', field: 'f2', by: 'f9' }] }),
      'fieldGone',
    ],
    [
      'a share of texts',
      (q) => ({ ...q, measures: [{ key: 'm1', name: 'Share', aggregate: 'share', field: 'f1' }] }),
      'typeUnfit',
    ],
    ['months of numbers', (q) => ({ ...q, groups: [{ field: 'f2', time: 'month' }] }), 'typeUnfit'],
    [
      'a condition on a field that is not there',
      (q) => ({ ...q, filter: [{ match: 'all', conditions: [{ field: 'f9', operator: 'empty' }] }] }),
      'fieldGone',
    ],
    [
      'a text as a condition on a number',
      (q) => ({ ...q, filter: [{ match: 'all', conditions: [{ field: 'f2', operator: 'is', values: ['deep'] }] }] }),
      'typeUnfit',
    ],
    [
      'two fields of one name',
      (q) => ({ ...q, fields: q.fields.map((field) => ({ ...field, name: 'Same' })) }),
      'nameTaken',
    ],
    [
      'two fields of one key',
      (q) => ({ ...q, fields: q.fields.map((field) => ({ ...field, key: 'f1' })) }),
      'keyTaken',
    ],
    [
      'a column that is not there',
      (q) => ({ ...q, fields: [{ key: 'f1', name: 'Salt', from: { kind: 'column', source: 0, column: '99' } }] }),
      'columnGone',
    ],
    [
      'a formula that reads itself',
      (q) => ({ ...q, fields: [...q.fields, { key: 'f4', name: 'A', from: { kind: 'formula', formula: '[A] + 1' } }] }),
      'formulaInvalid',
    ],
    [
      'a join of a text and a number',
      (q) => ({
        ...q,
        joins: [{ source: q.base, type: 'left', on: [{ left: { source: 0, column: '1' }, right: '2' }] }],
      }),
      'joinUnfit',
    ],
    [
      'a source that is not there',
      (q) => ({ ...q, base: { kind: 'table', id: '00000000-0000-4000-8000-000000000000' } }),
      'sourceGone',
    ],
  ])('%s', async (_what, change, problem) => {
    const { owner, spaceId, simple, problemsOf } = await buildViews()
    const query = change(simple)
    expect((await problemsOf(query)).map(([reason]) => reason)).toContain(problem)
    expect(await owner.call(dataViews.answer, { spaceId, definition: { query } })).toMatchObject({
      error: 'dataViewBroken',
    })
  })

  test('a look by a column that the view does not have', async () => {
    const { owner, spaceId, save, simple } = await buildViews()
    const { id } = await save(simple)
    expect(await owner.call(dataViews.rows, { spaceId, id, sort: [{ field: 'f9', order: 'asc' }] })).toMatchObject({
      error: 'queryInvalid',
    })
  })

  test('a source that is not there or not to be seen', async () => {
    const { owner, spaceId } = await buildViews()
    const source = { kind: 'table' as const, id: '00000000-0000-4000-8000-000000000000' }
    expect(await owner.call(dataViews.source, { spaceId, source })).toMatchObject({ error: 'querySourceGone' })
  })
})

describe('rows', () => {
  test('come in the order of the table, with the units of its columns', async () => {
    const { simple, answer } = await buildViews()
    const page = await answer(simple)
    expect(page.columns).toMatchObject([
      { key: 'f1', name: 'Station', type: 'text', unit: '' },
      { key: 'f2', name: 'Depth', type: 'number', unit: 'm' },
      { key: 'f3', name: 'Temperature', type: 'number', unit: '°C' },
    ])
    expect(page.rows).toEqual([
      ['S1', '0', '8.5'],
      ['S1', '10', '6.25'],
      ['S2', '0', '9'],
      ['s10', '5', null],
      [null, '2.5', '7'],
    ])
    expect(page).toMatchObject({ matching: 5, answeredBy: 'database', sources: [{ name: 'Casts' }] })
  })

  test.each([
    [
      'left',
      [
        ['S1', 'North bay'],
        ['S1', 'North bay'],
        ['S2', 'Outlet'],
        ['S2', 'Outlet, lower'],
        ['s10', null],
        [null, null],
      ],
    ],
    [
      'inner',
      [
        ['S1', 'North bay'],
        ['S1', 'North bay'],
        ['S2', 'Outlet'],
        ['S2', 'Outlet, lower'],
      ],
    ],
    [
      'right',
      [
        ['S1', 'North bay'],
        ['S1', 'North bay'],
        ['S2', 'Outlet'],
        ['S2', 'Outlet, lower'],
        [null, 'Deep hole'],
      ],
    ],
  ] as const)('of a %s join', async (type, rows) => {
    const { simple, column, joins, rowsOf } = await buildViews()
    const fields = [column('f1', 'Station', 0, 0), column('f4', 'Name', 1, 1)]
    expect(await rowsOf({ ...simple, joins: joins(type), fields })).toEqual(rows)
  })

  test('how they fit is told before a join is saved', async () => {
    const { owner, spaceId, simple, joins } = await buildViews()
    const report = await owner.data(dataViews.join, { spaceId, query: { ...simple, joins: joins('left') }, join: 0 })
    expect(report).toEqual({ left: 5, right: 4, leftAlone: 2, rightAlone: 1, leftMost: 2, rightMost: 2, rows: 4 })
  })

  test('are filtered, sorted and cut as the query says, and again as they are looked at', async () => {
    const { simple, rowsOf } = await buildViews()
    const deep: QueryWish = {
      ...simple,
      filter: [{ match: 'all', conditions: [{ field: 'f3', operator: 'notEmpty' }] }],
      sort: [{ field: 'f2', order: 'desc' }],
      limit: 3,
    }
    expect(await rowsOf(deep)).toEqual([
      ['S1', '10', '6.25'],
      [null, '2.5', '7'],
      ['S1', '0', '8.5'],
    ])
    const look = {
      filter: [{ match: 'all', conditions: [{ field: 'f1', operator: 'is', values: ['s1'] }] }],
      sort: [{ field: 'f3', order: 'desc' }],
    }
    expect(await rowsOf(deep, look)).toEqual([
      ['S1', '0', '8.5'],
      ['S1', '10', '6.25'],
    ])
    expect(await rowsOf(simple, { sort: [{ field: 'f1', order: 'asc' }], first: 1, count: 2 })).toEqual([
      ['S1', '10', '6.25'],
      ['S2', '0', '9'],
    ])
  })

  test('have columns that formulas compute, also from each other', async () => {
    const { simple, rowsOf } = await buildViews()
    const formula = (key: string, name: string, text: string) => ({
      key,
      name,
      from: { kind: 'formula' as const, formula: text },
    })
    const query: QueryWish = {
      ...simple,
      fields: [
        ...simple.fields.map((field) => ({ ...field, isHidden: true })),
        formula('f4', 'Kelvin', '[Temperature] + 273.15'),
        formula('f5', 'Label', 'CONCAT([Station], ": ", TEXT([Kelvin], "0.0"))'),
      ],
      filter: [{ match: 'all', conditions: [{ field: 'f4', operator: 'greater', values: ['281'] }] }],
    }
    expect(await rowsOf(query)).toEqual([
      ['281.65', 'S1: 281.7'],
      ['282.15', 'S2: 282.2'],
    ])
  })

  test('are grouped by values, spans of time and intervals, with exact sums', async () => {
    const { simple, column, rowsOf } = await buildViews()
    const fields = [...simple.fields, column('f4', 'Day', 0, 3), column('f5', 'Logged', 0, 4)]
    const measures: QueryWish['measures'] = [
      { key: 'm1', name: 'Rows', aggregate: 'count' },
      { key: 'm2', name: 'Values', aggregate: 'count', field: 'f3' },
      { key: 'm3', name: 'Sum', aggregate: 'sum', field: 'f3' },
      { key: 'm4', name: 'Mean', aggregate: 'mean', field: 'f3' },
    ]
    expect(await rowsOf({ ...simple, fields, groups: [{ field: 'f4', time: 'month' }], measures })).toEqual([
      ['2026-06-01', '2', '2', '14.75', '7.375'],
      ['2026-07-01', '2', '1', '9', '9'],
      [null, '1', '1', '7', '7'],
    ])
    expect(
      await rowsOf({ ...simple, fields, groups: [{ field: 'f2', width: '2.5' }], measures: measures.slice(0, 1) }),
    ).toEqual([
      ['0', '2'],
      ['2.5', '1'],
      ['5', '1'],
      ['10', '1'],
    ])
    expect(
      await rowsOf({ ...simple, fields, groups: [{ field: 'f5', time: 'hour' }], measures: measures.slice(0, 1) }),
    ).toEqual([
      ['2026-06-03T06:00:00.000Z', '2'],
      ['2026-07-14T05:00:00.000Z', '1'],
      [null, '2'],
    ])
  })

  test('have medians, percentiles, deviations and different values', async () => {
    const { simple, rowsOf } = await buildViews()
    const of = (
      key: string,
      aggregate: 'distinct' | 'median' | 'percentile' | 'deviation' | 'least' | 'greatest',
      field: string,
      percent?: number,
    ) => ({ key, name: key, aggregate, field, ...(percent !== undefined && { percent }) })
    const measures = [
      of('m1', 'distinct', 'f1'),
      of('m2', 'median', 'f3'),
      of('m3', 'percentile', 'f3', 90),
      of('m4', 'deviation', 'f3'),
      of('m5', 'least', 'f1'),
      of('m6', 'greatest', 'f2'),
    ]
    expect(await rowsOf({ ...simple, measures })).toEqual([['3', '7.75', '8.85', '1.28086884574495', 'S1', '10']])
  })

  test('of a view of a view; sums are those of the inner rows', async () => {
    const { save, simple, rowsOf } = await buildViews()
    const inner = await save({
      ...simple,
      groups: [{ field: 'f1' }],
      measures: [{ key: 'm1', name: 'Deepest', aggregate: 'greatest', field: 'f2' }],
    })
    const field = (key: string, name: string) => ({
      key,
      name,
      from: { kind: 'column' as const, source: 0, column: key },
    })
    const outer: QueryWish = {
      base: { kind: 'view', id: inner.id },
      fields: [field('f1', 'Station'), field('m1', 'Deepest')],
      measures: [{ key: 's1', name: 'Sum', aggregate: 'sum', field: 'm1' }],
    }
    expect(await rowsOf(outer)).toEqual([['17.5']])
  })
})

test('a published view shows its rows to those who do not see its sources, for as long as its maker does', async () => {
  const { world, owner, spaceId, casts, save, simple } = await buildViews()
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
  const { id } = await save(simple, { access: 'published' })
  const normal = await world.as('normal')
  expect((await normal.data(dataViews.rows, { spaceId, id })).rows).toHaveLength(5)
  expect(await normal.call(dataViews.source, { spaceId, source: casts.ref })).toMatchObject({
    error: 'querySourceGone',
  })
  await owner.data(tables.remove, { spaceId, id: casts.id })
  expect(await normal.call(dataViews.rows, { spaceId, id })).toMatchObject({ error: 'dataViewBroken' })
})

test('a source that lost a column says what is broken; the view goes on when it comes back', async () => {
  const { owner, spaceId, casts, save, simple } = await buildViews()
  const { id } = await save(simple)
  const change = (kind: 'removeColumns') =>
    owner.data(tables.change, { spaceId, id: casts.id, change: { kind, columns: [casts.ids[1] ?? 0] } })
  await change('removeColumns')
  expect((await owner.data(dataViews.show, { spaceId, id })).problems).toMatchObject([
    { reason: 'columnGone', name: 'Depth', field: 'f2', source: 0 },
  ])
  await owner.data(tables.undo, { spaceId, id: casts.id })
  expect((await owner.data(dataViews.show, { spaceId, id })).problems).toEqual([])
})

test('a view says who reads it, and the space what comes from what', async () => {
  const { owner, spaceId, casts, stations, save, simple, joins } = await buildViews()
  const first = await save({ ...simple, joins: joins('left') })
  const fields = [{ key: 'f1', name: 'Station', from: { kind: 'column' as const, source: 0, column: 'f1' } }]
  const second = await save({ base: { kind: 'view', id: first.id }, fields }, { name: 'Second' })
  expect((await owner.data(dataViews.show, { spaceId, id: first.id })).usedBy).toEqual([
    { id: second.id, name: 'Second' },
  ])
  const { nodes, edges } = await owner.data(dataViews.lineage, { spaceId })
  expect(nodes.map(({ kind, name }) => [kind, name]).sort()).toEqual([
    ['table', 'Casts'],
    ['table', 'Stations'],
    ['view', 'Second'],
    ['view', 'Warm water'],
  ])
  expect(edges).toEqual(
    expect.arrayContaining([
      { from: casts.id, to: first.id },
      { from: stations.id, to: first.id },
      { from: first.id, to: second.id },
    ]),
  )
})

test('a data source stands before the tables that it fills, for those who may use it', async () => {
  const { world, owner, spaceId, casts, save, simple } = await buildViews()
  const { id: view } = await save(simple)
  const place = { host: 'db.lab.example', port: 5432, database: 'lab', account: 'reader' }
  const lab = await owner.data(dataSources.create, { ...place, spaceId, name: 'Lab', kind: 'postgresql' })
  const reading = { schema: 'lab', table: 'cast', mode: 'append' as const, headings: ['station'] }
  const columns = [{ index: 0, type: 'text' as const, name: 'Station', target: casts.ids[0] }]
  const wish = { ...reading, spaceId, sourceId: lab.id, title: 'Nightly', columns, isNow: false }
  for (const target of [
    { to: 'table' as const, tableId: casts.id },
    { to: 'new' as const, name: 'Raw' },
  ])
    await owner.data(sourceImports.create, { ...wish, target })
  const { nodes, edges } = await owner.data(dataViews.lineage, { spaceId })
  const raw = nodes.find(({ name }) => name === 'Raw')
  expect(nodes).toContainEqual({ id: lab.id, kind: 'dataSource', name: 'Lab', isHidden: false })
  expect(edges).toEqual(
    expect.arrayContaining([
      { from: lab.id, to: casts.id },
      { from: lab.id, to: raw?.id },
      { from: casts.id, to: view },
    ]),
  )
  await owner.data(rights.setOfSpace, { id: spaceId, senior: [], normal: [] })
  const seen = await (await world.as('normal')).data(dataViews.lineage, { spaceId })
  expect(seen.nodes.map(({ kind }) => kind)).not.toContain('dataSource')
})

test('what is done with shared views is in the journal, what is done with others is not', async () => {
  const { owner, spaceId, save, simple } = await buildViews()
  const { id, version } = await save(simple)
  await save(simple, { name: 'Quiet', isShared: false })
  await owner.data(dataViews.edit, { spaceId, id, version, access: 'published' })
  await owner.data(dataViews.remove, { spaceId, id })
  const { list } = await owner.data(journal.list, { id: spaceId })
  expect(list.map(({ action }) => action).filter((action) => action.startsWith('dataView'))).toEqual([
    'dataViewRemoved',
    'dataViewPublished',
    'dataViewEdited',
    'dataViewMade',
  ])
})
