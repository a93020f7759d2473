import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { zoneOffsetMs } from './zone.ts'

/** How dates are read: which of the first two numbers is the day; unknown means that it has to show. */
export type DateOrder = boolean | undefined
type Day = { year: number; month: number; day: number }
export type DateReason = 'notDate' | 'noSuchDay' | 'ambiguousDate' | 'hasTime'
export type DatetimeReason = 'notDatetime' | 'noSuchDay' | 'ambiguousDate' | 'noSuchTime' | 'ambiguousTime'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})/
const CHINESE = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]/
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?!\d)/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/
const DAY_NAMED = new RegExp(`^(\\d{1,2})[-\\s]${MONTH}\\.?,?[-\\s](\\d{4})(?!\\d)`, 'i')
const MONTH_NAMED = new RegExp(`^${MONTH}\\.?\\s(\\d{1,2}),?\\s(\\d{4})(?!\\d)`, 'i')
const TIME =
  /^(?:[tT]|\s)?\s*(上午|下午)?\s*(\d{1,2})(?::|：|时|点)(?:(\d{1,2})(?:分(?!\d)|(?::|：|分)(\d{1,2})(?:\.(\d{1,9}))?秒?)?)?\s*([ap]\.?m\.?)?\s*(z|utc|gmt|[+-]\d\d:?(?:\d\d)?)?$/i

const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const isoDay = ({ year, month, day }: Day) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`
/** Milliseconds of the midnight in UTC; years below 100 are years, not abbreviations. */
const midnight = ({ year, month, day }: Day) => new Date(0).setUTCFullYear(year, month - 1, day)

function isDay(given: Day): boolean {
  if (given.year < 1 || given.month < 1 || given.month > 12) return false
  const at = new Date(midnight(given))
  return at.getUTCMonth() === given.month - 1 && at.getUTCDate() === given.day
}

const numbered = (year?: string, month?: string, day?: string): Day => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
})
const named = (year?: string, month = '', day?: string): Day => ({
  year: Number(year),
  month: MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1,
  day: Number(day),
})

/** A date with the year at the end; a point as separator is used only in countries that put the day first. */
function yearLast([, first, mark, second, year]: RegExpExecArray, isDayFirst: DateOrder): Day | 'ambiguousDate' {
  const [dayFirst, monthFirst] = [numbered(year, second, first), numbered(year, first, second)]
  if (mark === '.' || isDayFirst === true) return dayFirst
  if (isDayFirst === false) return monthFirst
  if (isDay(dayFirst) && isDay(monthFirst) && first !== second) return 'ambiguousDate'
  return isDay(dayFirst) ? dayFirst : monthFirst
}

/** The date at the beginning of a text, and what follows it. */
function leadingDay(text: string, isDayFirst: DateOrder): { day: Day; rest: string } | null | 'ambiguousDate' {
  const found = (match: RegExpExecArray, day: Day) => ({ day, rest: text.slice(match[0].length) })
  let match = YEAR_FIRST.exec(text)
  if (match) return found(match, numbered(match[1], match[3], match[4]))
  match = YEAR_LAST.exec(text)
  if (match) {
    const day = yearLast(match, isDayFirst)
    return typeof day === 'string' ? day : found(match, day)
  }
  match = CHINESE.exec(text) ?? COMPACT.exec(text)
  if (match) return found(match, numbered(match[1], match[2], match[3]))
  match = DAY_NAMED.exec(text)
  if (match) return found(match, named(match[3], match[2], match[1]))
  match = MONTH_NAMED.exec(text)
  return match && found(match, named(match[3], match[1], match[2]))
}

/** Any time of zeros, without a zone: a date that a program wrote as a moment. */
const MIDNIGHT = /^(?:[tT]|\s)\s*0?0:00(?::00(?:\.0+)?)?$/

/** A calendar day as `2026-11-21`, or why the text is none. A time other than midnight is refused, not cut off. */
export function parseDate(text: string, isDayFirst?: DateOrder): { value: string } | { reason: DateReason } {
  const found = leadingDay(text.trim(), isDayFirst)
  if (found === 'ambiguousDate') return { reason: found }
  if (!found) return { reason: 'notDate' }
  if (found.rest && !MIDNIGHT.test(found.rest)) return { reason: TIME.test(found.rest) ? 'hasTime' : 'notDate' }
  return isDay(found.day) ? { value: isoDay(found.day) } : { reason: 'noSuchDay' }
}

type Time = { ms: number; micros: string; zone: string | undefined }

function timeOf(rest: string): Time | null {
  if (!rest) return { ms: 0, micros: '', zone: undefined }
  const match = TIME.exec(rest)
  if (!match) return null
  const [, chinese, hours, minutes = '0', seconds = '0', fraction = '', latin, zone] = match
  const half = chinese === '下午' || latin?.toLowerCase().startsWith('p') ? 12 : 0
  const isHalved = Boolean(chinese || latin)
  const given = Number(hours)
  if (given > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  if (isHalved && (given > 12 || (latin && given === 0))) return null
  // PostgreSQL keeps microseconds; what is finer would be rounded.
  if (/[1-9]/.test(fraction.slice(6))) return null
  const hour = isHalved ? (given % 12) + half : given
  const ms = hour * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000
  return { ms, micros: fraction.slice(0, 6).replace(/0+$/, ''), zone }
}

/** Minutes east of Greenwich in milliseconds, of `Z`, `+08:00` or `UTC`. */
function offsetMs(zone: string): number | null {
  if (/^[zug]/i.test(zone)) return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || '0')
  if (hours > 14 || minutes > 59) return null
  return (hours * HOUR_MS + minutes * MINUTE_MS) * (zone.startsWith('-') ? -1 : 1)
}

function isoTime(ms: number, micros: string): string {
  const whole = new Date(ms).toISOString().slice(0, 19)
  return micros ? `${whole}.${micros}Z` : `${whole}Z`
}

/**
 * A time in ISO 8601 and UTC, up to microseconds, or why the text is none. A time without a zone is in `zone`; times
 * that the zone skips or repeats when its clocks change are refused. A date alone is its midnight.
 */
export function parseDatetime(
  text: string,
  { dayFirst, zone = 'UTC' }: { dayFirst?: DateOrder; zone?: string | undefined } = {},
): { value: string } | { reason: DatetimeReason } {
  const found = leadingDay(text.trim(), dayFirst)
  if (found === 'ambiguousDate') return { reason: found }
  const time = found && timeOf(found.rest)
  if (!found || !time) return { reason: 'notDatetime' }
  if (!isDay(found.day)) return { reason: 'noSuchDay' }
  const local = midnight(found.day) + time.ms
  const offset = time.zone ? offsetMs(time.zone) : zoneOffsetMs(local, zone)
  if (offset === null) return { reason: 'notDatetime' }
  if (typeof offset === 'string') return { reason: offset }
  const utc = local - offset
  // The years that ISO 8601 writes with four digits.
  if (utc < midnight({ year: 1, month: 1, day: 1 }) || utc >= midnight({ year: 9999, month: 12, day: 31 }) + DAY_MS)
    return { reason: 'noSuchDay' }
  return { value: isoTime(utc, time.micros) }
}
