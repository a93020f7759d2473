import * as z from 'zod/mini'
import { CHART_WHISKER_GREATEST, CHART_WHISKER_LEAST } from '../core/limits.ts'
import { AnswerColumn } from '../queries/answer.ts'
import type { Aggregate, Field, Group, Measure, Query, TimeBin } from '../queries/query.ts'
import { Binding, Channel, type ChartDefinition } from './definition.ts'
import { type ChannelSpec, chartTypes, Role } from './types.ts'

/** The role of an answer's column in its chart: a value to be drawn, or a part of its error bar or box. */
export const Statistic = z.enum([
  'value',
  'deviation',
  'values',
  'least',
  'lower',
  'median',
  'upper',
  'greatest',
  'rows',
])
export type Statistic = z.infer<typeof Statistic>

/** A column of what a chart asks for; its place is that of the column in the answer. */
export const PlannedColumn = z.object({
  channel: Channel,
  role: Role,
  statistic: Statistic,
  /** The binding with `auto` resolved. */
  binding: Binding,
})
export type PlannedColumn = z.infer<typeof PlannedColumn>
export const ChartColumn = z.extend(AnswerColumn, PlannedColumn.shape)
export type ChartColumn = z.infer<typeof ChartColumn>
export type Plan = { query: Query; columns: readonly PlannedColumn[] }

type Bound = { channel: Channel; spec: ChannelSpec; binding: Binding }

/** The columns of all channels in their order. */
export function boundTo({ type, channels }: ChartDefinition): Bound[] {
  return Object.entries(chartTypes[type].channels).flatMap(([name, spec]) =>
    (channels[name as Channel] ?? [])
      .slice(0, spec.max)
      .map((binding) => ({ channel: name as Channel, spec, binding })),
  )
}

/** Gives keys that no field of a query has. */
export function keysFor(fields: readonly Field[]) {
  const taken = new Set(fields.map(({ key }) => key))
  let number = 0
  return () => {
    do number += 1
    while (taken.has(`m${number}`))
    return `m${number}`
  }
}

/** A column that two groups read is a field for each: a query has one group of a field. */
function separate(bound: readonly Bound[], fields: readonly Field[], newKey: () => string) {
  const all = [...fields]
  const seen = new Set<string>()
  const keys = bound.map(({ binding }) => {
    const field = fields.find(({ key }) => key === binding.field)
    if (!field || !seen.has(field.key)) {
      seen.add(field?.key ?? '')
      return binding.field ?? ''
    }
    const key = newKey()
    all.push({ ...field, key, name: `${field.name.slice(0, 180)} ${key}` })
    return key
  })
  return { fields: all, keys }
}

const groupOf = (field: string, { time, width }: Binding): Group => ({
  field,
  ...(time && time !== 'auto' && { time: time as TimeBin }),
  ...(width && width !== 'auto' && { width }),
})

type Computed = { statistic: Statistic; aggregate: Aggregate; percent?: number | undefined; by?: string | undefined }
/** The aggregates computed of a measure's column. */
function computedOf(
  { type, options }: ChartDefinition,
  { aggregate = 'count', field, percent, by }: Binding,
): Computed[] {
  if (type === 'box') {
    const isRange = options.whiskers === 'range'
    return [
      isRange
        ? { statistic: 'least', aggregate: 'least' }
        : { statistic: 'least', aggregate: 'percentile', percent: CHART_WHISKER_LEAST },
      { statistic: 'lower', aggregate: 'percentile', percent: 25 },
      { statistic: 'median', aggregate: 'median' },
      { statistic: 'upper', aggregate: 'percentile', percent: 75 },
      isRange
        ? { statistic: 'greatest', aggregate: 'greatest' }
        : { statistic: 'greatest', aggregate: 'percentile', percent: CHART_WHISKER_GREATEST },
      { statistic: 'values', aggregate: 'count' },
    ]
  }
  // The groups are queried in parts, each of which would have a different total: shares are computed afterwards.
  if (aggregate === 'share') return [{ statistic: 'value', aggregate: field === null ? 'count' : 'sum' }]
  const value: Computed = { statistic: 'value', aggregate, percent, ...(aggregate === 'ratio' && { by }) }
  if (aggregate !== 'mean' || !options.errorBar) return [value]
  return [value, { statistic: 'deviation', aggregate: 'deviation' }, { statistic: 'values', aggregate: 'count' }]
}

/** The query of a chart that aggregates rows: its groups, its measures, and finally the number of rows of each. */
export function plannedGroups(definition: ChartDefinition): Plan {
  const { query } = definition
  const bound = boundTo(definition)
  const newKey = keysFor(query.fields)
  const groups = bound.filter(({ spec }) => spec.role === 'group')
  const { fields, keys } = separate(groups, query.fields, newKey)
  const columns: PlannedColumn[] = groups.map(({ channel, binding }) => ({
    channel,
    role: 'group',
    statistic: 'value',
    binding,
  }))
  const measures: Measure[] = []
  const compute = (channel: Channel, binding: Binding, { statistic, aggregate, percent, by }: Computed) => {
    const key = newKey()
    const field = aggregate === 'count' && statistic !== 'values' && !binding.field ? null : binding.field
    measures.push({ key, name: key, aggregate, field, ...(percent !== undefined && { percent }), ...(by && { by }) })
    columns.push({ channel, role: 'measure', statistic, binding })
  }
  for (const { channel, binding } of bound.filter(({ spec }) => spec.role === 'measure'))
    for (const computed of computedOf(definition, binding)) compute(channel, binding, computed)
  const rows: Binding = { field: null, aggregate: 'count' }
  compute('y', rows, { statistic: definition.type === 'histogram' ? 'value' : 'rows', aggregate: 'count' })
  return {
    query: {
      ...query,
      fields,
      groups: groups.map(({ binding }, at) => groupOf(keys[at] ?? '', binding)),
      measures,
      sort: [],
      limit: null,
    },
    columns,
  }
}

/** The query of a chart that shows rows: a field for each column of its channels, those that it reads without showing. */
export function plannedRows(definition: ChartDefinition): Plan {
  const { query, type } = definition
  const bound = boundTo(definition)
  const newKey = keysFor(query.fields)
  const shown = bound.flatMap(({ binding: { field } }) => query.fields.find(({ key }) => key === field) ?? [])
  const seen = new Set<string>()
  const fields = shown.map((field) => {
    const isSecond = seen.has(field.key)
    seen.add(field.key)
    if (!isSecond) return { ...field, isHidden: false }
    const key = newKey()
    return { ...field, key, name: `${field.name.slice(0, 180)} ${key}`, isHidden: false }
  })
  const rest = query.fields.filter(({ key }) => !seen.has(key)).map((field) => ({ ...field, isHidden: true }))
  const { newestBy } = chartTypes[type]
  const newest = newestBy && definition.channels[newestBy]?.[0]?.field
  const needed = type === 'table' ? [] : bound.filter(({ spec }) => spec.min > 0)
  const drawn = needed.flatMap(({ binding: { field } }) =>
    field === null
      ? []
      : [{ match: 'all' as const, conditions: [{ field, operator: 'notEmpty' as const, values: [] }] }],
  )
  return {
    query: {
      ...query,
      fields: [...fields, ...rest],
      filter: [...query.filter, ...drawn],
      groups: [],
      measures: [],
      sort: newest ? [{ field: newest, order: 'desc' }] : [],
      limit: null,
    },
    columns: bound.map(({ channel, binding }) => ({ channel, role: 'value', statistic: 'value', binding })),
  }
}
