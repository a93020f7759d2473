import * as z from 'zod/mini'
import {
  CHART_BINDINGS_MAX,
  CHART_CATEGORIES_MAX,
  CHART_COLORED_MAX,
  CHART_COLORED_TEXT_MAX,
  CHART_COLORS,
  CHART_LINES_MAX,
  CHART_SERIES_MAX,
  CHART_TEXT_MAX,
} from '../core/limits.ts'
import { Order } from '../core/shapes.ts'
import { Hash } from '../files.ts'
import { Aggregate, BinWidth, FieldKey, Query, TimeBin } from '../queries/query.ts'

export const ChartType = z.enum([
  'table',
  'number',
  'bar',
  'line',
  'area',
  'step',
  'scatter',
  'bubble',
  'histogram',
  'box',
  'heatMap',
  'pie',
  'pivotTable',
  'treemap',
  'sunburst',
  'sankey',
  'funnel',
  'gauge',
  'radar',
  'wordCloud',
  'parallel',
  'candle',
  'calendar',
  'violin',
  'density',
  'map',
  'regionMap',
])
export type ChartType = z.infer<typeof ChartType>

/** The channels of a chart; the meaning of each depends on the type, see `chartTypes`. */
export const Channel = z.enum([
  'x',
  'y',
  'y2',
  'color',
  'size',
  'label',
  'facet',
  'columns',
  'rows',
  'levels',
  'region',
  'longitude',
  'latitude',
  'open',
  'high',
  'low',
  'close',
])
export type Channel = z.infer<typeof Channel>

const AUTO = z.literal('auto')
/**
 * A column in a channel. As a group: each value, or bins of time or of numbers; `auto` chooses bins by the minimum and
 * the maximum. As a measure: an aggregate of its values; without a field, the number of rows.
 */
export const Binding = z.object({
  field: z._default(z.nullable(FieldKey), null),
  time: z.optional(z.union([TimeBin, AUTO])),
  width: z.optional(z.union([BinWidth, AUTO])),
  aggregate: z.optional(Aggregate),
  /** Of a percentile, from 0 to 100. */
  percent: z.optional(z.number().check(z.gte(0), z.lte(100))),
  /** Of a ratio of numbers: whose sum divides. */
  by: z.optional(FieldKey),
  /** Said instead of the name of the column. */
  title: z.optional(z.string().check(z.trim(), z.maxLength(CHART_TEXT_MAX))),
})
export type Binding = z.infer<typeof Binding>

/**
 * The range of an error bar: the standard deviation, the standard error, or the 95 % confidence interval of the mean.
 */
export const ErrorBar = z.enum(['deviation', 'standardError', 'interval'])
export type ErrorBar = z.infer<typeof ErrorBar>

const text = z.string().check(z.trim(), z.maxLength(CHART_TEXT_MAX))
const Axis = z.object({
  /** Empty: the names of its columns. */
  title: z._default(text, ''),
  isLog: z._default(z.boolean(), false),
  /** Greater values are lower or further left, as depths are drawn. */
  isReversed: z._default(z.boolean(), false),
  /** Start and end of the axis; absent: those of the values. Bars always begin at 0. */
  least: z.optional(z.number()),
  greatest: z.optional(z.number()),
})
export type Axis = z.infer<typeof Axis>
const axis = z.prefault(Axis, {})

export const CategoryOrder = z.object({ by: z.enum(['value', 'name']), order: Order })
export type CategoryOrder = z.infer<typeof CategoryOrder>

/** Colours of series: colour-blind readers can distinguish them, in the light and the dark theme. */
export const ChartPalette = z.enum(['standard', 'bright', 'muted', 'grey'])
export type ChartPalette = z.infer<typeof ChartPalette>
/** Colours from minimum to maximum; `diverging` has its midpoint at 0 if there are values on both sides of it. */
export const ChartRamp = z.enum(['standard', 'spectrum', 'heat', 'diverging'])
export type ChartRamp = z.infer<typeof ChartRamp>
/** How measures are written: as their column says, in full, shortened (12.3K), by powers of ten, or as percent. */
export const ChartNotation = z.enum(['column', 'full', 'compact', 'scientific', 'percent'])
export type ChartNotation = z.infer<typeof ChartNotation>

