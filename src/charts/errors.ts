import type { ChartRow } from '#contract/charts/answer.ts'
import { type Frame, numberOf, type Placed } from './frame.ts'

/** 97.5 % quantiles of Student's t distribution for 1 to 4 degrees of freedom. */
const SMALL = [12.706204736, 4.30265273, 3.182446305, 2.776445105]
/** The 97.5 % quantile of the normal distribution. */
const NORMAL = 1.959963984540054

/**
 * The 97.5 % quantile of Student's t distribution, for degrees of freedom of 1 or more: within 0.001 by the expansion of
 * Cornish and Fisher.
 */
export function studentQuantile(freedom: number): number {
  const exact = SMALL[freedom - 1]
  if (exact !== undefined) return exact
  const z = NORMAL
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ]
  return terms.reduce((sum, term, at) => sum + term / freedom ** (at + 1), z)
}

/** The ends of the error bar of a mean; none without a deviation, as a single value has. */
export function errorSpan(
  { definition, beside }: Frame,
  measure: Placed,
  row: ChartRow,
  mean: number | null,
): { low: number; high: number } | undefined {
  const { errorBar } = definition.options
  const [deviation, values] = (['deviation', 'values'] as const).map((one) => beside(measure, one))
  if (!errorBar || mean === null || !deviation || !values) return undefined
  const spread = numberOf(row.cells[deviation.at])
  const count = numberOf(row.cells[values.at])
  if (spread === null || count === null || count < 2) return undefined
  const standard = spread / Math.sqrt(count)
  const lengths = { deviation: spread, standardError: standard, interval: standard * studentQuantile(count - 1) }
  return { low: mean - lengths[errorBar], high: mean + lengths[errorBar] }
}
