import * as z from 'zod/mini'
import { parseNumber } from '../cells/number.ts'
import { TABLE_NUMBER_DIGITS } from '../core/limits.ts'
import type { Cell, CellType } from './columns.ts'

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d{1,4})?$/
const YEAR_MAX = '9999'
const isDay = (text: string) => z.iso.date().safeParse(text).success && text > '0001' && text.slice(0, 4) <= YEAR_MAX
/** Zones go to 14 hours from UTC; near the ends of the years a zone can lead out of them. */
const ZONE = /(Z|[+-](0\d|1[0-3]):?[0-5]\d|[+-]14:?00)$/
/** Digits beyond microseconds would be rounded, so they are refused. */
const TOO_FINE = /\.\d{6}0*[1-9]/
const isMoment = (text: string) =>
  !TOO_FINE.test(text) &&
  z.iso.datetime({ offset: true }).safeParse(text).success &&
  ZONE.test(text) &&
  isDay(new Date(text).toISOString().slice(0, 10))
const isId = (text: string) => z.uuid().safeParse(text).success
/** The digits of a number with an exponent are counted as if it were written out. */
const isNumber = (text: string) =>
  text.length <= TABLE_NUMBER_DIGITS && NUMBER.test(text) && (!/e/i.test(text) || parseNumber(text) !== 'tooLong')

/** Which strings fit a type on the wire. */
const fitting: Partial<Record<CellType, (text: string) => boolean>> = {
  text: () => true,
  choice: (text) => text !== '',
  number: isNumber,
  date: isDay,
  datetime: isMoment,
  file: isId,
  person: isId,
}

/** Whether a value in its JSON form is valid in a column of a type; an empty cell always is. */
export function fitsType(type: CellType, value: Cell): boolean {
  if (value === null) return true
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'choices') return Array.isArray(value) && value.every((one) => one !== '')
  return typeof value === 'string' && (fitting[type]?.(value) ?? false)
}

const DAY_OF_INSTANTS = /^(\d{4}-\d{2}-\d{2})(Z|[+-]\d{2}:\d{2})?$/
const DAY_MS = 24 * 60 * 60 * 1000
/**
 * The first moment of a day and that of the next one, null after the last day of all: a day is in UTC unless it names a
 * zone, as in `2026-08-04+08:00`. Null: not a day.
 */
export function instantsOfDay(text: string): { from: string; to: string | null } | null {
  const [, day = '', zone = 'Z'] = DAY_OF_INSTANTS.exec(text) ?? []
  const begin = `${day}T00:00:00${zone}`
  if (!isDay(day) || !isMoment(begin)) return null
  const from = new Date(begin)
  const to = new Date(from.getTime() + DAY_MS).toISOString()
  return { from: from.toISOString(), to: isMoment(to) ? to : null }
}

const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
/** Minutes east of UTC as ISO 8601 writes them: +08:00. */
export const offsetText = (minutes: number) =>
  `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`

/**
 * A moment as a zone writes it, with all its digits: `2026-08-04T10:30:00+08:00`. At the ends of the years, where there is
 * no such text, it stays as it is.
 */
export function zonedMoment(moment: string, offsetMinutes: number | undefined): string {
  if (!offsetMinutes) return moment
  const there = new Date(Date.parse(moment) + offsetMinutes * 60_000).toISOString()
  const fraction = /\.\d+/.exec(moment)?.[0] ?? ''
  const text = `${there.slice(0, '2026-08-04T10:30:00'.length)}${fraction}${offsetText(offsetMinutes)}`
  return isMoment(text) ? text : moment
}
