import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'

/** Weeks of field work that the demo looks back on. */
export const WEEKS = 13
export const SEASON_DAYS = WEEKS * 7

export type Calendar = ReturnType<typeof calendarOf>

/** Moments before a given now, by UTC days. */
export function calendarOf(now: Date) {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  /** Never later than now. */
  const at = (daysAgo: number, hour = 9, minute = 0) =>
    new Date(Math.min(now.getTime(), today - daysAgo * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS))
  const day = (daysAgo: number) => at(daysAgo, 0).toISOString().slice(0, 10)
  return {
    now,
    at,
    day,
    /** Days from now to the field day of a week, counted from 0; the last was two days ago. */
    fieldDay: (week: number) => (WEEKS - 1 - week) * 7 + 2,
    /** Day of the year, from 0. */
    dayOfYear: (daysAgo: number) => {
      const then = at(daysAgo, 0)
      return (then.getTime() - Date.UTC(then.getUTCFullYear(), 0, 1)) / DAY_MS
    },
    year: at(0, 0).getUTCFullYear(),
  }
}
