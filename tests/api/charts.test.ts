import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { ChartAnswer } from '#contract/charts/answer.ts'
import { askChart, RangeTooWide } from '#contract/charts/asking.ts'
import { ChartDefinition } from '#contract/charts/definition.ts'
import type { ChartColumn } from '#contract/charts/plan.ts'
import { drawsOthers } from '#contract/charts/types.ts'
import { contract } from '#contract/index.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { randomDefinition } from '../support/chart-definition.ts'
import { isFull } from '../support/full.ts'
import { drawing } from '../support/random.ts'
import { buildWorld } from '../support/world.ts'

const { dataViews, tables } = contract
const COLUMNS = [
  { name: 'Station', type: 'text' as const },
  { name: 'Depth', type: 'number' as const },
  { name: 'Temperature', type: 'number' as const },
  { name: 'Day', type: 'date' as const },
  { name: 'Logged', type: 'datetime' as const },
  { name: 'Good', type: 'boolean' as const },
]
const FIELDS = COLUMNS.map(({ name, type }, at) => ({ key: `f${at + 1}`, name, type }))

/** Rows with empty cells, texts that differ in case alone, and values on both sides of zero. */
function randomRows(count: number): Cell[][] {
  const draw = drawing(7)
  const maybe = (value: () => Cell): Cell => (draw() < 0.1 ? null : value())
  const station = () => ['S1', 's1', 'S2', 'S10', 'Bucht', 'Ü 1', '北湾'][Math.floor(draw() * 7)] as string
  const moment = () => new Date(Date.UTC(2025, 0, 1) + Math.floor(draw() * 4e10))
  return Array.from({ length: count }, () => [
    maybe(station),
    maybe(() => String(Math.floor(draw() * 60) / 2)),
    maybe(() => (draw() * 40 - 10).toFixed(3)),
    maybe(() => moment().toISOString().slice(0, 10)),
    maybe(() => moment().toISOString()),
    maybe(() => draw() < 0.5),
  ])
}

/** A table of a space, and the same rows in a table of PostgreSQL that knows nothing of the product. */
async function buildCharts(rows: Cell[][]) {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const { id, columnList } = await owner.data(tables.create, { spaceId, name: 'Casts', columns: COLUMNS })
  const columns = columnList.map((column) => column.id)
  await owner.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns, rows } })
  const fields = FIELDS.map(({ key, name }, at) => ({
    key,
    name,
    from: { kind: 'column' as const, source: 0, column: String(columns[at]) },
  }))
  const query = { base: { kind: 'table' as const, id }, fields }
  await sql`create table chart_reference as select (r->>0) f1, (r->>1)::numeric f2, (r->>2)::numeric f3, (r->>3)::date f4,
    (r->>4)::timestamptz f5, (r->>5)::boolean f6 from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r`.execute(
    world.db,
  )
  const chart = (wish: object) => ChartDefinition.parse({ query, ...wish })
  const asked = (definition: ChartDefinition) =>
    askChart(definition, (of, part) => owner.data(dataViews.answer, { spaceId, definition: { query: of }, ...part }))
  return { world, query, chart, asked }
}

/** A group as SQL, written here a second time on purpose. */
function groupSql({ binding: { field, time, width }, type }: ChartColumn): string {
  if (width) return `floor(${field} / ${width}) * ${width}`
  if (time === 'hour') return `date_trunc('hour', ${field} at time zone 'UTC') at time zone 'UTC'`
  if (!time) return String(field)
  const isMoment = field === 'f5' && type === 'date'
  return isMoment ? `date_trunc('${time}', ${field} at time zone 'UTC')::date` : `date_trunc('${time}', ${field})::date`
}

function measureSql(
  { statistic, binding: { field, aggregate = 'count', percent, by } }: ChartColumn,
  of: ChartDefinition,
) {
  const at = (share: number) => `percentile_cont(${share / 100}) within group (order by ${field}::float8)`
  const isRange = of.options.whiskers === 'range'
  if (of.type === 'box' && statistic !== 'rows')
    return (
      {
        least: isRange ? `min(${field})` : at(5),
        lower: at(25),
        median: at(50),
        upper: at(75),
        greatest: isRange ? `max(${field})` : at(95),
      }[statistic as 'least'] ?? `count(${field})`
    )
  if (statistic === 'deviation') return `stddev_samp(${field}::float8)`
  if (statistic === 'values') return `count(${field})`
  if (field === null) return aggregate === 'share' ? 'count(*)::float8 / 400' : 'count(*)'
  return {
    count: `count(${field})`,
    distinct: `count(distinct ${field})`,
    sum: `sum(${field})`,
    mean: `avg(${field})::float8`,
    median: at(50),
    percentile: at(percent ?? 50),
    deviation: `stddev_samp(${field}::float8)`,
    least: `min(${field})`,
    greatest: `max(${field})`,
    ratio: by
      ? `(sum(${field}) / nullif(sum(${by}), 0))::float8`
      : `count(*) filter (where ${field})::float8 / nullif(count(${field}), 0)`,
    share: `sum(${field})::float8 / (select sum(${field}) from chart_reference)::float8`,
  }[aggregate]
}

