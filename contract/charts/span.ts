import { TABLE_ROWS_A_PAGE } from '../core/limits.ts'
import { DAY_MS } from '../core/time.ts'
import type { Group, Query, TimeBin } from '../queries/query.ts'
import type { Cell } from '../tables/columns.ts'
import type { Ask } from './answer.ts'
import { timeBins } from './bins.ts'
import type { Binding, ChartDefinition, ChartType } from './definition.ts'

/** Charts whose marks follow each other along time: gaps would tear their lines apart. */
const alongTime: readonly ChartType[] = ['line', 'step', 'area', 'bar', 'number']

/** The number of the span that contains a moment; weeks begin on Monday. */
function placeOf(cell: Cell, time: TimeBin): number {
  const at = new Date(String(cell))
  const days = Math.floor(at.getTime() / DAY_MS)
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth()
  return {
    year: at.getUTCFullYear(),
    quarter: Math.floor(months / 3),
    month: months,
    week: Math.floor((days + 3) / 7),
    day: days,
    hour: Math.floor((at.getTime() / DAY_MS) * 24),
  }[time]
}

/** Whether no more spans are empty than have rows, from the first to the last of each series. */
function isDense(series: readonly (readonly Cell[])[], time: TimeBin): boolean {
  let [filled, all] = [0, 0]
  for (const cells of series) {
    const places = new Set(cells.map((cell) => placeOf(cell, time)))
    filled += places.size
    all += Math.max(...places) - Math.min(...places) + 1
  }
  return all <= 2 * filled
}

/** The groups of a chart that tell its series apart, as far as their bins are known. */
const seriesOf = ({ channels: { color = [], facet = [] } }: ChartDefinition, field: string): Group[] =>
  [...color, ...facet].flatMap(({ field: of, time, width }, at, all) => {
    const isOnce = of !== field && all.findIndex((one) => one.field === of) === at
    if (of === null || !isOnce || time === 'auto' || width === 'auto') return []
    return [{ field: of, ...(time && { time }), ...(width && { width }) }]
  })

/** What is asked: the rows of the chart, how many shapes it aims at, and the shortest span that has no more. */
type Wish = { query: Query; bins: number; shortest: TimeBin; isDate: boolean }

/**
 * The span of a column of times in which the series of a chart have no more empty spans than others, and at least the
 * `shortest`; null if its dates are so few that each is drawn where it is.
 */
export async function spanOf(
  definition: ChartDefinition,
  { field }: Binding,
  { query, bins, shortest, isDate }: Wish,
  ask: Ask,
): Promise<TimeBin | null> {
  const { type } = definition
  if (field === null || !alongTime.includes(type)) return shortest
  const hasFewDates = async () => {
    const days = await ask({ ...query, groups: [{ field }] }, { count: 1, isCounted: true })
    return (days.matching ?? days.rows.length) <= bins
  }
  if (isDate && shortest !== 'day' && type !== 'bar' && (await hasFewDates())) return null
  const groups = [{ field, time: shortest }, ...seriesOf(definition, field)]
  const page = await ask({ ...query, groups }, { count: TABLE_ROWS_A_PAGE, isCounted: false })
  const known = page.rows.filter(([cell = null]) => cell !== null)
  const series = [...Map.groupBy(known, ([, ...names]) => JSON.stringify(names)).values()].map((rows) =>
    rows.map(([cell = null]) => cell),
  )
  if (isDate && !isDense(series, shortest)) {
    // There are at most `bins` spans of a day, thus no more dates either.
    if (shortest === 'day' || (type === 'bar' && (await hasFewDates()))) return null
  }
  const longer = timeBins.slice(timeBins.indexOf(shortest))
  return longer.find((span) => isDense(series, span)) ?? 'year'
}
