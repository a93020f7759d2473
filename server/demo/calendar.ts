import { DAY_MS } from '#contract/core/time.ts'

/** Weeks of field work that the demo looks back on. */
export const WEEKS = 13
export const SEASON_DAYS = WEEKS * 7

export type Calendar = ReturnType<typeof calendarOf>

/** Moments before a given now, by the days and hours of this machine's time zone: people work by day. */
export function calendarOf(now: Date) {
  /** Never later than now. */
  const at = (daysAgo: number, hour = 9, minute = 0) => {
    const then = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hour, minute)
    return then < now ? then : now
  }
  const two = (value: number) => String(value).padStart(2, '0')
  const day = (daysAgo: number) => {
    const then = at(daysAgo, 0)
    return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`
  }
  return {
    now,
    at,
    day,
    /** Days from now to the field day of a week, counted from 0; the last was two days ago. */
    fieldDay: (week: number) => (WEEKS - 1 - week) * 7 + 2,
    /** Day of the year, from 0. */
    dayOfYear: (daysAgo: number) => {
      const then = at(daysAgo, 0)
      return Math.round((then.getTime() - new Date(then.getFullYear(), 0, 1).getTime()) / DAY_MS)
    },
  }
}
