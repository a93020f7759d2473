import { CronExpressionParser } from 'cron-parser'
import { MINUTE_MS } from '#contract/core/time.ts'
import type { JobStore, ScheduleRow } from './store.ts'
import type { Moment, NextRun } from './work-store.ts'

/** A schedule counts as missed when two of its runs and this time have passed without one (our choice). */
const MISSED_MS = 15 * MINUTE_MS

/** The next run of a schedule, and whether it has stopped running. */
export function nextRun({ name, cron, zone, kept_at, last_at }: ScheduleRow, now: Date): NextRun {
  const times = CronExpressionParser.parse(cron, { currentDate: now, tz: zone })
  const [first, second] = times.take(2).map((date) => date.toDate())
  if (!first || !second) return { kind: name, at: now, stuck: 'missed' }
  // Each start of a server resets the schedules: before it, nothing could have run them.
  const lastMs = Math.max(kept_at.getTime(), last_at?.getTime() ?? 0)
  const isMissed = now.getTime() - lastMs > 2 * (second.getTime() - first.getTime()) + MISSED_MS
  return { kind: name, at: first, stuck: isMissed ? 'missed' : null }
}

/** The parameters of the queries: the time, and the schedules of this installation. */
export async function momentOf(store: Pick<JobStore, 'hasJobs' | 'schedules'>, now: Date): Promise<Moment> {
  const hasJobs = await store.hasJobs()
  const schedules = hasJobs ? await store.schedules() : []
  return { now, hasJobs, next: schedules.map((schedule) => nextRun(schedule, now)) }
}
