import { CronExpressionParser } from 'cron-parser'
import type { BackupSchedule } from '#contract/backups.ts'
import { Failure } from '#server/failure.ts'

/** The day of a schedule as the last three fields of a cron expression. */
function dayOf({ cycle, weekday, monthDay }: BackupSchedule): string {
  if (cycle === 'daily') return '* * *'
  // Cron counts Sunday as 0.
  if (cycle === 'weekly') return `* * ${weekday % 7}`
  return monthDay === 'first' ? '1 * *' : 'L * *'
}

/**
 * The next time of a schedule after a time. An hour that is skipped when the clocks change is moved one hour later; one
 * that is repeated is used once. Throws backupZoneUnknown.
 */
export function nextRunTime(schedule: BackupSchedule, after: Date): Date {
  try {
    const cron = `0 ${schedule.hour} ${dayOf(schedule)}`
    return CronExpressionParser.parse(cron, { currentDate: after, tz: schedule.zone }).next().toDate()
  } catch (cause) {
    throw new Failure('backupZoneUnknown', { cause })
  }
}