const text = (value: unknown) => (value instanceof Date ? value.toISOString() : value === null ? null : String(value))
/** A value as it is compared: numbers by their value to nine digits: sums of doubles differ in the last ones. */
const plain = (type: string, cell: unknown) =>
  cell === null || cell === undefined ? null : type === 'number' ? Number(Number(cell).toPrecision(9)) : text(cell)

describe('charts and PostgreSQL', () => {
  const count = isFull ? 1000 : 30

  test(`${count} charts by chance draw what the same SQL gives`, async () => {
    const { world, query, asked } = await buildCharts(randomRows(400))
    const draw = drawing(19)
    for (let turn = 0; turn < count; turn += 1) {
      const definition = randomDefinition(draw, query, FIELDS)
      const answer = await asked(definition)
      await expectSame(world, answer, definition, `${turn} ${JSON.stringify(definition)}`)
    }
  })
})

type World = Awaited<ReturnType<typeof buildWorld>>

/** Every row of an answer stands for the rows that SQL puts together, and no row is left out or counted twice. */
async function expectSame(world: World, answer: ChartAnswer, definition: ChartDefinition, hint: string) {
  const groups = answer.columns.filter(({ role }) => role === 'group')
  const measures = answer.columns.filter(({ role }) => role === 'measure')
  const kept = groups.map((_, at) => answer.rows.filter(({ rest }) => !rest[at]).map(({ cells }) => cells[at] ?? null))
  const keys = groups.map((column, at) => {
    const cast = { number: 'numeric', datetime: 'timestamptz' }[column.type as string] ?? 'text'
    const value = `(${groupSql(column)})::${cast}`
    if (!answer.rows.some(({ rest }) => rest[at])) return `${value}::text`
    const quoted = (cell: Cell) => `'${String(cell).replaceAll("'", "''")}'::${cast}`
    const known = kept[at]?.map((cell) => (cell === null ? 'null' : quoted(cell))) ?? []
    const some = `(${value} in (${['null', ...known.filter((one) => one !== 'null')].join()}))`
    const isKept = known.includes('null') ? `(${some} or ${value} is null)` : `coalesce(${some}, false)`
    return `case when ${isKept} then coalesce(${value}::text, '\u0001') else '\u0002' end`
  })
  const values = measures.map((column) => measureSql(column, definition))
  const places = keys.map((_, at) => at + 1)
  const { rows } = await sql
    .raw<Record<string, unknown>>(
      `select ${[...keys, ...values].map((one, at) => `${one} as c${at}`).join()} from chart_reference${places.length ? ` group by ${places.join()}` : ''}`,
    )
    .execute(world.db)
  const key = (cells: readonly unknown[]) => JSON.stringify(cells)
  const expected = new Map(
    rows.map((row) => [
      key(groups.map((column, at) => groupKey(column, row[`c${at}`]))),
      measures.map(({ type }, at) => plain(type, row[`c${groups.length + at}`])),
    ]),
  )
  const found = new Map(
    answer.rows.map(({ cells, rest }) => [
      key(groups.map((column, at) => (rest[at] ? 'rest' : groupKey(column, cells[at])))),
      measures.map(({ type }, at) => plain(type, cells[groups.length + at])),
    ]),
  )
  // What is beyond the limits of a chart without others is counted, not drawn.
  const isWhole = answer.total === null && (drawsOthers(definition) || Object.keys(answer.others).length === 0)
  if (isWhole) expect([...found].sort(), hint).toEqual([...expected].sort())
  else for (const [one, cells] of found) expect(cells, hint).toEqual(expected.get(one))
  expect(answer.present, hint).toBe(400)
}

