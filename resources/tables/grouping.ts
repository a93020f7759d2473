import type { RowGroup } from '#contract/tables/looks.ts'
import type { LoadRows } from '../../src/grid/row-pages.ts'
import type { GridRow } from './grid-row.ts'

/** A group in the grid: where its heading is, its first row among all rows, and how many rows follow the heading. */
export type Span = { heading: number; first: number; rows: number }
/** The key of a group by its value, used to store that it is folded. */
export const groupKey = ({ value }: Pick<RowGroup, 'value'>): string => JSON.stringify(value)

/** The positions of groups in the grid; folded groups take only the heading. */
export function spansOf(groups: readonly RowGroup[], folded: ReadonlySet<string>): Span[] {
  let [heading, first] = [0, 0]
  return groups.map((group) => {
    const span = { heading, first, rows: folded.has(groupKey(group)) ? 0 : group.count }
    heading += 1 + span.rows
    first += group.count
    return span
  })
}
export function lengthOf(spans: readonly Span[]): number {
  const last = spans.at(-1)
  return last ? last.heading + 1 + last.rows : 0
}

/** The number of the group to which a line of the grid belongs. */
function groupAt(spans: readonly Span[], line: number): number {
  let [low, high] = [0, spans.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((spans[middle]?.heading ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}
/** The place of a line among all rows; null for a heading. */
export function placeOf(spans: readonly Span[], line: number): number | null {
  const span = spans[groupAt(spans, line)]
  return !span || line === span.heading ? null : span.first + line - span.heading - 1
}

/** A row that is the heading of a group; it has no cells. */
const headingRow = (group: number): GridRow => ({ id: -1 - group, cells: new Map(), errors: {}, heading: group })

/** Rows between two wanted ones that are rather loaded too than asked around, and rows that are asked for at a time. */
const [GAP_ROWS, LOADED_AT_ONCE] = [200, 1000]
type Run = { from: number; to: number }
function runsOf(places: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const place of places) {
    const last = runs.at(-1)
    if (last && place - last.to <= GAP_ROWS && place - last.from < LOADED_AT_ONCE) last.to = place
    else runs.push({ from: place, to: place })
  }
  return runs
}

/** Loads lines of a grid in groups: headings, and the rows between them. */
export const loadInGroups =
  (load: LoadRows<GridRow>, spans: readonly Span[]): LoadRows<GridRow> =>
  async (first, count, signal) => {
    const lines = Array.from({ length: Math.min(count, lengthOf(spans) - first) }, (_, at) => first + at)
    const places = lines.map((line) => placeOf(spans, line))
    const runs = runsOf(places.filter((place) => place !== null))
    // Whatever is shown, the answer says how many rows there are.
    if (runs.length === 0) await load(0, 1, signal)
    const loaded = await Promise.all(runs.map(({ from, to }) => load(from, to - from + 1, signal)))
    const rows = new Map(runs.flatMap(({ from }, at) => loaded[at]?.map((row, n) => [from + n, row] as const) ?? []))
    return lines.flatMap((line, at) => {
      const place = places[at] ?? null
      return place === null ? headingRow(groupAt(spans, line)) : (rows.get(place) ?? [])
    })
  }
