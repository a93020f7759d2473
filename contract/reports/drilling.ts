import type { Binding, ChartDefinition } from '../charts/definition.ts'
import { idOf, sourcesOf, type TimeBin } from '../queries/query.ts'
import { type Narrowing, narrowed } from './filtering.ts'
import { nextBin } from './picked.ts'

/** The span into which each span of time is split. */
const finer: readonly [TimeBin, TimeBin][] = [
  ['year', 'month'],
  ['quarter', 'month'],
  ['month', 'day'],
  ['week', 'day'],
  ['day', 'hour'],
]

/** The spans into which the one between two times is split; undefined for hours, and for days of dates. */
function finerSpan(begin: string, end: string): TimeBin | undefined {
  const found = finer.find(([bin]) => !Number.isNaN(Date.parse(begin)) && nextBin(begin, bin) === end)?.[1]
  return found === 'hour' && begin.length === 10 ? undefined : found
}

/**
 * A chart of the rows of one of its bins, in finer bins: a year by months, an interval of numbers by smaller ones. Null
 * if the bin is not one of its own, or can't be split.
 */
export function drilled(definition: ChartDefinition, narrowing: Narrowing): ChartDefinition | null {
  const [from, to] = narrowing.comparisons
  if (from?.operator !== 'greaterOrEqual' || to?.operator !== 'less') return null
  const [begin, end] = [String(from.values[0]), String(to.values[0])]
  const { query } = definition
  const sources = sourcesOf(query).map(idOf)
  const reads = (key: string | null) =>
    query.fields.some(
      (field) =>
        field.key === key &&
        field.from.kind === 'column' &&
        isOneOf(narrowing, sources[field.from.source], field.from.column),
    )
  let isFiner = false
  const split = (binding: Binding): Binding => {
    const time = binding.time && finerSpan(begin, end)
    if (!(time || binding.width) || !reads(binding.field)) return binding
    isFiner = true
    return time ? { ...binding, time } : { ...binding, width: 'auto' }
  }
  const channels = Object.fromEntries(
    Object.entries(definition.channels).map(([channel, bindings]) => [channel, bindings?.map(split)]),
  )
  return isFiner ? { ...definition, channels, query: narrowed(query, [narrowing]).query } : null
}

const isOneOf = ({ columns }: Narrowing, source: string | undefined, column: string) =>
  columns.some((one) => idOf(one.source) === source && one.column === column)
