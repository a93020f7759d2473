import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { askChart } from '#contract/charts/asking.ts'
import { ChartDefinition } from '#contract/charts/definition.ts'
import { CHART_SHAPES_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { narrowed } from '#contract/reports/filtering.ts'
import { columnOfField, pickedGroups, rowsBehind } from '#contract/reports/picked.ts'
import { ASKED_A_MINUTE } from '../../server/modules/reports/board-questions.ts'
import { Client } from '../support/client.ts'
import { readPage } from '../support/page.ts'
import { buildReports } from '../support/reports.ts'

const { dataViews, reports, spaces, tables } = contract
const refusal = async (answer: Promise<{ code: number }>) => ((await answer) as { error?: string }).error ?? 'success'
/** Beyond the rows of a sheet, at which other systems cut without a word. */
const MANY = 1_048_575 + 25

/** The answer that a page would draw for somebody. */
const drawnFor = (client: Client, spaceId: string, definition: ChartDefinition): Promise<ChartAnswer> =>
  askChart(definition, (query, part) => client.data(dataViews.answer, { spaceId, definition: { query }, ...part }))
const asShown = (wish: unknown) => ChartDefinition.parse(wish)

test('a card shows its reader what that reader may read, and nothing of a table that is not theirs', async () => {
  const { world, owner, spaceId, casts, publish, chart } = await buildReports()
  const { id } = await publish()
  const senior = await world.as('senior')
  const { published } = await senior.data(reports.show, { id })
  const content = published?.kind === 'board' ? published.board.tabs[0]?.cards[0]?.content : undefined
  if (content?.kind !== 'chart') throw new Error('no chart')
  const before = await drawnFor(senior, spaceId, content.definition)
  expect([before.used, before.present]).toEqual([5, 5])
  await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
  await expect(drawnFor(senior, spaceId, content.definition)).rejects.toThrow('dataViewBroken')
  expect((await drawnFor(owner, spaceId, asShown(chart))).present).toBe(5)
})

describe('rows that a view chooses by its reader', () => {
  /** A table that its maker alone may see, and a board over a view of it that hands out to everybody their own rows. */
  async function buildOwnRows() {
    const built = await buildReports()
    const { world, owner, spaceId, publish } = built
    const { id: tableId, columnList } = await owner.data(tables.create, {
      spaceId,
      name: 'Samples',
      columns: [
        { name: 'Sampler', type: 'person' },
        { name: 'Mass', type: 'number' },
      ],
    })
    const ids = columnList.map(({ id }) => id)
    const rows = [
      [world.idOf('senior'), '2'],
      [world.idOf('senior'), '3.5'],
      [world.idOf('normal'), '4'],
      [null, '100'],
    ]
    await owner.data(tables.change, { spaceId, id: tableId, change: { kind: 'addRows', columns: ids, rows } })
    await owner.data(tables.edit, { spaceId, id: tableId, isShared: false })
    const field = (key: string, name: string, column: string) => ({
      key,
      name,
      from: { kind: 'column' as const, source: 0, column },
    })
    const ofReader = [{ match: 'all' as const, conditions: [{ field: 'f1', operator: 'isReader' as const }] }]
    const ownRows = {
      base: { kind: 'table' as const, id: tableId },
      fields: [field('f1', 'Sampler', String(ids[0])), field('f2', 'Mass', String(ids[1]))],
      filter: ofReader,
    }
    const view = await owner.data(dataViews.create, {
      spaceId,
      name: 'Own samples',
      access: 'published',
      definition: { query: ownRows },
    })
    const wish = {
      type: 'number' as const,
      query: { base: { kind: 'view' as const, id: view.id }, fields: [field('f1', 'Mass', 'f2')] },
      channels: { y: [{ field: 'f1', aggregate: 'sum' as const }] },
    }
    const card = {
      key: 'c1',
      title: 'Mass',
      x: 0,
      y: 0,
      w: 6,
      h: 6,
      content: { kind: 'chart' as const, definition: wish },
    }
    const board = { tabs: [{ key: 't1', name: '', cards: [card] }] }
    const { id } = await publish({ kind: 'board', board }, 'My samples')
    /** The total that somebody sees, of how many rows, and whether it says that others see another one. */
    const seenBy = async (client: Client) => {
      const { rows: drawn, used, present, isPersonal } = await client.data(reports.card, { id, card: 'c1' })
      return [drawn[0]?.cells[0] ?? null, used, present, isPersonal]
    }
    return { ...built, tableId, ownRows, viewId: view.id, reportId: id, seenBy }
  }

  test('can only be those of a column of people, and of nobody else', async () => {
    const { owner, spaceId, ownRows, viewId, simple, problemsOf } = await buildOwnRows()
    const filter = (values: string[] = []) => [
      { match: 'all' as const, conditions: [{ field: 'f1', operator: 'isReader' as const, values }] },
    ]
    expect(await problemsOf({ ...simple, filter: filter() })).toEqual([['typeUnfit', 'Station']])
    expect(await problemsOf({ ...ownRows, filter: filter(['someone']) })).toEqual([['typeUnfit', 'Sampler']])
    const looked = { spaceId, id: viewId, filter: filter() }
    expect(await refusal(owner.call(dataViews.rows, looked as never))).not.toBe('success')
  })

  test('have the names of the people in their conditions, also when no row holds them', async () => {
    const { world, owner, spaceId, ownRows, viewId } = await buildOwnRows()
    const [senior, admin] = [world.idOf('senior'), world.idOf('admin')]
    const of = (...values: string[]) => [
      { match: 'all' as const, conditions: [{ field: 'f1', operator: 'oneOf' as const, values }] },
    ]
    const query = {
      ...ownRows,
      filter: of(senior, admin),
      measures: [{ key: 'm1', name: 'Mass', aggregate: 'sum' as const, field: 'f2' }],
    }
    const part = { first: 0, count: 10 }
    const asked = await owner.data(dataViews.answer, { spaceId, definition: { query }, ...part })
    expect([asked.rows, asked.names]).toEqual([[['5.5']], { [senior]: '申大为' }])
    const looked = await owner.data(dataViews.rows, { spaceId, id: viewId, filter: of(senior, admin), ...part })
    expect([looked.rows, looked.names]).toMatchObject([[], { [senior]: '申大为' }])
    expect(looked.names).not.toHaveProperty(admin)
  })

  test('have no names by conditions for those who are no members and can put any id there', async () => {
    const { world, owner, spaceId, simple } = await buildOwnRows()
    const { id: tableId, columnList } = await owner.data(tables.create, {
      spaceId,
      name: 'Open',
      columns: [{ name: 'Sampler', type: 'person' }],
    })
    await owner.data(spaces.setType, { id: spaceId, type: 'public' })
    const field = {
      key: 'f1',
      name: 'Sampler',
      from: { kind: 'column' as const, source: 0, column: String(columnList[0]?.id) },
    }
    const senior = world.idOf('senior')
    const filter = [{ match: 'all' as const, conditions: [{ field: 'f1', operator: 'is' as const, values: [senior] }] }]
    const query = { ...simple, base: { kind: 'table' as const, id: tableId }, fields: [field] }
    const part = { first: 0, count: 10 }
    const outsider = await world.as('ordinary')
    const namesFor = async (client: Client, definition: object, look: object = {}) =>
      (await client.data(dataViews.answer, { spaceId, definition, ...look, ...part } as never)).names
    expect(await namesFor(owner, { query: { ...query, filter } })).toEqual({ [senior]: '申大为' })
    expect(await namesFor(outsider, { query: { ...query, filter } })).toEqual({})
    expect(await namesFor(outsider, { query }, { filter })).toEqual({})
  })

  test('give two people different totals, and the answers of both say so', async () => {
    const { world, owner, spaceId, tableId, reportId, seenBy } = await buildOwnRows()
    const [senior, normal] = [await world.as('senior'), await world.as('normal')]
    for (const _ of ['asked', 'asked again'])
      expect([await seenBy(senior), await seenBy(normal), await seenBy(owner)]).toEqual([
        ['5.5', 2, 2, true],
        ['4', 1, 1, true],
        [null, 0, 0, true],
      ])
    expect(await refusal(normal.call(tables.show, { spaceId, id: tableId }))).toBe('tableGone')
    await owner.data(spaces.setType, { id: spaceId, type: 'public' })
    expect(await seenBy(new Client(world.origin))).toEqual([null, 0, 0, true])
    await owner.data(reports.withdraw, { spaceId, id: reportId })
    expect(await refusal(senior.call(reports.card, { id: reportId, card: 'c1' }))).toBe('reportGone')
  })

  test('stay those of the reader in views, SQL and exports over them, whoever hands them on', async () => {
    const { world, spaceId, viewId, answer } = await buildOwnRows()
    const [senior, normal] = [await world.as('senior'), await world.as('normal')]
    const over = (id: string) => ({
      base: { kind: 'view' as const, id },
      fields: [{ key: 'f2', name: 'Mass', from: { kind: 'column' as const, source: 0, column: 'f2' } }],
    })
    const handedOn = await senior.data(dataViews.create, {
      spaceId,
      name: 'Handed on',
      access: 'published',
      definition: { query: over(viewId) },
    })
    expect(await answer(over(handedOn.id), {}, normal)).toMatchObject({ rows: [['4']], isPersonal: true })
    const sources = [{ name: 'own', source: { kind: 'view' as const, id: viewId } }]
    const definition = { sql: { text: 'select sum("Mass") as "Mass" from own', sources } }
    expect(await senior.data(dataViews.answer, { spaceId, definition })).toMatchObject({
      rows: [['5.5']],
      isPersonal: true,
    })
    const asked = new URLSearchParams({ spaceId, format: 'csvForPrograms' })
    const csv = await (await normal.fetch(`/api/data/space/data-views/${viewId}/export?${asked}`)).text()
    expect(csv.trim().split(/\r?\n/)).toHaveLength(2)
  })
})

describe('a board of a public space, for those who are not signed in', () => {
  test('is not there in another space, for a draft, and once it is taken back', async () => {
    const { world, owner, spaceId, save, publish } = await buildReports()
    const { id } = await publish()
    const stranger = new Client(world.origin)
    const refusals = async (one: string) => [
      await refusal(stranger.call(reports.board, { id: one })),
      await refusal(stranger.call(reports.card, { id: one, card: 'c1' })),
      await refusal(stranger.call(reports.offered, { id: one, filter: 'q1' })),
    ]
    const gone = Array(3).fill('reportGone')
    expect(await refusals(id)).toEqual(gone)
    await owner.data(spaces.setType, { id: spaceId, type: 'public' })
    expect(await refusals((await save()).id)).toEqual(gone)
    expect(await refusals(id)).toEqual(Array(3).fill('success'))
    expect((await readPage(world, `/dashboard/${id}`)).data.board).toMatchObject({ id, spaceId, name: 'Lake' })
    const listed = async () => (await readPage(world, `/space/${spaceId}`)).data.space?.boards
    expect(await listed()).toEqual([{ id, name: 'Lake', description: '' }])
    await owner.data(reports.withdraw, { spaceId, id })
    expect(await refusals(id)).toEqual(gone)
    expect((await readPage(world, `/dashboard/${id}`)).data.board).toBeUndefined()
    expect(await listed()).toEqual([])
  })

  test('shows what anyone may read: a table that is its maker’s alone shows nothing, and its filters offer nothing of it', async () => {
    const { world, owner, spaceId, casts, publish } = await buildReports()
    const { id } = await publish()
    await owner.data(spaces.setType, { id: spaceId, type: 'public' })
    const stranger = new Client(world.origin)
    const filters = JSON.stringify({ q1: { operator: 'oneOf', values: ['S1'] } })
    expect(await stranger.data(reports.card, { id, card: 'c1', filters })).toMatchObject({ used: 2, present: 5 })
    expect((await stranger.data(reports.offered, { id, filter: 'q1' })).values).toContain('S1')
    await owner.data(tables.edit, { spaceId, id: casts.id, isShared: false })
    expect(await refusal(stranger.call(reports.card, { id, card: 'c1' }))).toBe('dataViewBroken')
    expect(await refusal(stranger.call(reports.offered, { id, filter: 'q1' }))).toBe('dataViewBroken')
    expect(await owner.data(reports.card, { id, card: 'c1' })).toMatchObject({ used: 5 })
  })

  test('is asked so often a minute by one network, and by those who are signed in as they like', async () => {
    const { world, owner, publish } = await buildReports()
    const { id } = await publish()
    const stranger = new Client(world.origin)
    for (let asked = 0; asked < ASKED_A_MINUTE; asked += 100)
      await Promise.all(Array.from({ length: 100 }, () => stranger.call(reports.board, { id })))
    for (const answer of [
      stranger.call(reports.board, { id }),
      stranger.call(reports.card, { id, card: 'c1' }),
      stranger.call(reports.offered, { id, filter: 'q1' }),
    ])
      expect(await refusal(answer)).toBe('tooManyRequests')
    expect(await owner.data(reports.card, { id, card: 'c1' })).toMatchObject({ used: 5 })
  })
})

test('filters of a board and a mark narrow a card, and the card says of how many rows', async () => {
  const { owner, spaceId, casts, chart } = await buildReports()
  const definition = asShown(chart)
  const station = { source: casts.ref, column: String(casts.ids[0]) }
  const narrowing = { columns: [station], comparisons: [{ operator: 'oneOf' as const, values: ['S1'] }] }
  const { query } = narrowed(definition.query, [narrowing])
  const answer = await drawnFor(owner, spaceId, { ...definition, query })
  expect([answer.used, answer.present]).toEqual([2, 5])

  const whole = await drawnFor(owner, spaceId, definition)
  const row = whole.rows.find(({ cells }) => cells[0] === 'S2')
  if (!row) throw new Error('no mark')
  const parts = pickedGroups(whole, row)
  const behind = rowsBehind(definition.query, parts)
  const asked = { query: behind }
  const { rows } = await owner.data(dataViews.answer, { spaceId, definition: asked })
  expect(rows).toEqual([['S2', '9']])
  expect(columnOfField(definition.query, 'f1')).toEqual(station)
})

// What metabase#24969 and apache/superset#9968 are about.
test(`a sum over more rows than a sheet has is whole, and a list of them says how many it leaves out: ${MANY}`, async () => {
  const { world, owner, spaceId } = await buildReports()
  const { id, columnList } = await owner.data(tables.create, {
    spaceId,
    name: 'Many',
    columns: [{ name: 'n', type: 'number' }],
  })
  const physical = sql.raw(`tables.t_${id.replaceAll('-', '')}`)
  await sql`insert into ${physical} (ord, c1) select n, n from generate_series(1, ${MANY}::int) n`.execute(world.db)
  await sql`update data_table set row_count = ${MANY} where id = ${id}`.execute(world.db)
  const from = { kind: 'column', source: 0, column: String(columnList[0]?.id) }
  const definition = asShown({
    type: 'number',
    query: { base: { kind: 'table', id }, fields: [{ key: 'f1', name: 'n', from }] },
    channels: { y: [{ field: 'f1', aggregate: 'sum' }] },
  })
  const answer = await drawnFor(owner, spaceId, definition)
  expect(answer.rows[0]?.cells[0]).toBe(String((MANY * (MANY + 1)) / 2))
  expect([answer.used, answer.present, answer.total]).toEqual([MANY, MANY, null])
  const list = { ...definition, type: 'table' as const, channels: { columns: [{ field: 'f1' }] } }
  const some = await drawnFor(owner, spaceId, list)
  expect([some.rows.length, some.used, some.present, some.total]).toEqual([some.used, CHART_SHAPES_MAX, MANY, MANY])
})
