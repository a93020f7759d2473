import { parseDate, parseDatetime } from '#contract/cells/date.ts'
import { isCodeLike, parseNumber } from '#contract/cells/number.ts'
import { parseBoolean, type ReadingFormat } from '#contract/cells.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { SourceCell } from './source.ts'

/** Ways in which a text may be read, the narrowest first. */
export const READINGS: { type: CellType; format: ReadingFormat; fits: (text: string) => boolean }[] = [
  { type: 'boolean', format: {}, fits: (text) => !hasDigit(text) && parseBoolean(text) !== null },
  { type: 'number', format: {}, fits: (text) => isNumber(text, '.') },
  { type: 'number', format: { decimal: ',' }, fits: (text) => isNumber(text, ',') },
  { type: 'date', format: {}, fits: (text) => isDate(text) },
  { type: 'date', format: { dayFirst: true }, fits: (text) => isDate(text, true) },
  { type: 'date', format: { dayFirst: false }, fits: (text) => isDate(text, false) },
  { type: 'datetime', format: {}, fits: (text) => isMoment(text) },
  { type: 'datetime', format: { dayFirst: true }, fits: (text) => isMoment(text, true) },
  { type: 'datetime', format: { dayFirst: false }, fits: (text) => isMoment(text, false) },
]
/** The readings that a value fits, one bit each. */
export type Fits = number

/** How numbers and days begin; other or longer texts need not be tried. */
const NUMBER_OR_DAY = /^\s*(?:[+\-\u2212]?[.,]?[\d０-９]|[a-z]{3,9}\.?\s\d)/i
const LONGEST = 60
const YES_NO_LONGEST = 6
const hasDigit = (text: string) => /[\d０-９]/.test(text)
/** Eight digits are read as a number, not as a day. */
const isBare = (text: string) => /^\s*[\d０-９]+\s*$/.test(text)
const isNumber = (text: string, decimal: '.' | ',') => {
  const value = isCodeLike(text) ? null : parseNumber(text, decimal)
  return value !== null && value !== 'tooLong'
}
const isDate = (text: string, dayFirst?: boolean) => !isBare(text) && 'value' in parseDate(text, dayFirst)
const isMoment = (text: string, dayFirst?: boolean) => !isBare(text) && 'value' in parseDatetime(text, { dayFirst })

const fitsOfType = (types: CellType[]): Fits =>
  READINGS.reduce((bits, { type }, at) => (types.includes(type) ? bits | (1 << at) : bits), 0)
const TYPED = {
  number: fitsOfType(['number']),
  boolean: fitsOfType(['boolean']),
  date: fitsOfType(['date', 'datetime']),
  datetime: fitsOfType(['datetime']),
}

/** Digits of a whole number that is too short to be a day, and decimals that every program keeps. */
const SHORT_DIGITS = 7
const SHORT_DECIMALS = 15
/** So many digits behind a point are also thousands, where the comma is the decimal mark. */
const THOUSANDS = 3
const [POINT, COMMA] = (['.', ','] as const).map(
  (mark) => 1 << READINGS.findIndex(({ type, format }) => type === 'number' && (format.decimal ?? '.') === mark),
) as [Fits, Fits]
const [MINUS, DOT, ZERO, NINE] = [45, 46, 48, 57]

/**
 * The readings of a number as most are written, which are known without trying them: with a point, without superfluous
 * zeros, too short for a day. 0 for any other text.
 */
export function fitsOfShortNumber(text: string): Fits {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  let point = text.length
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === DOT && point === text.length) point = at
    else if (code < ZERO || code > NINE) return 0
  }
  const [digits, decimals] = [point - start, text.length - point - 1]
  if (digits < 1 || digits > SHORT_DIGITS || (digits > 1 && text.charCodeAt(start) === ZERO)) return 0
  if (decimals === 0 || decimals > SHORT_DECIMALS) return 0
  return decimals < 0 || (decimals === THOUSANDS && digits <= THOUSANDS) ? POINT | COMMA : POINT
}

/** The readings of a value; a type that the file declares takes precedence over the text. */
export function fitsOf({ kind, text }: NonNullable<SourceCell>): Fits {
  // Programs write days as midnight of that day.
  if (kind === 'datetime' && text.endsWith('T00:00:00')) return TYPED.date
  if (kind === 'number' || kind === 'boolean' || kind === 'date' || kind === 'datetime') return TYPED[kind]
  const short = fitsOfShortNumber(text)
  if (short) return short
  const isWord = text.length <= YES_NO_LONGEST
  if (!isWord && (text.length > LONGEST || !NUMBER_OR_DAY.test(text))) return 0
  return READINGS.reduce((bits, { fits }, at) => (fits(text) ? bits | (1 << at) : bits), 0)
}

/** Numbers with more digits than programs keep, and days in ISO form: workbooks store them as texts. */
export const isLongNumber = (text: string): boolean => /^-?\d[\d.]{15,}$/.test(text) && parseNumber(text) !== null
export const isIsoDay = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/.test(text)
/** The readings of a long number that is stored as a text among numbers: one with a point has it as its decimal mark. */
export const fitsOfLongNumber = (text: string): Fits => (text.includes('.') ? POINT : TYPED.number)