export const ChartOptions = z.object({
  title: z._default(text, ''),
  subtitle: z._default(text, ''),
  axes: z.prefault(z.object({ x: axis, y: axis, y2: axis }), {}),
  /** Arrangement of bars and areas of several series: side by side, stacked, or stacked to 100%. */
  stacking: z._default(z.enum(['none', 'stacked', 'percent']), 'none'),
  isHorizontal: z._default(z.boolean(), false),
  /** Order of categories: by their first measure, or by their names; absent: the usual one of the type. */
  order: z.optional(CategoryOrder),
  /**
   * Maximum number of categories and series drawn separately; the remaining ones are combined as "others", computed of
   * their own rows.
   */
  categories: z._default(z.int().check(z.gte(1), z.lte(CHART_CATEGORIES_MAX)), 20),
  series: z._default(z.int().check(z.gte(1), z.lte(CHART_SERIES_MAX)), 8),
  /** Whether the others are drawn; the chart says how many rows they are either way. */
  hasOthers: z._default(z.boolean(), true),
  errorBar: z.optional(ErrorBar),
  /** A line is broken where a bin of time or numbers has no rows; otherwise it continues to the next. */
  isGapShown: z._default(z.boolean(), true),
  hasPoints: z._default(z.boolean(), false),
  /** A straight line through the points by least squares, with its equation and its share of the variance. */
  hasRegression: z._default(z.boolean(), false),
  hasLabels: z._default(z.boolean(), false),
  legend: z._default(z.enum(['auto', 'top', 'right', 'bottom', 'none']), 'auto'),
  /** Digits after the point of measures; absent: as the column has it. */
  decimals: z.optional(z.int().check(z.gte(0), z.lte(20))),
  notation: z._default(ChartNotation, 'column'),
  /** Thousands are set apart. */
  isGrouped: z._default(z.boolean(), true),
  /** The unit of the column is shown after each value, not only in the title. */
  hasUnit: z._default(z.boolean(), false),
  palette: z._default(ChartPalette, 'standard'),
  ramp: z._default(ChartRamp, 'standard'),
  /** Series that have a colour of their own: the place of the colour in the palette, from 0. */
  colors: z._default(
    z
      .array(
        z.object({
          series: z.string().check(z.maxLength(CHART_COLORED_TEXT_MAX)),
          color: z.int().check(z.gte(0), z.lt(CHART_COLORS)),
        }),
      )
      .check(z.maxLength(CHART_COLORED_MAX)),
    [],
  ),
  /** Lines across the chart at values of the y axis. */
  lines: z._default(z.array(z.object({ value: z.number(), title: text })).check(z.maxLength(CHART_LINES_MAX)), []),
  /** The ends of whiskers: minimum and maximum, or the 5th and 95th percentile. */
  whiskers: z._default(z.enum(['range', 'percentiles']), 'range'),
  isRing: z._default(z.boolean(), false),
  /** The GeoJSON file of the space whose regions a map draws. */
  regions: z.optional(Hash),
})
export type ChartOptions = z.infer<typeof ChartOptions>

/** The rows of a chart: sources with their joins, fields (computed ones, too) and conditions. */
export const ChartQuery = z.pick(Query, { base: true, joins: true, fields: true, filter: true })
export type ChartQuery = z.infer<typeof ChartQuery>

/** The definition of a chart: its rows, the columns of its channels, and its appearance. */
export const ChartDefinition = z.object({
  type: ChartType,
  query: ChartQuery,
  channels: z.partialRecord(Channel, z.array(Binding).check(z.maxLength(CHART_BINDINGS_MAX))),
  options: z.prefault(ChartOptions, {}),
})
export type ChartDefinition = z.infer<typeof ChartDefinition>
