import { CHART_FACETS_MAX } from '../core/limits.ts'
import type { AnswerPage } from '../queries/answer.ts'
import type { Measure, Query } from '../queries/query.ts'
import type { Cell, CellType } from '../tables/columns.ts'
import type { Ask, ChartAnswer } from './answer.ts'
import { numberBin, timeBin } from './bins.ts'
import type { Binding, ChartDefinition } from './definition.ts'
import { askGroups } from './grouping.ts'
import { boundTo, type ChartColumn, keysFor, type Plan, plannedGroups, plannedRows } from './plan.ts'
import { spanOf } from './span.ts'
import { chartTypes, drawsOthers } from './types.ts'

/** The values of a chart are so far apart that no bins reach from the least to the greatest. */
export class RangeTooWide extends Error {}

/** The measures of all rows of a query. */
async function summary(query: Query, wanted: readonly Omit<Measure, 'key' | 'name'>[], ask: Ask) {
  const newKey = keysFor(query.fields)
  const measures = wanted.map((one) => {
    const key = newKey()
    return { ...one, key, name: key }
  })
  const page = await ask({ ...query, groups: [], measures, sort: [], limit: null }, { count: 1, isCounted: false })
  return { cells: page.rows[0] ?? [], columns: page.columns }
}
const ROWS = { aggregate: 'count', field: null } as const
const countOf = async (query: Query, ask: Ask) => Number((await summary(query, [ROWS], ask)).cells[0] ?? 0)

const asQuery = ({ query }: ChartDefinition): Query => ({ ...query, groups: [], measures: [], sort: [], limit: null })
const isOpen = ({ time, width }: Binding) => time === 'auto' || width === 'auto'

/** Least and greatest value of fields among the rows of a chart. */
async function rangesOf(definition: ChartDefinition, fields: readonly string[], ask: Ask) {
  const wanted = fields.flatMap((field) => [
    { aggregate: 'least' as const, field },
    { aggregate: 'greatest' as const, field },
  ])
  const { cells, columns } = await summary(asQuery(definition), wanted, ask)
  return new Map(
    fields.map((field, at) => [
      field,
      { least: cells[2 * at] ?? null, greatest: cells[2 * at + 1] ?? null, type: columns[2 * at]?.type },
    ]),
  )
}

/** A width for the values between two numbers. Throws RangeTooWide. */
function widthOf(least: Cell, greatest: Cell, count: number): string {
  const width = numberBin(least, greatest, count)
  if (width === null) throw new RangeTooWide()
  return width
}

/** A definition whose groups of time all have the one span that its type draws. */
function withSpan(definition: ChartDefinition): ChartDefinition {
  const { time } = chartTypes[definition.type]
  const { x } = definition.channels
  if (!time || !x) return definition
  return { ...definition, channels: { ...definition.channels, x: x.map((binding) => ({ ...binding, time })) } }
}

/** Bins that `auto` aims at; facets share the shapes of a chart. */
function binsOf({ type, channels }: ChartDefinition): number {
  const { bins } = chartTypes[type]
  const isSplit = type === 'heatMap' && Boolean(channels.facet?.length)
  return isSplit ? Math.floor(bins / Math.sqrt(CHART_FACETS_MAX + 1)) : bins
}

/** Finds the bins that a definition leaves open. Throws RangeTooWide. */
async function withBins(asked: ChartDefinition, ask: Ask): Promise<ChartDefinition> {
  const definition = withSpan(asked)
  const open = boundTo(definition).flatMap(({ spec, binding }) =>
    spec.role === 'group' && binding.field && isOpen(binding) ? [binding.field] : [],
  )
  if (open.length === 0) return definition
  const ranges = await rangesOf(definition, [...new Set(open)], ask)
  const bins = binsOf(definition)
  const found = async (binding: Binding): Promise<Binding> => {
    const range = ranges.get(binding.field ?? '')
    if (!range || !isOpen(binding)) return binding
    const { time: _time, width: _width, ...rest } = binding
    const { least, greatest, type } = range
    if (type === 'number') return { ...rest, width: widthOf(least, greatest, bins) }
    const shortest = timeBin(least, greatest, bins, type === 'datetime')
    const wish = { query: asQuery(definition), bins, shortest, isDate: type === 'date' }
    const isAlong = definition.channels.x?.includes(binding) ?? false
    const time = isAlong ? await spanOf(definition, binding, wish, ask) : shortest
    return time ? { ...rest, time } : rest
  }
  const channels = await Promise.all(
    Object.entries(definition.channels).map(async ([channel, bindings = []]) => [
      channel,
      await Promise.all(bindings.map(found)),
    ]),
  )
  return { ...definition, channels: Object.fromEntries(channels) }
}

/** The columns of an answer with what they are to the chart; each has the name of its field, empty for rows. */
const columnsOf = ({ columns, query }: Plan, page: AnswerPage): ChartAnswer['columns'] =>
  columns.flatMap((column, at) => {
    const known = page.columns[at]
    const nameOf = (field: string | null | undefined) => query.fields.find(({ key }) => key === field)?.name ?? ''
    const { field, by } = column.binding
    const name = by && column.statistic === 'value' ? `${nameOf(field)} / ${nameOf(by)}` : nameOf(field)
    return known ? [{ ...known, ...column, name }] : []
  })

const isShare = ({ binding: { aggregate }, statistic }: ChartColumn) => aggregate === 'share' && statistic === 'value'
/** A part of a whole as a decimal of 15 digits; null when there is no whole. */
const partOf = (value: Cell, whole: Cell | undefined): Cell =>
  value === null || !Number(whole ?? 0) ? null : String(Number((Number(value) / Number(whole)).toPrecision(15)))

