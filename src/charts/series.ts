import type { Channel } from '#contract/charts/definition.ts'
import { errorSpan } from './errors.ts'
import {
  type Category,
  categoryId,
  type Frame,
  type GroupAxis,
  numberOf,
  type Placed,
  REST,
  scalarOf,
} from './frame.ts'
import type { Drawing } from './kind.ts'

/** A series: a category, a measure, or a category of a measure; `id` stays the same when the data change. */
export type Series = { id: string; label: string; measure: Placed; isRest: boolean }
/** One value to be drawn; `index` is the place of its row in the answer. */
export type Datum = {
  index: number
  /** Id of the category, or the position on an axis of numbers or time. */
  x: string | number
  label: string
  series: string
  y: number | null
  low?: number
  high?: number
}

/** The series of a chart, the same in all of its facets. */
export function seriesOf(frame: Frame, channels: readonly Channel[] = ['y']): Series[] {
  const measures = channels.flatMap((channel) => frame.of(channel).map((measure, nth) => ({ measure, nth })))
  const colors: readonly (Category | null)[] = frame.groups.color?.categories ?? [null]
  return measures.flatMap(({ measure, nth }) =>
    colors.map((color) => {
      const title = frame.words.titleOf(measure.column)
      const parts = [...(color ? [color.label] : []), ...(measures.length > 1 || !color ? [title] : [])]
      return {
        id: `${color?.id ?? ''}/${measure.column.channel}${nth}`,
        label: frame.words.list(parts),
        measure,
        isRest: color?.id === REST,
      }
    }),
  )
}

/** The position of a category: its id, or the centre of its bin on an axis of numbers, the start on one of time. */
export function placeOf(axis: GroupAxis, cell: Category['cell'], id: string, isBand: boolean): string | number {
  if (isBand || axis.kind === 'category') return id
  const at = scalarOf(axis.kind, cell)
  const { width } = axis.placed.column.binding
  return axis.kind === 'number' && width ? at + Number(width) / 2 : at
}

/** The values of some rows along x, each with its category and series; empty bins of lines come without a value. */
export function dataOf({ frame, rows, hidden }: Drawing, series: readonly Series[], isBand: boolean): Datum[] {
  const { x, color } = frame.groups
  const shown = series.filter(({ id }) => !hidden?.has(id))
  const byX = new Map(x?.categories.map((category, at) => [category.id, { category, at }]))
  const keyed = rows.map(({ row, index }) => {
    const key = x ? categoryId(row, x) : ''
    return { row, index, key, ...byX.get(key) }
  })
  const along = keyed.sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
  return along.flatMap(({ row, index, key, category }) =>
    shown.flatMap(({ id, measure }): Datum[] => {
      if (color && !id.startsWith(`${categoryId(row, color)}/`)) return []
      // An empty value has no position on an axis of numbers or time.
      if (x && !isBand && x.kind !== 'category' && (category?.cell ?? null) === null) return []
      const y = numberOf(row.cells[measure.at])
      return [
        {
          index,
          x: x && category ? placeOf(x, category.cell, key, isBand) : '',
          label: category?.label ?? '',
          series: id,
          y,
          ...errorSpan(frame, measure, row, y),
        },
      ]
    }),
  )
}

/** Bins without rows as points without a value, where a line is to break. */
export function withGaps({ groups, definition }: Frame, data: readonly Datum[], series: readonly Series[]): Datum[] {
  const { x } = groups
  if (!x || x.kind === 'category' || !definition.options.isGapShown) return [...data]
  const { time, width } = x.placed.column.binding
  if (!time && !width) return [...data]
  const known = new Set(data.map(({ series: of, x: at }) => `${of} ${at}`))
  const missing = series.flatMap(({ id }) =>
    x.categories.flatMap((category): Datum[] => {
      if (category.cell === null) return []
      const at = placeOf(x, category.cell, category.id, false)
      return known.has(`${id} ${at}`) ? [] : [{ index: -1, x: at, label: category.label, series: id, y: null }]
    }),
  )
  return [...data, ...missing].sort((one, other) => Number(one.x) - Number(other.x))
}

/** Points between two gaps: a line would not show them. */
export function lonely(data: readonly Datum[]): Datum[] {
  const bySeries = Map.groupBy(data, ({ series }) => series)
  return [...bySeries.values()].flatMap((all) =>
    all.filter(({ y }, at) => y !== null && (all[at - 1]?.y ?? null) === null && (all[at + 1]?.y ?? null) === null),
  )
}
