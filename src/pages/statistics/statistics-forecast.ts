import type { DataOf } from '#contract/core/operation.ts'
import type { statistics } from '#contract/statistics.ts'

type Steps = DataOf<typeof statistics.growth>
/** Minimum number of days with growth for a forecast. */
const BUSY_DAYS_MIN = 10
/** A forecast beyond this many days is not shown: one month of growth does not support it. */
const DAYS_MAX = 3 * 365

/**
 * Days until the free room is used up at the growth of the last full days; null without a sound basis: too few days with
 * growth, none in their first third, or an end too far ahead.
 */
export function forecastOf(steps: Steps, freeBytes: number): { bytesADay: number; days: number } | null {
  // Today is left out, because it is not over.
  const full = steps.slice(0, -1)
  const isEarly = full.slice(0, Math.floor(full.length / 3)).some(({ bytes }) => bytes > 0)
  if (!isEarly || full.filter(({ bytes }) => bytes > 0).length < BUSY_DAYS_MIN) return null
  const bytesADay = full.reduce((sum, { bytes }) => sum + bytes, 0) / full.length
  const days = Math.floor(freeBytes / bytesADay)
  return days > DAYS_MAX ? null : { bytesADay, days }
}
