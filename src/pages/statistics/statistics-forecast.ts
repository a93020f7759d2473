import type { DataOf } from '#contract/core/operation.ts'
import type { statistics } from '#contract/statistics.ts'

type Steps = DataOf<typeof statistics.growth>
/** Days with something new without which a month says nothing about the next one. */
const BUSY_DAYS_MIN = 10
/** Further ahead the growth of one month means nothing. */
const DAYS_MAX = 3 * 365

/**
 * How long the free room lasts at the growth of the last full days, in days; null when they say too little: few days with
 * anything new, nothing in the first third of them, or an end too far away to speak of.
 */
export function forecastOf(steps: Steps, freeBytes: number): { bytesADay: number; days: number } | null {
  // Today is not over.
  const full = steps.slice(0, -1)
  const isEarly = full.slice(0, Math.floor(full.length / 3)).some(({ bytes }) => bytes > 0)
  if (!isEarly || full.filter(({ bytes }) => bytes > 0).length < BUSY_DAYS_MIN) return null
  const bytesADay = full.reduce((sum, { bytes }) => sum + bytes, 0) / full.length
  const days = Math.floor(freeBytes / bytesADay)
  return days > DAYS_MAX ? null : { bytesADay, days }
}
