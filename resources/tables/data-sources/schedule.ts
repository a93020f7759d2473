/** How often a schedule comes, as people say it; `cron` is whatever else five fields can say. */
export const everies = ['hour', 'day', 'week', 'month', 'cron'] as const
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
}

/** Days that every month has; the one after them is the last (our choice). */
export const MONTH_DAYS = 28

/** Every night, when few people work. */
export const USUAL: Plan = { every: 'day', minute: 0, hour: 2, weekdays: [1], monthDay: 1, cron: '' }

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