/** Makes the sums of shares the parts that they are of all rows. */
async function withShares(answer: ChartAnswer, query: Query, ask: Ask): Promise<ChartAnswer> {
  const shares = answer.columns.flatMap((column, at) => (isShare(column) ? [{ at, field: column.binding.field }] : []))
  if (shares.length === 0) return answer
  const wanted = shares.map(({ field }) => (field === null ? ROWS : { aggregate: 'sum' as const, field }))
  const { cells: wholes } = await summary(query, wanted, ask)
  const wholeOf = new Map(shares.map(({ at }, index) => [at, wholes[index]]))
  return {
    ...answer,
    columns: answer.columns.map((column) =>
      isShare(column) ? { ...column, unit: '', format: { isPercent: true } } : column,
    ),
    rows: answer.rows.map(({ cells, rest }) => ({
      cells: cells.map((cell, at) => (wholeOf.has(at) ? partOf(cell, wholeOf.get(at)) : cell)),
      rest,
    })),
  }
}

const about = ({ names, sources, answeredBy, isPersonal, at }: AnswerPage) => ({
  names,
  sources,
  answeredBy,
  isPersonal,
  at,
})

async function groupsOf(asked: ChartDefinition, ask: Ask): Promise<ChartAnswer> {
  const definition = await withBins(asked, ask)
  const plan = plannedGroups(definition)
  const { pages, rows, total, others } = await askGroups(plan, definition, ask)
  const [first] = pages
  if (!first) throw new Error('a question has an answer')
  const used = rows.reduce((sum, { cells }) => sum + Number(cells.at(-1) ?? 0), 0)
  const isWhole = total === null && (drawsOthers(definition) || Object.keys(others).length === 0)
  const matching = isWhole ? used : await countOf(asQuery(definition), ask)
  const answer: ChartAnswer = {
    ...about(first),
    names: Object.assign({}, ...pages.map(({ names }) => names)),
    columns: columnsOf(plan, first),
    rows,
    used,
    matching,
    present: await presentOf(definition, matching, ask),
    total,
    others,
    isBinned: false,
  }
  return withShares(answer, asQuery(definition), ask)
}

/** Rows of the sources, whatever the filter. */
const presentOf = async (definition: ChartDefinition, matching: number, ask: Ask) =>
  definition.query.filter.length ? countOf({ ...asQuery(definition), filter: [] }, ask) : matching

/** Points as intervals of both axes, each with the number of its rows. */
function asIntervals(definition: ChartDefinition, types: readonly (CellType | undefined)[]): ChartDefinition {
  const binned = (channel: 'x' | 'y', type: CellType | undefined): Binding[] =>
    (definition.channels[channel] ?? []).map((binding) => ({
      ...binding,
      ...(type === 'number' ? { width: 'auto' as const } : { time: 'auto' as const }),
    }))
  const { facet } = definition.channels
  const channels = {
    x: binned('x', types[0]),
    y: binned('y', types[1]),
    color: [{ field: null }],
    ...(facet && { facet: facet.map(({ field }) => ({ field })) }),
  }
  return { ...definition, type: 'heatMap', channels }
}

const isPoints = ({ type }: ChartDefinition) => type === 'scatter' || type === 'bubble'

async function rowsOf(definition: ChartDefinition, ask: Ask): Promise<ChartAnswer> {
  const plan = plannedRows(definition)
  const page = await ask(plan.query, { count: chartTypes[definition.type].shapes, isCounted: true })
  const drawable = page.matching ?? page.rows.length
  const isExact = plan.query.filter.length === definition.query.filter.length
  const matching = isExact ? drawable : await countOf(asQuery(definition), ask)
  const counts = { matching, present: await presentOf(definition, matching, ask) }
  const total = drawable > page.rows.length ? drawable : null
  if (total !== null && isPoints(definition)) {
    const types = page.columns.map(({ type }) => type)
    const intervals = asIntervals(definition, types)
    const query = { ...definition.query, filter: plan.query.filter }
    return { ...(await groupsOf({ ...intervals, query }, ask)), ...counts, isBinned: true }
  }
  const rows = page.rows.map((cells) => ({ cells, rest: [] }))
  const columns = columnsOf(plan, page)
  return { ...about(page), columns, rows, used: rows.length, ...counts, total, others: {}, isBinned: false }
}

/** A number with its trend: one more row, of all spans together. */
async function trendOf(definition: ChartDefinition, ask: Ask): Promise<ChartAnswer> {
  const { x: _x, ...channels } = definition.channels
  const [trend, all] = await Promise.all([groupsOf(definition, ask), groupsOf({ ...definition, channels }, ask)])
  const rows = all.rows.map(({ cells }) => ({ cells: [null, ...cells], rest: [true] }))
  return { ...trend, rows: [...rows, ...trend.rows] }
}

/**
 * Asks all that a chart needs: its bins, its groups with the others, and how many rows there are. The definition has no
 * problems. Throws RangeTooWide, and what `ask` throws.
 */
export function askChart(definition: ChartDefinition, ask: Ask): Promise<ChartAnswer> {
  const bound = boundTo(definition)
  if (bound.some(({ spec }) => spec.role === 'value')) return rowsOf(definition, ask)
  const hasTrend = definition.type === 'number' && bound.some(({ channel }) => channel === 'x')
  return hasTrend ? trendOf(definition, ask) : groupsOf(definition, ask)
}
