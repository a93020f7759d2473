import type { DataOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { statistics } from '#contract/statistics.ts'

/** The bytes added in each step. */
type Steps = readonly Pick<DataOf<typeof statistics.growth>[number], 'bytes'>[]
/** Minimum number of days with growth for a forecast. */
const BUSY_DAYS_MIN = 10
/** A forecast beyond this many days is not shown: one month of growth does not support it. */
const DAYS_MAX = 3 * 365
/** Confidence of the range, in percent, and Student's t of it for thirty days. */
export const FORECAST_CONFIDENCE = 95
const STUDENT_T = 2.045

/** Growth in bytes a day with its range, and the days until the disk is full; `latest` null: beyond what is said. */
export type Forecast = {
  /** Number of full days that the forecast is based on. */
  basis: number
  bytesADay: { least: number; mean: number; most: number }
  days: { earliest: number; mean: number; latest: number | null }
}

/**
 * Predicts when the free space is used up: the mean growth of the last full days with its confidence interval
 * (Student's t, treating days as independent). null without a sound basis: too few days with growth, none in the first
 * third, or an end too far ahead. The mean and not the median, because single large days fill the disk as well.
 */
export function forecastOf(steps: Steps, freeBytes: number): Forecast | null {
  // Today is left out, because it is not over.
  const full = steps.slice(0, -1).map(({ bytes }) => bytes)
  const isEarly = full.slice(0, Math.floor(full.length / 3)).some((bytes) => bytes > 0)
  if (!isEarly || full.filter((bytes) => bytes > 0).length < BUSY_DAYS_MIN) return null
  const mean = full.reduce((sum, bytes) => sum + bytes, 0) / full.length
  const variance = full.reduce((sum, bytes) => sum + (bytes - mean) ** 2, 0) / (full.length - 1)
  const margin = STUDENT_T * Math.sqrt(variance / full.length)
  const [least, most] = [Math.max(0, mean - margin), mean + margin]
  const daysAt = (bytesADay: number) => Math.floor(freeBytes / bytesADay)
  if (daysAt(mean) > DAYS_MAX) return null
  const latest = least > 0 && daysAt(least) <= DAYS_MAX ? daysAt(least) : null
  return {
    basis: full.length,
    bytesADay: { least, mean, most },
    days: { earliest: daysAt(most), mean: daysAt(mean), latest },
  }
}

/** The day, as ISO 8601, this many days after `now`. */
export const dayAfter = (days: number, now: Date): string => new Date(now.getTime() + days * DAY_MS).toISOString()
