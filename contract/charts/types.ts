import * as z from 'zod/mini'
import { CHART_FACETS_MAX, CHART_NAMES_MAX, CHART_SHAPES_MAX, TABLE_ROWS_A_PAGE } from '../core/limits.ts'
import { Aggregate, type TimeBin } from '../queries/query.ts'
import type { CellType } from '../tables/columns.ts'
import type { Binding, CategoryOrder, Channel, ChartDefinition, ChartType } from './definition.ts'

/**
 * The use of a channel's columns. group: rows with equal values are aggregated; measure: an aggregate is computed;
 * value: each row has a value.
 */
export const Role = z.enum(['group', 'measure', 'value'])
export type Role = z.infer<typeof Role>
export type ChannelSpec = {
  role: Role
  /** Types of columns that it takes. */
  accepts: readonly CellType[]
  /** How many columns it needs, and takes at most. */
  min: number
  max: number
  /** The shapes are parts of a whole, which only what adds up can be. */
  isPart?: true
}
export type ChartSpec = {
  channels: Partial<Record<Channel, ChannelSpec>>
  /** Bins that `auto` aims at. */
  bins: number
  /** Shapes that are drawn at most, or rows that are shown. */
  shapes: number
  /** The one span of time that its groups have. */
  time?: TimeBin
  /** "Others" would be meaningless: the categories are counted, not drawn. */
  hasNoOthers?: true
  /** Rows are sorted by this channel in descending order, so that the newest are drawn if there are too many. */
  newestBy?: Channel
  /** Its points are joined along x, where names stand in their natural order as numbers and times do. */
  isJoined?: true
}

export const LARGEST_FIRST: CategoryOrder = { by: 'value', order: 'desc' }
export const NATURAL: CategoryOrder = { by: 'name', order: 'asc' }
/** The order of the categories along x when a chart has no other. */
export const usualOrder = (type: ChartType): CategoryOrder => (chartTypes[type].isJoined ? NATURAL : LARGEST_FIRST)

const NUMBERS = ['number'] as const
const TIMES = ['date', 'datetime'] as const
const SCALES = [...NUMBERS, ...TIMES] as const
const NAMES = ['text', 'choice', 'boolean', 'person', 'file'] as const
const GROUPS = [...NAMES, ...SCALES] as const
const ALL = [...GROUPS, 'choices'] as const

const group = (min: number, max: number, accepts: readonly CellType[] = GROUPS): ChannelSpec => ({
  role: 'group',
  accepts,
  min,
  max,
})
const measure = (min: number, max: number): ChannelSpec => ({ role: 'measure', accepts: ALL, min, max })
const part: ChannelSpec = { ...measure(1, 1), isPart: true }
const value = (min: number, max: number, accepts: readonly CellType[] = NUMBERS): ChannelSpec => ({
  role: 'value',
  accepts,
  min,
  max,
})

const facet = group(0, 1)
const series = { color: group(0, 1), facet }
const lines: ChartSpec = {
  channels: { x: group(1, 1), y: measure(1, 8), y2: measure(0, 4), ...series },
  bins: 200,
  shapes: TABLE_ROWS_A_PAGE,
  isJoined: true,
}
const points = { x: value(1, 1, SCALES), y: value(1, 1) }
const named = { color: value(0, 1, NAMES), label: value(0, 1, ALL) }
const ofPoints = { ...named, facet: value(0, 1, NAMES) }

/** The channels of each type of chart. */
export const chartTypes: Record<ChartType, ChartSpec> = {
  table: { channels: { columns: value(1, 30, ALL) }, bins: 0, shapes: CHART_SHAPES_MAX },
  number: { channels: { y: measure(1, 1), x: group(0, 1, TIMES) }, bins: 60, shapes: CHART_SHAPES_MAX },
  bar: {
    channels: { x: group(1, 1), y: measure(1, 8), y2: measure(0, 4), ...series },
    bins: 40,
    shapes: CHART_SHAPES_MAX,
  },
  line: lines,
  area: {
    channels: { x: group(1, 1), y: measure(1, 8), ...series },
    bins: 200,
    shapes: TABLE_ROWS_A_PAGE,
    isJoined: true,
  },
  step: lines,
  scatter: { channels: { ...points, ...ofPoints }, bins: 22, shapes: TABLE_ROWS_A_PAGE },
  bubble: { channels: { ...points, size: value(1, 1), ...ofPoints }, bins: 22, shapes: TABLE_ROWS_A_PAGE },
  histogram: { channels: { x: group(1, 1, SCALES), ...series }, bins: 30, shapes: CHART_SHAPES_MAX },
  box: {
    channels: { x: group(0, 1), y: { ...measure(1, 1), accepts: NUMBERS }, ...series },
    bins: 20,
    shapes: CHART_SHAPES_MAX,
  },
  heatMap: {
    channels: { x: group(1, 1), y: group(1, 1), color: measure(1, 1), facet },
    bins: 20,
    shapes: CHART_SHAPES_MAX,
  },
  pie: { channels: { color: group(1, 1), y: part, facet }, bins: 12, shapes: CHART_SHAPES_MAX },
  treemap: { channels: { levels: group(1, 3), y: part }, bins: 12, shapes: CHART_SHAPES_MAX },
  sunburst: { channels: { levels: group(1, 4), y: part }, bins: 12, shapes: CHART_SHAPES_MAX },
  sankey: { channels: { levels: group(2, 4), y: part }, bins: 12, shapes: CHART_SHAPES_MAX },
  funnel: { channels: { x: group(1, 1), y: part, facet }, bins: 12, shapes: CHART_SHAPES_MAX },
  gauge: { channels: { y: measure(1, 1) }, bins: 0, shapes: CHART_SHAPES_MAX },
  radar: { channels: { x: group(1, 1), y: measure(1, 8), ...series }, bins: 12, shapes: CHART_SHAPES_MAX },
  wordCloud: {
    channels: { label: group(1, 1, [...NAMES, ...NUMBERS]), size: measure(1, 1) },
    bins: 40,
    shapes: CHART_SHAPES_MAX,
    hasNoOthers: true,
  },
  parallel: {
    channels: { columns: value(2, 12), ...named },
    bins: 0,
    shapes: CHART_SHAPES_MAX,
  },
  candle: {
    channels: { x: value(1, 1, TIMES), open: value(1, 1), high: value(1, 1), low: value(1, 1), close: value(1, 1) },
    bins: 0,
    shapes: CHART_SHAPES_MAX,
    newestBy: 'x',
  },
  calendar: {
    channels: { x: group(1, 1, TIMES), color: measure(1, 1) },
    bins: 0,
    shapes: TABLE_ROWS_A_PAGE,
    time: 'day',
  },
  violin: { channels: { x: group(0, 1), y: group(1, 1, NUMBERS), facet }, bins: 40, shapes: TABLE_ROWS_A_PAGE },
  density: { channels: { x: group(1, 1, NUMBERS), ...series }, bins: 60, shapes: TABLE_ROWS_A_PAGE },
  map: {
    channels: { longitude: value(1, 1), latitude: value(1, 1), size: value(0, 1), ...named },
    bins: 0,
    shapes: TABLE_ROWS_A_PAGE,
  },
  regionMap: {
    channels: { region: group(1, 1, [...NAMES, ...NUMBERS]), color: measure(1, 1) },
    bins: 0,
    shapes: CHART_SHAPES_MAX,
    hasNoOthers: true,
  },
  pivotTable: {
    channels: { rows: group(1, 2), columns: group(0, 1), y: measure(1, 8) },
    bins: 30,
    shapes: CHART_SHAPES_MAX,
  },
}

