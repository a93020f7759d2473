import { DAY_MS } from '#contract/core/time.ts'
import type { SourceCell } from '../source.ts'

/** How the number of a cell is shown; elapsed: a length of time, as in [h]:mm. */
export type NumberStyle = 'number' | 'percent' | 'date' | 'datetime' | 'time' | 'elapsed'

/** Formats with fixed numbers; 27 to 36 and 50 to 58 belong to East Asian programs. */
const BUILT_IN: Partial<Record<NumberStyle, number[]>> = {
  percent: [9, 10],
  date: [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
  time: [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56],
  datetime: [22],
  elapsed: [46],
}
const builtIn = new Map(
  Object.entries(BUILT_IN).flatMap(([style, ids]) => ids.map((id) => [id, style as NumberStyle] as const)),
)
/** Parts of a format that are not codes: quoted texts, escaped characters, fillers, colours, conditions, AM/PM. */
const NO_CODE = /"[^"]*"?|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]|am\/pm|a\/p|general/gi
/** An m beside hours or seconds means minutes. */
const MINUTES = /(h[^yds]*?)m+|m+(?=[^ydhm]*s)/gi

/** How numbers of a custom format are shown: only its first section counts. */
export function styleOfFormat(code: string): NumberStyle {
  const [bare = ''] = code.replace(NO_CODE, '').split(';')
  if (/\[[hms]+\]/i.test(bare)) return 'elapsed'
  const rest = bare.replace(MINUTES, '$1n')
  const [hasDate, hasTime] = [/[ymd]/i.test(rest), /[hsn]/i.test(rest)]
  if (hasDate) return hasTime ? 'datetime' : 'date'
  if (hasTime) return 'time'
  return rest.includes('%') ? 'percent' : 'number'
}
export const styleOfBuiltIn = (id: number): NumberStyle => builtIn.get(id) ?? 'number'

/** Days from 1899-12-30, from which spreadsheet programs count, or from 1904-01-01, to 1970-01-01. */
const EPOCH_DAYS = { 1900: 25_569, 1904: 24_107 }
/** 29 February 1900, which exists in spreadsheet programs only. */
const NO_DAY = 60
/** The last day of the year 9999. */
const LAST = 2_958_466

const pad = (value: number) => String(value).padStart(2, '0')

/** Hours, minutes and seconds, with milliseconds where there are any; hours may be more than a day has. */
function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const whole = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(pad).join(':')
  return ms % 1000
    ? `${whole}.${String(ms % 1000)
        .padStart(3, '0')
        .replace(/0+$/, '')}`
    : whole
}

/** Days repeat often, so their texts are cached. */
const days = new Map<number, string>()
const DAYS_MAX = 100_000
function dayText(day: number): string {
  const known = days.get(day)
  if (known) return known
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (days.size >= DAYS_MAX) days.clear()
  days.set(day, text)
  return text
}

/**
 * A number that is shown as a date or time, to the millisecond. A time of day or a length of time is text, as is a day
 * that no calendar has; a number that can't be shown so stays one.
 */
export function dateCell(
  serial: number,
  style: Exclude<NumberStyle, 'number' | 'percent'>,
  base: 1900 | 1904,
): SourceCell {
  if (!(serial >= 0 && serial < LAST)) return { kind: 'number', text: String(serial) }
  const isTimeOnly = style === 'elapsed' || (serial < 1 && (style === 'time' || base === 1900))
  if (isTimeOnly) return { kind: 'text', text: timeText(Math.round(serial * DAY_MS)) }
  if (base === 1900 && Math.floor(serial) === NO_DAY) return { kind: 'text', text: '1900-02-29' }
  const shift = base === 1900 && serial < NO_DAY ? 1 : 0
  const total = Math.round((serial + shift) * DAY_MS)
  const day = Math.floor(total / DAY_MS)
  const ms = total - day * DAY_MS
  const date = dayText(day - EPOCH_DAYS[base])
  return style === 'date' && ms === 0
    ? { kind: 'date', text: date }
    : { kind: 'datetime', text: `${date}T${timeText(ms)}` }
}
