import { type DateReason, type DatetimeReason, parseDate, parseDatetime } from './cells/date.ts'
import { type DecimalPoint, parseNumber } from './cells/number.ts'
import { CHOICES_MAX, COLUMN_NAME_MAX, TABLE_TEXT_MAX } from './core/limits.ts'
import type { Cell, CellType } from './tables/columns.ts'

/** How texts of a column are read. */
export type ReadingFormat = {
  /** The decimal separator; a point by default. */
  decimal?: DecimalPoint | undefined
  /** Whether 3/4/2026 is in April. If unknown, only unambiguous dates are accepted. */
  dayFirst?: boolean | undefined
  /** The time zone of times without one, such as Asia/Shanghai; UTC by default. */
  zone?: string | undefined
  /** The words that a choice takes; any word unless said. */
  options?: readonly string[] | undefined
  /** Words that mean an empty cell, such as NA. */
  missing?: string[] | undefined
}

export type CellReason =
  | DateReason
  | DatetimeReason
  | 'notNumber'
  | 'numberTooLong'
  | 'notBoolean'
  | 'notOption'
  | 'textTooLong'
  | 'textUnstorable'
  | 'notId'
export type ParsedCell = { value: Cell } | { reason: CellReason }

/** Words for yes and no, in both languages: a file of another program may have either. */
export const trueWords = ['true', 'yes', 'y', 't', 'on', '1', '是', '对', '真', '有', '√', '✓', '✔']
export const falseWords = ['false', 'no', 'n', 'f', 'off', '0', '否', '错', '假', '无', '不', '×', '✗', '✘']
/** Separators of multiple choices; characters that are common within words separate only if there is no other. */
const PARTS = [/[;；\n]/, /[;；\n,，、|]/]

function textOf(text: string): ParsedCell {
  if (text.length > TABLE_TEXT_MAX) return { reason: 'textTooLong' }
  // The database can't store these.
  if (text.includes('\0') || !text.isWellFormed()) return { reason: 'textUnstorable' }
  return { value: text }
}

function numberOf(text: string, { decimal }: ReadingFormat): ParsedCell {
  const value = parseNumber(text, decimal)
  if (value === null) return { reason: 'notNumber' }
  return value === 'tooLong' ? { reason: 'numberTooLong' } : { value }
}

/** Yes or no, in the words that tables are filled with; null for anything else. */
export function parseBoolean(text: string): boolean | null {
  const word = text.trim().toLowerCase()
  if (trueWords.includes(word)) return true
  return falseWords.includes(word) ? false : null
}

function booleanOf(text: string): ParsedCell {
  const value = parseBoolean(text)
  return value === null ? { reason: 'notBoolean' } : { value }
}

const wordsIn = (text: string, mark: RegExp) => [
  ...new Set(
    text
      .split(mark)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]

const isTerm = (word: string, { options }: ReadingFormat) => !options || options.includes(word)

function termOf(text: string): ParsedCell {
  const parsed = textOf(text)
  if ('reason' in parsed) return parsed
  return text.length > COLUMN_NAME_MAX ? { reason: 'textTooLong' } : parsed
}

function choiceOf(text: string, format: ReadingFormat): ParsedCell {
  const word = text.trim()
  return isTerm(word, format) ? termOf(word) : { reason: 'notOption' }
}

function choicesOf(text: string, format: ReadingFormat): ParsedCell {
  const whole = text.trim()
  if (format.options?.includes(whole)) return { value: [whole] }
  const words = PARTS.map((mark) => wordsIn(text, mark)).find((parts) => parts.every((word) => isTerm(word, format)))
  if (!words) return { reason: 'notOption' }
  if (words.length > CHOICES_MAX) return { reason: 'textTooLong' }
  return words.map(termOf).find((term) => 'reason' in term) ?? (words.length ? { value: words } : { value: null })
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id; whether there is such a file or person is known to the server alone. */
function idOf(text: string): ParsedCell {
  const id = text.trim()
  return ID.test(id) ? { value: id.toLowerCase() } : { reason: 'notId' }
}

const readers: Record<CellType, (text: string, format: ReadingFormat) => ParsedCell> = {
  text: textOf,
  number: numberOf,
  date: (text, { dayFirst }) => parseDate(text, dayFirst),
  datetime: parseDatetime,
  boolean: booleanOf,
  choice: choiceOf,
  choices: choicesOf,
  file: idOf,
  person: idOf,
}

/**
 * The value of a text in a column, or why it does not fit. Nothing is rounded, cut or guessed: ambiguous texts are
 * refused. Used alike for typing, pasting and importing.
 */
export function parseCell(type: CellType, format: ReadingFormat, text: string): ParsedCell {
  if (text === '' || (type !== 'text' && text.trim() === '')) return { value: null }
  if (format.missing?.includes(text.trim())) return { value: null }
  return readers[type](text, format)
}

/** Separator of the terms of a choice in a text. */
const JOIN = '; '

/** A value as plain text that `parseCell` reads as the same value, whatever the language. */
export function cellText(value: Cell): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join(JOIN) : String(value)
}
