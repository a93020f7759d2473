import type { ChartAnswer, ChartRow } from '#contract/charts/answer.ts'
import type { CategoryOrder, Channel, ChartDefinition } from '#contract/charts/definition.ts'
import type { ChartColumn } from '#contract/charts/plan.ts'
import { LARGEST_FIRST, NATURAL, usualOrder } from '#contract/charts/types.ts'
import { CHART_FACETS_MAX } from '#contract/core/limits.ts'
import type { TimeBin } from '#contract/queries/query.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { spansBetween, widthsBetween } from './bins.ts'
import { type ChartWords, labelOf } from './words.ts'

/** A column with its place in the rows of the answer. */
export type Placed = { column: ChartColumn; at: number }
/** Values of a group in the order in which they are drawn; ids tell apart what has the same label. */
export type Category = { id: string; label: string; cell: Cell; isRest: boolean }
/** A row of the answer with its place there. */
export type IndexedRow = { row: ChartRow; index: number }
export type GroupAxis = { placed: Placed; kind: 'category' | 'time' | 'number'; categories: readonly Category[] }

export type Frame = {
  definition: ChartDefinition
  answer: ChartAnswer
  words: ChartWords
  /** Columns of a channel that are drawn: groups, values, and results of measures. */
  of: (channel: Channel) => Placed[]
  /** Additional columns of a measure: its deviation, its number of values, the parts of a box. */
  beside: (placed: Placed, statistic: ChartColumn['statistic']) => Placed | undefined
  groups: Partial<Record<Channel, GroupAxis>>
}

/** Numbers larger than this can't be placed on an axis. */
const NUMBER_MAX = 1e100
/** A cell as a number that can be drawn; null for empty cells, NaN and extreme values. */
export function numberOf(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '') return null
  const value = Number(cell)
  return Math.abs(value) < NUMBER_MAX ? value : null
}

export const REST = 'rest'
const idOf = (row: ChartRow, at: number) => (row.rest[at] ? REST : JSON.stringify(row.cells[at] ?? null))
/** The id of the category of a row. */
export const categoryId = (row: ChartRow, { placed: { at } }: GroupAxis) => idOf(row, at)

function kindOf({ column, at }: Placed, channel: Channel, rows: readonly ChartRow[]): GroupAxis['kind'] {
  if (channel !== 'x' && channel !== 'y') return 'category'
  if (rows.some((row) => row.rest[at])) return 'category'
  if (column.type === 'date' || column.type === 'datetime') return 'time'
  return column.type === 'number' ? 'number' : 'category'
}

/** All bins from the first to the last, including those without rows; null if the column is not binned. */
function binsOf({ column }: Placed, cells: readonly Cell[]): string[] | null {
  const { time, width } = column.binding
  const known = cells.filter((cell): cell is string => typeof cell === 'string')
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return null
  if (time && time !== 'auto') return spansBetween(first, last, time as TimeBin)
  return width && width !== 'auto' ? widthsBetween(first, last, width) : null
}

type Weighed = { id: string; label: string; cell: Cell; isRest: boolean; weight: number }
function compare(kind: GroupAxis['kind'], order: CategoryOrder, lang: Intl.Collator) {
  const sign = order.order === 'asc' ? 1 : -1
  return (one: Weighed, other: Weighed): number => {
    if (one.isRest !== other.isRest) return one.isRest ? 1 : -1
    if ((one.cell === null) !== (other.cell === null)) return one.cell === null ? 1 : -1
    if (kind !== 'category') return scalarOf(kind, one.cell) - scalarOf(kind, other.cell)
    const byName = lang.compare(one.label, other.label)
    return (order.by === 'name' ? byName : one.weight - other.weight || byName) * sign
  }
}
/** The position of a value on an axis of numbers or of time. */
export const scalarOf = (kind: GroupAxis['kind'], cell: Cell): number =>
  kind === 'time' ? Date.parse(String(cell)) : Number(cell)
/** The order of names. */
export const collator = new Intl.Collator(['zh', 'en'], { numeric: true })

/** Series stand in the order of their names, the same in every chart of a board; the parts of a pie are its categories. */
function orderOf({ type, options }: ChartDefinition, channel: Channel): CategoryOrder {
  const isSeries = channel === 'color' && type !== 'pie'
  const order = options.order ?? (channel === 'x' ? usualOrder(type) : LARGEST_FIRST)
  return isSeries && order.by === 'value' ? NATURAL : order
}

