import { spaced } from '#contract/core/spaced.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']
const BASE = 1024

/** Bytes for people: base 1024, B to YB, two decimals unless told. Source: spec section 9, Helpers. */
export function formatBytes(bytes: number, decimals = 2): string {
  if (bytes <= 0) return '0 B'
  const told = (power: number) => (bytes / BASE ** power).toFixed(power ? decimals : 0)
  const floor = Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(BASE)))
  // Rounded, it may be one of the next unit: 1.00 MB and not 1024.00 KB.
  const power = Number(told(floor)) >= BASE && floor < UNITS.length - 1 ? floor + 1 : floor
  return `${told(power)} ${UNITS[power]}`
}

/** The locale of a language, for dates, numbers and lists. */
export const localeOf = (lang: string) => (lang === 'en' ? 'en-GB' : 'zh-CN')

/**
 * A time in the reader's zone: the time for today, day and time this year, else the date. English names the month,
 * because its readers disagree about which number of 04/09 it is.
 */
export function formatDateTime(iso: string, lang: string, now: Date = new Date()): string {
  const at = new Date(iso)
  const isToday = at.toDateString() === now.toDateString()
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false }
  const day: Intl.DateTimeFormatOptions =
    lang === 'en' ? { month: 'short', day: 'numeric' } : { month: '2-digit', day: '2-digit' }
  const options = isToday
    ? time
    : at.getFullYear() === now.getFullYear()
      ? { ...day, ...time }
      : { year: 'numeric' as const, ...day }
  return new Intl.DateTimeFormat(localeOf(lang), options).format(at)
}

/** Day and time in a named zone, whatever the zone of the reader. */
export const formatInZone = (iso: string, timeZone: string, lang: string): string =>
  new Intl.DateTimeFormat(localeOf(lang), {
    ...(lang === 'en' ? { month: 'short', day: 'numeric' } : { month: '2-digit', day: '2-digit' }),
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZone,
  }).format(new Date(iso))

/** Cached formatters by language and style: creating one takes a hundred times as long as using it. */
const days = new Map<string, Intl.DateTimeFormat>()
function daysOf(lang: string, dateStyle: 'long' | 'medium'): Intl.DateTimeFormat {
  const key = `${lang} ${dateStyle}`
  const known = days.get(key) ?? new Intl.DateTimeFormat(localeOf(lang), { dateStyle, timeZone: 'UTC' })
  days.set(key, known)
  return known
}

/** The date of a timestamp, in UTC, because the server renders it too and does not know the reader's time zone. */
export const formatDay = (iso: string, lang: string, dateStyle: 'long' | 'medium' = 'medium'): string =>
  daysOf(lang, dateStyle).format(new Date(iso))

/** The exact time to the second, in the reader's time zone. */
export const formatExact = (iso: string, lang: string): string =>
  new Intl.DateTimeFormat(localeOf(lang), { dateStyle: 'long', timeStyle: 'medium' }).format(new Date(iso))

const two = (value: number) => String(value).padStart(2, '0')
/** A time in the cell of a table, in a zone or else the reader’s: to the second, without it where it is zero. */
export function shownMoment(iso: string, offsetMinutes: number | undefined): string {
  const at = new Date(iso)
  const shift = offsetMinutes ?? -at.getTimezoneOffset()
  const there = new Date(at.getTime() + shift * 60_000)
  const [day, time] = [there.toISOString().slice(0, 10), `${two(there.getUTCHours())}:${two(there.getUTCMinutes())}`]
  return `${day} ${time}${there.getUTCSeconds() ? `:${two(there.getUTCSeconds())}` : ''}`
}

/** The same with every digit of its seconds, so that it can be read again. */
export function exactMoment(iso: string, offsetMinutes: number | undefined): string {
  const shown = shownMoment(iso, offsetMinutes)
  const fraction = /\.(\d*[1-9])/.exec(iso)?.[1]
  if (!fraction) return shown
  return `${shown.split(':').length > 2 ? shown : `${shown}:00`}.${fraction}`
}

/** Cached as days are: a page has many counts. */
const countFormats = new Map<string, Intl.NumberFormat>()
function countFormat(lang: string, notation: 'compact' | 'standard'): Intl.NumberFormat {
  const key = `${lang} ${notation}`
  // British English abbreviates million as "m", which could be read as metres.
  const locale = lang === 'en' ? 'en-US' : localeOf(lang)
  const known = countFormats.get(key) ?? new Intl.NumberFormat(locale, { notation, maximumFractionDigits: 1 })
  countFormats.set(key, known)
  return known
}

/** A number with separators; large ones are shortened (4.7M). */
export const formatCount = (count: number, lang: string): string =>
  countFormat(lang, count >= 1_000_000 ? 'compact' : 'standard').format(count)

/** Names as a list: "a, b and c", or "a, b or c"; in Chinese the conjunction stands apart from Latin letters and digits. */
export function formatList(
  names: readonly string[],
  lang: string,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const parts = new Intl.ListFormat(localeOf(lang), { type }).formatToParts(names)
  return parts
    .map(({ type, value }, at) => {
      if (type === 'element') return value
      const after = [...(parts[at + 1]?.value ?? '')][0] ?? ''
      return spaced(parts[at - 1]?.value.at(-1) ?? '', value, after)
    })
    .join('')
}

/** Larger counts are shown as this number with a plus. */
const WAITING_MAX = 99
/** A count of waiting items in at most three characters. */
export const formatWaiting = (count: number): string => (count > WAITING_MAX ? `${WAITING_MAX}+` : String(count))