/** The specification of a channel that a type has. */
export function channelOf(type: ChartType, channel: Channel): ChannelSpec | undefined {
  return chartTypes[type].channels[channel]
}

/** Categories of a group that are drawn each, before the others. */
export function categoriesOf({ options }: ChartDefinition, channel: Channel): number {
  if (channel === 'facet') return CHART_FACETS_MAX
  if (channel === 'label' || channel === 'region') return CHART_NAMES_MAX
  return channel === 'color' ? options.series : options.categories
}

/** Whether what is beyond the limits of a chart is drawn as others. */
export const drawsOthers = ({ type, options }: ChartDefinition): boolean =>
  options.hasOthers && !chartTypes[type].hasNoOthers

/** The aggregates whose value is a number that can be drawn; null means the number of rows. */
export function drawnAggregates(type: CellType | null): readonly Aggregate[] {
  if (type === null) return ['count', 'share']
  if (type === 'boolean') return ['count', 'distinct', 'ratio']
  return type === 'number' ? Aggregate.options : ['count', 'distinct']
}

/** Whether an aggregate of parts makes a whole. */
export const addsUp = (aggregate: Aggregate): boolean => ['count', 'distinct', 'sum', 'share'].includes(aggregate)

/** The default treatment of a column in a channel. */
export function usualBinding(
  { role, isPart }: Pick<ChannelSpec, 'role' | 'isPart'>,
  field: string | null,
  type: CellType | null,
): Binding {
  if (role === 'value') return { field }
  if (role === 'measure') return { field, aggregate: type !== 'number' ? 'count' : isPart ? 'sum' : 'mean' }
  if (type === 'date' || type === 'datetime') return { field, time: 'auto' }
  return type === 'number' ? { field, width: 'auto' } : { field }
}

/** Whether a channel takes the number of rows instead of a column: a box, say, has quartiles of a column only. */
export const takesRows = ({ role, accepts }: ChannelSpec): boolean => role === 'measure' && accepts.includes('text')

/** Why a definition cannot be drawn yet, and at which channel. */
export type ChartProblem = { channel: Channel; reason: 'missing' | 'tooMany' | 'unfit' | 'gone'; field: string | null }

/** The problems that prevent a definition from being drawn, given the types of its fields. */
export function problemsOf(
  { type, channels, query }: ChartDefinition,
  typeOf: (field: string) => CellType | undefined,
): ChartProblem[] {
  const known = new Set(query.fields.map(({ key }) => key))
  return Object.entries(chartTypes[type].channels).flatMap(([name, spec]) => {
    const channel = name as Channel
    const bindings = channels[channel] ?? []
    const found: ChartProblem[] = bindings.flatMap(({ field, by }): ChartProblem[] => {
      if (by !== undefined && !known.has(by)) return [{ channel, reason: 'gone', field: by }]
      if (field === null)
        return takesRows(spec) ? [] : [{ channel, reason: spec.role === 'measure' ? 'missing' : 'gone', field }]
      if (!known.has(field)) return [{ channel, reason: 'gone', field }]
      const cell = typeOf(field)
      return cell && !spec.accepts.includes(cell) ? [{ channel, reason: 'unfit', field }] : []
    })
    if (bindings.length < spec.min) found.push({ channel, reason: 'missing', field: null })
    if (bindings.length > spec.max) found.push({ channel, reason: 'tooMany', field: null })
    return found
  })
}

/** The channels that need more columns before anything can be drawn. */
export const neededBy = ({ type, channels }: Pick<ChartDefinition, 'type' | 'channels'>): Channel[] =>
  (Object.entries(chartTypes[type].channels) as [Channel, ChannelSpec][]).flatMap(([channel, { min }]) =>
    (channels[channel]?.length ?? 0) < min ? [channel] : [],
  )
