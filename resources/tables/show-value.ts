import { cellText } from '#contract/cells.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import type { CellView, Tone } from '../../src/grid/types.ts'
import { grouped, rounded } from '../../src/widgets/decimals.ts'
import { exactMoment, shownMoment } from '../../src/widgets/format.ts'

/** Names of files and people by id, and the words of a language. */
export type Words = {
  names: ReadonlyMap<string, string>
  yes: string
  no: string
  /** The address of a thumbnail of a file; undefined for kinds of files without one. */
  pictureOf?: (id: string, name: string) => string | undefined
  /** Said for a file or person that the reader may not see. */
  unseen: string
  /** Says why a formula gave no value. */
  failed: (reason: string) => string
  /** Says which rule a value breaks. */
  broken: (rule: BrokenRule) => string
}

/** The rule that a value breaks. */
export type BrokenRule = 'required' | 'range' | 'length' | 'pattern' | 'unique' | 'patternOrUnique' | 'options'

const TONES = 6
/** The colour of a term: its place among the terms, or a fixed one by its letters. */
const toneOf = (term: string, terms: readonly string[]): Tone => {
  const place = terms.indexOf(term)
  const sum = place >= 0 ? place : Array.from(term).reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0)
  return (sum % TONES) as Tone
}

/** Digits that a computed figure has beyond the values that it is of, and the least that mean something (our choice). */
const [DIGITS_MORE, DIGITS_LEAST] = [2, 3]

/**
 * A mean or a deviation with as many digits as make sense: two more after the point than the values have; a small one
 * keeps three that mean something.
 */
export function meant(figure: string, values: readonly (string | null)[]): string {
  const [, , , fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(figure) ?? []
  const after = Math.max(...values.map((value) => value?.split('.')[1]?.length ?? 0))
  const zeros = /^-?0\./.test(figure) ? fraction.search(/[1-9]/) : -1
  const decimals = Math.max(after + DIGITS_MORE, zeros < 0 ? 0 : zeros + DIGITS_LEAST)
  return fraction.length > decimals ? rounded(figure, decimals) : figure
}

/** A stored number in the format of its column. */
export function shownNumber(value: string, { decimals, isGrouped, isPercent }: Column['format']): string {
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
  const scaled = isPercent
    ? `${sign}${BigInt(whole + fraction.padEnd(2, '0').slice(0, 2))}${fraction.length > 2 ? `.${fraction.slice(2)}` : ''}`
    : value
  const exact = decimals === undefined ? scaled : rounded(scaled, decimals)
  const [integer = '', rest] = exact.split('.')
  return `${isGrouped ? grouped(integer) : integer}${rest === undefined ? '' : `.${rest}`}${isPercent ? '%' : ''}`
}

function breaksRange({ type, rules: { least, greatest } }: Column, value: string): boolean {
  const isLess = (one: string, other: string) =>
    type === 'number' ? Number(one) < Number(other) : new Date(one) < new Date(other)
  return (least !== undefined && isLess(value, least)) || (greatest !== undefined && isLess(greatest, value))
}

/**
 * The first rule of its column that a value breaks, null if none. Patterns, uniqueness and the terms of a vocabulary,
 * which may have been others at an earlier moment, are only checked by the server (`isJudged`: it breaks some rule).
 */
export function brokenRule(column: Column, value: Cell, isJudged = false): BrokenRule | null {
  const { rules, options, vocabularyId, type } = column
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return rules.isRequired ? 'required' : null
  const terms = Array.isArray(value) ? value : [value]
  const isChosen = (type === 'choice' || type === 'choices') && (vocabularyId === null || isJudged)
  if (isChosen && options.length && terms.some((term) => !options.includes(String(term)))) return 'options'
  if (typeof value === 'string' && /^(number|date|datetime)$/.test(type) && breaksRange(column, value)) return 'range'
  const length = typeof value === 'string' ? Array.from(value).length : 0
  const { lengthMin = 0, lengthMax = Number.POSITIVE_INFINITY } = rules
  if (type === 'text' && (length < lengthMin || length > lengthMax)) return 'length'
  if (!isJudged) return null
  if (rules.pattern && rules.isUnique) return 'patternOrUnique'
  return rules.isUnique ? 'unique' : rules.pattern ? 'pattern' : 'options'
}

/** The rule for which a column refuses a value, as far as a page can tell; null if it takes it. */
export const refusingRule = (column: Column, value: Cell): BrokenRule | null =>
  column.rules.isStrict ? brokenRule(column, value) : null

/** The value of a cell as editable text; files and people are ids, chosen by a picker. */
export const fieldText = (column: Column, value: Cell, words: Words, error?: string): string =>
  (column.type === 'file' || column.type === 'person') && typeof value === 'string'
    ? value
    : showValue(column, value, error, words).text

/** A cell as the grid shows it; `isJudged` as for `brokenRule`. */
export function showValue(
  column: Column,
  value: Cell,
  error: string | undefined,
  words: Words,
  isJudged = false,
): CellView {
  // Of a missing value the result is missing, too: that is no error.
  if (error !== undefined && !error.startsWith('missing:'))
    return { kind: 'error', text: '', shown: '#', problem: words.failed(error) }
  const rule = brokenRule(column, value, isJudged)
  const problem = rule ? words.broken(rule) : undefined
  const { type, format, options } = column
  if (type === 'boolean') {
    const truth = typeof value === 'boolean' ? value : null
    return { kind: 'boolean', value: truth, text: truth === null ? '' : truth ? words.yes : words.no, problem }
  }
  if (value === null || typeof value === 'boolean') return { kind: 'text', text: '', problem }
  if (Array.isArray(value)) {
    const pills = value.map((text) => ({ text, tone: toneOf(text, options) }))
    return { kind: 'pills', pills, text: cellText(value), problem }
  }
  if (type === 'number') return { kind: 'number', text: value, shown: shownNumber(value, format), problem }
  if (type === 'date') return { kind: 'number', text: value, problem }
  if (type === 'datetime') {
    const text = exactMoment(value, format.offsetMinutes)
    const shown = shownMoment(value, format.offsetMinutes)
    return { kind: 'number', text, ...(text !== shown && { shown }), problem }
  }
  if (type === 'choice')
    return { kind: 'pills', pills: [{ text: value, tone: toneOf(value, options) }], text: value, problem }
  if (type === 'file' || type === 'person') {
    const name = words.names.get(value) ?? words.unseen
    return type === 'file'
      ? { kind: 'files', files: [{ name, picture: words.pictureOf?.(value, name) }], text: name, problem }
      : { kind: 'people', people: [{ name, tone: toneOf(value, []) }], text: name, problem }
  }
  return { kind: 'text', text: value, problem }
}
