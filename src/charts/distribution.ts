import { type IndexedRow, numberOf } from './frame.ts'
import type { Drawing } from './kind.ts'

/** Number of values in an interval, given by its centre. */
export type Bin = { at: number; count: number }
export type Curve = { at: number; density: number }[]

/** Fewer rows than this, or equal ones, have no density. */
const ROWS_MIN = 3
/** Points of a curve. */
const STEPS = 64

/** The intervals of a column and the number of rows in each. */
export function binsOf({ frame }: Drawing, rows: readonly IndexedRow[], channel: 'x' | 'y'): Bin[] {
  const axis = frame.groups[channel]
  const counts = frame.answer.columns.findIndex(({ statistic }) => statistic === 'rows')
  if (!axis) return []
  const width = Number(axis.placed.column.binding.width ?? 0)
  return rows.flatMap(({ row }) => {
    const [from, count] = [numberOf(row.cells[axis.placed.at]), numberOf(row.cells[counts])]
    return from === null || count === null || count <= 0 ? [] : [{ at: from + width / 2, count }]
  })
}

export const haveDensity = (bins: readonly Bin[]): boolean =>
  bins.length > 1 && bins.reduce((sum, { count }) => sum + count, 0) >= ROWS_MIN

/**
 * The density of values by a Gaussian kernel over their intervals; the bandwidth follows Silverman's rule, but is at
 * least an interval. It ends with the values; empty without values.
 */
export function densityOf(bins: readonly Bin[], width: number): Curve {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0)
  if (count === 0) return []
  const mean = bins.reduce((sum, bin) => sum + bin.at * (bin.count / count), 0)
  const spread = Math.sqrt(bins.reduce((sum, bin) => sum + (bin.at - mean) ** 2 * (bin.count / count), 0))
  const band = Math.max(width, 1.06 * spread * count ** -0.2) || 1
  const ends = bins.map(({ at }) => at)
  const [from, to] = [Math.min(...ends) - width / 2, Math.max(...ends) + width / 2]
  const step = (to - from) / STEPS || 1
  return Array.from({ length: STEPS + 1 }, (_, index) => {
    const at = from + index * step
    const sum = bins.reduce((all, bin) => all + (bin.count / count) * Math.exp(-(((at - bin.at) / band) ** 2) / 2), 0)
    return { at, density: sum / (band * Math.sqrt(2 * Math.PI)) }
  })
}
