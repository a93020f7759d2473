import { TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { TakenColumn } from './convert.ts'

/**
 * Writes the cell between two places of bytes as a line of `COPY` has it, at a place of others, and answers the place
 * behind it: at most two bytes for one, and one more. `PARSE` if only its text says whether it fits; what was written is
 * then void.
 */
export type QuickCell = (from: Uint8Array, start: number, end: number, to: Uint8Array, at: number) => number
export const PARSE = -1

const [TAB, LINE_FEED, CARRIAGE_RETURN, BACKSLASH] = [9, 10, 13, 92]
const [PLUS, MINUS, POINT, ZERO, NINE, COLON, SPACE, T, Z] = [43, 45, 46, 48, 57, 58, 32, 84, 90]
/** The letters of escapes, by the byte that they stand for. */
const LETTERS: Record<number, number> = { [TAB]: 116, [LINE_FEED]: 110, [CARRIAGE_RETURN]: 114, [BACKSLASH]: BACKSLASH }
/** Digits of a number that is taken as it is; longer ones may be too long. */
const NUMBER_BYTES = 400

const isDigit = (byte: number) => byte >= ZERO && byte <= NINE

const quickText: QuickCell = (from, start, end, to, at) => {
  if (end - start > TABLE_TEXT_MAX) return PARSE
  let place = at
  for (let next = start; next < end; next += 1) {
    const byte = from[next] ?? 0
    if (byte > CARRIAGE_RETURN && byte !== BACKSLASH) {
      to[place] = byte
      place += 1
      continue
    }
    if (byte === 0) return PARSE
    const letter = LETTERS[byte]
    if (letter !== undefined) {
      to[place] = BACKSLASH
      place += 1
    }
    to[place] = letter ?? byte
    place += 1
  }
  return place
}

function copyBytes(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  for (let next = start; next < end; next += 1) to[at + next - start] = from[next] ?? 0
  return at + end - start
}

/** A number that is canonical but for zeros at the end of its decimals. */
const quickNumber: QuickCell = (from, start, end, to, at) => {
  const first = from[start] === MINUS ? start + 1 : start
  if (first === end || end - start > NUMBER_BYTES) return PARSE
  if (from[first] === ZERO && first + 1 < end && from[first + 1] !== POINT) return PARSE
  let point = PARSE
  for (let next = first; next < end; next += 1) {
    const byte = from[next] ?? 0
    if (isDigit(byte)) continue
    if (byte !== POINT || point !== PARSE || next === first) return PARSE
    point = next
  }
  let last = end
  if (point !== PARSE) {
    while (from[last - 1] === ZERO) last -= 1
    if (last - 1 === point) last = point
  }
  // Minus zero.
  if (first > start && last === first + 1 && from[first] === ZERO) return PARSE
  return copyBytes(from, start, last, to, at)
}

/** Two digits as a number; NaN if they are none. */
function twoDigits(from: Uint8Array, at: number): number {
  const [tens, ones] = [from[at] ?? 0, from[at + 1] ?? 0]
  return isDigit(tens) && isDigit(ones) ? (tens - ZERO) * 10 + ones - ZERO : Number.NaN
}
/** Every month has so many days. */
const SURE_DAYS = 28
/** Whether `2026-11-21` stands at a place, and surely is a day. */
function isSureDay(from: Uint8Array, at: number): boolean {
  if (from[at + 4] !== MINUS || from[at + 7] !== MINUS) return false
  const [year, month, day] = [
    twoDigits(from, at) * 100 + twoDigits(from, at + 2),
    twoDigits(from, at + 5),
    twoDigits(from, at + 8),
  ]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= SURE_DAYS
}
const DAY_BYTES = 10

const quickDate: QuickCell = (from, start, end, to, at) =>
  end - start === DAY_BYTES && isSureDay(from, start) ? copyBytes(from, start, end, to, at) : PARSE

const TIME_BYTES = 19
const FRACTION_DIGITS = 6
function isTime(from: Uint8Array, at: number): boolean {
  if (from[at + 2] !== COLON || from[at + 5] !== COLON) return false
  return twoDigits(from, at) <= 23 && twoDigits(from, at + 3) <= 59 && twoDigits(from, at + 6) <= 59
}
/** Whether a zone stands between two places that is UTC, or none. */
function isUtc(from: Uint8Array, start: number, end: number): boolean {
  if (start === end) return true
  if (end - start === 1) return from[start] === Z
  return end - start === 3 && from[start] === PLUS && from[start + 1] === ZERO && from[start + 2] === ZERO
}

/** A time in UTC, with a space or a T behind the day. */
const quickDatetime: QuickCell = (from, start, end, to, at) => {
  const mark = from[start + DAY_BYTES]
  if (end - start < TIME_BYTES || (mark !== SPACE && mark !== T)) return PARSE
  if (!isSureDay(from, start) || !isTime(from, start + DAY_BYTES + 1)) return PARSE
  const point = start + TIME_BYTES
  let zone = point
  if (zone < end && from[zone] === POINT) for (zone += 1; zone < end && isDigit(from[zone] ?? 0); ) zone += 1
  const digits = zone - point - 1
  if (digits === 0 || digits > FRACTION_DIGITS || !isUtc(from, zone, end)) return PARSE
  let last = zone
  if (digits > 0) while (from[last - 1] === ZERO) last -= 1
  if (last - 1 === point) last = point
  let place = copyBytes(from, start, last, to, at)
  to[at + DAY_BYTES] = T
  to[place] = Z
  place += 1
  return place
}

const QUICK: Partial<Record<CellType, QuickCell>> = {
  text: quickText,
  number: quickNumber,
  date: quickDate,
  datetime: quickDatetime,
}

/** How most cells of a column are written without making texts of them; undefined if each must be parsed. */
export function quickCell({ type, format }: Pick<TakenColumn, 'type' | 'format'>): QuickCell | undefined {
  if (format.missing?.length) return undefined
  if (type === 'number' && format.decimal === ',') return undefined
  if (type === 'datetime' && format.zone && format.zone !== 'UTC') return undefined
  return QUICK[type]
}
