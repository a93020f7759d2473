import { Channel, ChartDefinition, type ChartType } from '#contract/charts/definition.ts'
import { channelOf, drawnAggregates } from '#contract/charts/types.ts'
import { TimeBin } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'

type Draw = () => number
export type Known = { key: string; type: CellType }
const GROUPED = [
  'bar',
  'line',
  'area',
  'heatMap',
  'pie',
  'histogram',
  'box',
  'pivotTable',
  'treemap',
  'sunburst',
  'sankey',
  'funnel',
  'gauge',
  'radar',
  'wordCloud',
  'calendar',
  'violin',
  'density',
  'regionMap',
] as const satisfies ChartType[]

const pick = <T>(draw: Draw, from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T

/** A column in a channel, put together or computed in any way that its type allows. */
function binding(draw: Draw, role: 'group' | 'measure', { key, type }: Known, numbers: readonly Known[]) {
  if (role === 'measure') {
    const aggregate = pick(draw, drawnAggregates(type))
    return {
      field: key,
      aggregate,
      ...(aggregate === 'percentile' && { percent: pick(draw, [0, 10, 33, 90, 100]) }),
      ...(aggregate === 'ratio' && type === 'number' && { by: pick(draw, numbers).key }),
    }
  }
  if (type === 'number') return { field: key, ...(draw() < 0.7 && { width: pick(draw, ['1', '2.5', '10', '0.5']) }) }
  if (type === 'text' || type === 'boolean') return { field: key }
  const spans = TimeBin.options.filter((bin) => type === 'datetime' || bin !== 'hour')
  return { field: key, ...(draw() < 0.8 && { time: pick(draw, spans) }) }
}

/** A definition over fields, drawn by chance, of a type that puts rows together. */
export function randomDefinition(draw: Draw, query: object, fields: readonly Known[]): ChartDefinition {
  const type = pick(draw, GROUPED)
  const numbers = fields.filter((field) => field.type === 'number')
  const channels = Object.fromEntries(
    Channel.options.flatMap((channel) => {
      const spec = channelOf(type, channel)
      if (!spec || spec.role === 'value') return []
      const fitting = fields.filter((field) => spec.accepts.includes(field.type))
      const most = Math.min(spec.max, 2)
      const count = spec.min + Math.floor(draw() * (most - spec.min + 1))
      const { role } = spec
      return [[channel, Array.from({ length: count }, () => binding(draw, role, pick(draw, fitting), numbers))]]
    }),
  )
  const options = {
    categories: pick(draw, [2, 3, 20]),
    series: pick(draw, [1, 2, 8]),
    order: { by: pick(draw, ['value', 'name']), order: pick(draw, ['asc', 'desc']) },
    ...(draw() < 0.3 && { errorBar: 'deviation' }),
    whiskers: pick(draw, ['range', 'percentiles']),
  }
  return ChartDefinition.parse({ type, query, channels, options })
}
