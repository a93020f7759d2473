import { parseDatetime } from '#contract/cells/date.ts'
import { parseNumber } from '#contract/cells/number.ts'
import { TABLE_COLUMNS_MAX } from '#contract/core/limits.ts'
import {
  CELL_CHARACTERS_MAX,
  type Notes,
  type SourceCell,
  type SourceRow,
  TableFileError,
  textCell,
} from '../source.ts'
import { dateCell } from './serial.ts'
import { decoded, type SharedStrings } from './strings.ts'
import type { Workbook } from './workbook.ts'
import { attributeOf, type Heard } from './xml-scan.ts'

/** Rows and columns that the format knows. */
const ROWS_MAX = 1_048_576
const SHEET_COLUMNS_MAX = 16_384
const A = 65
const LETTERS = 26

/** The column of a reference such as AB12, from 0; -1 for what is none. */
export function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - A
    if (letter < 0 || letter >= LETTERS) break
    column = column * LETTERS + letter + 1
  }
  return column - 1
}

/** A cell as programs write nearly all of them: reference, style, type, and a value or a text without entities. */
const CELL =
  /<c(?: r="([A-Z]{1,3}\d{1,7})")?(?: s="(\d{1,9})")?(?: t="(n|s|b|e|str|inlineStr)")?(?:\/>|>(?:<v>([^<&]*)<\/v>|<is><t(?: xml:space="preserve")?>([^<&]*)<\/t><\/is>)?<\/c>)/y

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
/** Digits that a double can need; a number with more digits is an exact one. */
const DOUBLE_DIGITS = 17
/** Digits that every double keeps. */
const KEPT_DIGITS = 15

/** The shortest digits of a double: programs write more of them than are significant. */
function numberText(written: string): string | null {
  if (written.length <= KEPT_DIGITS && parseNumber(written) === written) return written
  const value = Number(written)
  if (!Number.isFinite(value)) return null
  const isLonger = written.length > DOUBLE_DIGITS && written.replace(/e.*$|\D/gi, '').length > DOUBLE_DIGITS
  const shown = isLonger ? written : String(value)
  if (PLAIN.test(shown) && !isLonger) return shown
  const text = parseNumber(shown)
  return text === 'tooLong' ? null : text
}

type CellAttributes = Record<'reference' | 'style' | 'type', string | null>
const attributesOf = (attributes: string): CellAttributes => ({
  reference: attributeOf(attributes, 'r'),
  style: attributeOf(attributes, 's'),
  type: attributeOf(attributes, 't'),
})
type Begun = { type: string; style: number; value: string; formula: string; hasFormula: boolean }

/** Collects the rows of a sheet while its XML is read; `taken` returns those that are complete. */
export class RowCollector {
  readonly #book: Workbook
  readonly #strings: SharedStrings | null
  readonly #notes: Notes
  #rows: SourceRow[] = []
  #cells: SourceCell[] = []
  #row = 0
  #column = 0
  #cell: Begun | null = null
  #into: 'value' | 'formula' | null = null
  #phonetic = 0

  constructor(book: Workbook, strings: SharedStrings | null, notes: Notes) {
    this.#book = book
    this.#strings = strings
    this.#notes = notes
  }

  taken = (): SourceRow[] => {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  readonly heard: Heard = {
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => this.#text(text),
    close: (name) => this.#close(name),
    whole: {
      pattern: CELL,
      hear: ([, reference = null, style = null, type = null, value, text = '']) => {
        this.#beginCell({ reference, style, type })
        this.#into = 'value'
        this.#text(value ?? text)
        this.#into = null
        this.#endCell()
      },
    },
  }

  #text(text: string): void {
    if (!this.#cell || !this.#into || this.#phonetic) return
    this.#cell[this.#into] += text
    if (this.#cell[this.#into].length > CELL_CHARACTERS_MAX) throw new TableFileError('cellTooLong', { row: this.#row })
  }

  #open(name: string, attributes: string): void {
    if (name === 'c') this.#beginCell(attributesOf(attributes))
    else if (name === 'v' || name === 't') this.#into = 'value'
    else if (name === 'f' && this.#cell) {
      this.#cell.hasFormula = true
      this.#into = 'formula'
    } else if (name === 'rPh') this.#phonetic += 1
    else if (name === 'row') this.#beginRow(attributes)
    else if (name === 'mergeCell') this.#notes.mergedRanges += 1
  }

  #beginRow(attributes: string): void {
    const given = Number(attributeOf(attributes, 'r'))
    // A sheet gives the number of each row; an impossible one is replaced by the next number.
    const isPlace = Number.isInteger(given) && given > this.#row && given <= ROWS_MAX
    this.#notes.blankRows += isPlace ? given - this.#row - 1 : 0
    this.#row = isPlace ? given : this.#row + 1
    if (this.#row > ROWS_MAX) throw new TableFileError('tooManyRows', { row: this.#row })
    this.#cells = []
    this.#column = 0
  }

  #beginCell({ reference, style, type }: CellAttributes): void {
    const column = reference ? columnOf(reference) : this.#column
    this.#column = column >= this.#column && column < SHEET_COLUMNS_MAX ? column : this.#column
    this.#cell = {
      type: type ?? 'n',
      style: style ? Number(style) : 0,
      value: '',
      formula: '',
      hasFormula: false,
    }
  }

  #close(name: string): void {
    if (name === 'v' || name === 't' || name === 'f') this.#into = null
    else if (name === 'rPh') this.#phonetic -= 1
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
  }

  #endCell(): void {
    const cell = this.#cell && this.#cellOf(this.#cell)
    this.#cell = null
    if (cell) {
      if (this.#column >= TABLE_COLUMNS_MAX) throw new TableFileError('tooManyColumns', { row: this.#row })
      while (this.#cells.length < this.#column) this.#cells.push(null)
      this.#cells[this.#column] = cell
    }
    this.#column += 1
  }

  #endRow(): void {
    if (this.#cells.length) this.#rows.push({ row: this.#row, cells: this.#cells })
    else this.#notes.blankRows += 1
  }

  #cellOf({ type, style, value, formula, hasFormula }: Begun): SourceCell {
    // A shared formula is written only in the first of its cells.
    if (value === '' && hasFormula && type !== 'str') return { kind: 'formula', text: `=${formula}` }
    if (type === 's') return value === '' ? null : this.#shared(Number(value))
    if (type === 'inlineStr' || type === 'str') return textCell(decoded(value))
    if (value === '') return null
    if (type === 'b') return { kind: 'boolean', text: value.trim() === '1' ? 'true' : 'false' }
    if (type === 'e') return { kind: 'error', text: value }
    return type === 'd' ? this.#isoDate(value) : this.#number(value, style)
  }

  #shared(index: number): SourceCell {
    const text = this.#strings?.get(index) ?? null
    if (text === null) throw new TableFileError('damaged', { row: this.#row })
    return textCell(text)
  }

  #isoDate(value: string): SourceCell {
    const moment = parseDatetime(value)
    if ('reason' in moment) return textCell(value)
    const day = moment.value.slice(0, 10)
    return value.length === day.length
      ? { kind: 'date', text: day }
      : { kind: 'datetime', text: moment.value.slice(0, -1) }
  }

  #number(value: string, style: number): SourceCell {
    const shown = this.#book.styles[style] ?? 'number'
    if (shown !== 'number' && shown !== 'percent') return dateCell(Number(value), shown, this.#book.base)
    const text = numberText(value)
    if (text === null) return textCell(value)
    return shown === 'percent' ? { kind: 'number', text, isPercent: true } : { kind: 'number', text }
  }
}
