import { offsetAt, zoneOffsetMs } from '#contract/cells/zone.ts'
import type { Schedule } from '#contract/source-imports.ts'

/** How often a schedule comes, as people say it; `cron` is whatever else five fields can say. */
export const everies = ['once', 'hour', 'day', 'week', 'month', 'cron'] as const
export type Every = (typeof everies)[number]
/** A day of a month; `L` is the last one, whichever that is. */
export type MonthDay = number | 'L'

export type Plan = {
  every: Every
  minute: number
  hour: number
  /** 0 is Sunday. */
  weekdays: readonly number[]
  monthDay: MonthDay
  cron: string
  /** Of a plan for one time, as in 2026-11-21. */
  day: string
}

/** Days that every month has; the one after them is the last (our choice). */
export const MONTH_DAYS = 28

/** Every night, when few people work. */
export const USUAL: Plan = { every: 'day', minute: 0, hour: 2, weekdays: [1], monthDay: 1, cron: '', day: '' }

/** When the clocks of a zone show the day and time of a plan, or why they never do, or do twice. */
export function instantOf(plan: Plan, zone: string): { at: string } | { reason: 'noSuchTime' | 'ambiguousTime' } {
  const local = Date.parse(`${plan.day}T${clockOf(plan)}:00Z`)
  const offset = zoneOffsetMs(local, zone)
  return typeof offset === 'number' ? { at: new Date(local - offset).toISOString() } : { reason: offset }
}

/** What the clocks of a zone show at a time: a day and a clock time. */
function shownIn(at: Date, zone: string): Pick<Plan, 'day' | 'hour' | 'minute'> {
  const local = new Date(at.getTime() + offsetAt(at.getTime(), zone))
  return { day: local.toISOString().slice(0, 10), hour: local.getUTCHours(), minute: local.getUTCMinutes() }
}

/** The day of a zone on which this time falls. */
export const dayIn = (at: Date, zone: string): string => shownIn(at, zone).day

/** A plan as a schedule; one for a time that does not exist has none ('') and is refused. */
export function scheduleOf(plan: Plan, zone: string): Schedule {
  if (plan.every !== 'once') return { cron: cronOf(plan), zone }
  const instant = instantOf(plan, zone)
  return { once: 'at' in instant ? instant.at : '', zone }
}

/** A schedule as a plan. */
export function planFor(schedule: Schedule): Plan {
  if ('cron' in schedule) return planOf(schedule.cron)
  return { ...USUAL, every: 'once', ...shownIn(new Date(schedule.once), schedule.zone) }
}

/** Whether the one time of a schedule is past. */
export const isOver = (schedule: Schedule): boolean => 'once' in schedule && Date.parse(schedule.once) <= Date.now()

/** A plan as five fields of cron. */
export function cronOf({ every, minute, hour, weekdays, monthDay, cron }: Plan): string {
  if (every === 'hour') return `${minute} * * * *`
  if (every === 'day') return `${minute} ${hour} * * *`
  if (every === 'week') return `${minute} ${hour} * * ${weekdays.toSorted().join(',')}`
  if (every === 'month') return `${minute} ${hour} ${monthDay} * *`
  return cron.trim()
}

const FIELDS = /^([1-5]?\d)\s+(\*|1?\d|2[0-3])\s+(\*|L|[1-9]|1\d|2[0-8])\s+\*\s+(\*|[0-6](?:,[0-6])*)$/

/** Parses five fields of cron into a plan; what a plan can't express stays cron. */
export function planOf(cron: string): Plan {
  const asCron: Plan = { ...USUAL, every: 'cron', cron }
  const [, minute, hour, monthDay, weekdays] = FIELDS.exec(cron) ?? []
  if (minute === undefined || hour === undefined || monthDay === undefined || weekdays === undefined) return asCron
  const plan = { ...asCron, minute: Number(minute), ...(hour !== '*' && { hour: Number(hour) }) }
  const [isAnyDay, isAnyWeekday] = [monthDay === '*', weekdays === '*']
  if (hour === '*') return isAnyDay && isAnyWeekday ? { ...plan, every: 'hour' } : asCron
  if (isAnyDay && isAnyWeekday) return { ...plan, every: 'day' }
  if (isAnyDay) return { ...plan, every: 'week', weekdays: weekdays.split(',').map(Number) }
  if (!isAnyWeekday) return asCron
  return { ...plan, every: 'month', monthDay: monthDay === 'L' ? 'L' : Number(monthDay) }
}

const twoDigits = (count: number) => String(count).padStart(2, '0')
/** The clock time of a plan, as a field of times has it. */
export const clockOf = ({ hour, minute }: Pick<Plan, 'hour' | 'minute'>) => `${twoDigits(hour)}:${twoDigits(minute)}`
