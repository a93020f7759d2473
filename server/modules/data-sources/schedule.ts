import { CronExpressionParser } from 'cron-parser'
import { SCHEDULE_MINUTES_MIN } from '#contract/core/limits.ts'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { Schedule } from '#contract/source-imports.ts'
import { Failure } from '#server/failure.ts'

/** Number of times of a schedule that are examined to determine its shortest interval (our choice). */
const LOOKED_AT = 50
const FIELDS = 5

/** Whether the one time of a schedule has come. */
export const isOver = (schedule: Schedule, at: Date): boolean => 'once' in schedule && new Date(schedule.once) <= at

/** Whether two schedules say the same. */
export function isSameSchedule(a: Schedule | null, b: Schedule | null): boolean {
  if (a === null || b === null || a.zone !== b.zone) return a === b
  if ('once' in a) return 'once' in b && Date.parse(a.once) === Date.parse(b.once)
  return 'cron' in b && a.cron === b.cron
}

/** The next times of a schedule after a time. Throws cronInvalid, also if there are none, scheduleOver. */
function timesAfter(schedule: Schedule, after: Date, count: number): Date[] {
  if ('once' in schedule) {
    if (isOver(schedule, after)) throw new Failure('scheduleOver')
    return [new Date(schedule.once)]
  }
  const { cron, zone } = schedule
  // Seconds and names such as @daily are left out: the builder and the five fields say the same.
  if (cron.split(/\s+/).length !== FIELDS) throw new Failure('cronInvalid')
  try {
    return CronExpressionParser.parse(cron, { currentDate: after, tz: zone })
      .take(count)
      .map((time) => time.toDate())
  } catch (cause) {
    throw new Failure('cronInvalid', { cause })
  }
}

/** The next time of a schedule. Throws cronInvalid, scheduleOver. */
export function nextTime(schedule: Schedule, after: Date): Date {
  const [next] = timesAfter(schedule, after, 1)
  if (!next) throw new Failure('cronInvalid')
  return next
}

/** The next times of a schedule that may be kept. Throws cronInvalid, cronTooOften, scheduleOver. */
export function demandSchedule(schedule: Schedule, after: Date, count: number): Date[] {
  const times = timesAfter(schedule, after, LOOKED_AT)
  const isTooOften = times.some(
    (time, at) => at > 0 && time.getTime() - (times[at - 1]?.getTime() ?? 0) < SCHEDULE_MINUTES_MIN * MINUTE_MS,
  )
  if (isTooOften) throw new Failure('cronTooOften', { values: { minutes: SCHEDULE_MINUTES_MIN } })
  return times.slice(0, count)
}