/** The value of a group as it is compared, whoever wrote it. */
function groupKey({ type, binding: { time } }: ChartColumn, cell: unknown): unknown {
  if (cell === '\u0002') return 'rest'
  if (cell === null || cell === undefined || cell === '\u0001') return null
  if (type === 'number') return Number(cell)
  if (type === 'boolean') return String(cell)
  if (type === 'datetime' || time === 'hour') return new Date(String(cell).replace(/\+00$/, 'Z')).toISOString()
  return String(cell)
}

describe('others', () => {
  test('a median of the others is computed of their rows, and every row is counted once', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => [`S${at % 6}`, '0', String(at * at), null, null, null])
    const { chart, asked } = await buildCharts(rows)
    const channels = { x: [{ field: 'f1' }], y: [{ field: 'f3', aggregate: 'median' }] }
    const answer = await asked(chart({ type: 'bar', channels, options: { categories: 2 } }))
    const others = answer.rows.filter(({ rest }) => rest[0])
    expect(others).toHaveLength(1)
    const values = rows.filter(([name]) => !['S5', 'S4'].includes(String(name))).map((row) => Number(row[2]))
    const sorted = values.sort((one, other) => one - other)
    expect(Number(others[0]?.cells[1])).toBe(((sorted[9] ?? 0) + (sorted[10] ?? 0)) / 2)
    expect(answer).toMatchObject({ used: 30, matching: 30, present: 30, others: { x: 4 } })
  })

  test('who does not want them is told how many rows are not drawn', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => [`S${at % 4}`, '0', String(at), null, null, null])
    const { chart, asked } = await buildCharts(rows)
    const channels = { x: [{ field: 'f1' }], y: [{ field: null, aggregate: 'count' }] }
    const answer = await asked(chart({ type: 'bar', channels, options: { categories: 1, hasOthers: false } }))
    expect(answer).toMatchObject({ used: 3, matching: 12, present: 12, others: { x: 3 } })
  })
})

describe('shares', () => {
  test('are parts of all rows, those of the others too, and of nothing there is none', async () => {
    const rows = Array.from({ length: 40 }, (_, at) => [`S${at % 4}`, '0', String(at % 4), null, null, at % 4 === 0])
    const { chart, asked } = await buildCharts(rows)
    const y = [
      { field: null, aggregate: 'share' },
      { field: 'f3', aggregate: 'share' },
      { field: 'f2', aggregate: 'share' },
      { field: 'f6', aggregate: 'ratio' },
      { field: 'f3', aggregate: 'ratio', by: 'f2' },
    ]
    const answer = await asked(
      chart({ type: 'bar', channels: { x: [{ field: 'f1' }], y }, options: { categories: 2 } }),
    )
    const cells = answer.rows.map(({ cells: all, rest }) => [rest[0] ? 'others' : all[0], ...all.slice(1, 6)])
    expect(cells).toEqual(
      expect.arrayContaining([
        ['S0', '0.25', '0', null, '1', null],
        ['others', '0.5', '0.833333333333333', null, '0', null],
      ]),
    )
    expect(answer.columns.slice(1, 6).map(({ name, format }) => [name, format.isPercent ?? false])).toEqual([
      ['', true],
      ['Temperature', true],
      ['Depth', true],
      ['Good', true],
      ['Temperature / Depth', false],
    ])
  })
})

describe('bins', () => {
  test('numbers that are too far apart are refused in words, not drawn wrong', async () => {
    const { chart, asked } = await buildCharts([
      ['a', '0', `1${'0'.repeat(300)}`, null, null, null],
      ['b', '0', '1', null, null, null],
    ])
    const definition = chart({ type: 'histogram', channels: { x: [{ field: 'f3', width: 'auto' }] } })
    await expect(asked(definition)).rejects.toBeInstanceOf(RangeTooWide)
  })

  test('points beyond what is drawn become intervals that hold every point', async () => {
    const draw = drawing(3)
    const rows = Array.from({ length: 1200 }, () => [
      'a',
      String(Math.floor(draw() * 90)),
      draw().toFixed(3),
      null,
      null,
      null,
    ])
    const { chart, asked } = await buildCharts(rows)
    const answer = await asked(chart({ type: 'scatter', channels: { x: [{ field: 'f2' }], y: [{ field: 'f3' }] } }))
    expect(answer).toMatchObject({ isBinned: true, used: 1200, present: 1200 })
    expect(answer.rows.length).toBeLessThanOrEqual(500)
  })
})