function groupAxis(
  placed: Placed,
  channel: Channel,
  weighs: Placed | undefined,
  frame: Omit<Frame, 'groups'>,
): GroupAxis {
  const { answer, definition, words } = frame
  const kind = kindOf(placed, channel, answer.rows)
  const order = orderOf(definition, channel)
  const named = { words, names: answer.names }
  const found = new Map<string, Weighed>()
  for (const row of answer.rows) {
    const id = idOf(row, placed.at)
    const before = found.get(id)
    const weight = (before?.weight ?? 0) + (numberOf(weighs ? row.cells[weighs.at] : null) ?? 0)
    const [cell, isRest] = [row.cells[placed.at] ?? null, row.rest[placed.at] ?? false]
    const label = before?.label ?? (isRest ? words.others(answer.others[channel]) : labelOf(placed.column, cell, named))
    found.set(id, { id, label, cell, isRest, weight })
  }
  const { type } = placed.column
  const sortKind = type === 'number' ? 'number' : type === 'date' || type === 'datetime' ? 'time' : kind
  const sorted = [...found.values()].sort(compare(sortKind, order, collator))
  const cells = sorted.map(({ cell }) => cell)
  const bins = kind === 'category' ? null : binsOf(placed, cells)
  const known = new Set(cells.map((cell) => scalarOf(kind, cell)))
  const missing = bins
    ?.filter((cell) => !known.has(scalarOf(kind, cell)))
    .map((cell) => ({
      id: JSON.stringify(cell),
      label: labelOf(placed.column, cell, named),
      cell,
      isRest: false,
      weight: 0,
    }))
  const all = missing?.length ? [...sorted, ...missing].sort(compare(kind, order, collator)) : sorted
  return { placed, kind, categories: all.map(({ id, label, cell, isRest }) => ({ id, label, cell, isRest })) }
}

/**
 * The most frequent values of a column in their natural order; above a limit the others are combined. Rows have no order
 * of a chart that they could follow.
 */
export function commonest(frame: Omit<Frame, 'groups'>, { column, at }: Placed, limit: number): Category[] {
  const { answer, words } = frame
  const counts = new Map<string, { cell: Cell; count: number }>()
  for (const row of answer.rows) {
    const id = idOf(row, at)
    const found = counts.get(id)
    counts.set(id, { cell: row.cells[at] ?? null, count: (found?.count ?? 0) + 1 })
  }
  const sorted = [...counts].sort(([, one], [, other]) => other.count - one.count)
  const natural = ([, one]: (typeof sorted)[number], [, other]: (typeof sorted)[number]) =>
    Number(one.cell === null) - Number(other.cell === null) || collator.compare(String(one.cell), String(other.cell))
  const most = sorted.slice(0, limit).sort(natural)
  const kept = most.map(([id, { cell }]) => ({
    id,
    cell,
    isRest: false,
    label: labelOf(column, cell, { words, names: answer.names }),
  }))
  const left = sorted.length - kept.length
  return left > 0 ? [...kept, { id: REST, cell: null, isRest: true, label: words.others(left) }] : kept
}

/** Shared by all facets of a chart: columns, order of categories, texts. */
export function frameOf(definition: ChartDefinition, answer: ChartAnswer, words: ChartWords): Frame {
  const placed = answer.columns.map((column, at) => ({ column, at }))
  const of = (channel: Channel) =>
    placed.filter(({ column }) => column.channel === channel && column.statistic === 'value')
  const beside = ({ at, column }: Placed, statistic: ChartColumn['statistic']) =>
    placed.find((one) => one.at > at && one.column.channel === column.channel && one.column.statistic === statistic)
  const bare = { definition, answer, words, of, beside }
  const groups = placed.filter(({ column }) => column.role === 'group')
  const [facet] = of('facet')
  const facetOfRows =
    facet?.column.role === 'value'
      ? { facet: { placed: facet, kind: 'category' as const, categories: commonest(bare, facet, CHART_FACETS_MAX) } }
      : {}
  const weighs = placed.find(({ column }) => column.role === 'measure')
  return {
    ...bare,
    groups: {
      ...Object.fromEntries(
        groups.map((one) => [one.column.channel, groupAxis(one, one.column.channel, weighs, bare)]),
      ),
      ...facetOfRows,
    },
  }
}

/** The rows of each facet; all rows if a chart has none. */
export function facetsOf({ groups, answer }: Frame): { label: string; rows: IndexedRow[] }[] {
  const all = answer.rows.map((row, index) => ({ row, index }))
  const { facet } = groups
  if (!facet) return [{ label: '', rows: all }]
  const known = new Set(facet.categories.map(({ id }) => id))
  const of = Map.groupBy(all, ({ row }) => {
    const id = categoryId(row, facet)
    return known.has(id) ? id : REST
  })
  return facet.categories.map(({ id, label }) => ({ label, rows: of.get(id) ?? [] }))
}
