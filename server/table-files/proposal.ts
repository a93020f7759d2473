import type { ReadingFormat } from '#contract/cells.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { type Fits, fitsOf, fitsOfLongNumber, fitsOfShortNumber, isIsoDay, isLongNumber, READINGS } from './readings.ts'
import type { SourceCell } from './source.ts'

/** Words that mark a missing value in tables, errors of formulas among them. */
export const MISSING_WORDS = new Set([
  'NA',
  'N/A',
  '#N/A',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#NULL!',
  'n/a',
  'NaN',
  'nan',
  'NULL',
  'null',
  'None',
  '-',
  '--',
  '—',
  '/',
])
const MISSING_LONGEST = Math.max(...[...MISSING_WORDS].map((word) => word.length))
const EXAMPLES = 5
/** Few values among many rows look like a choice. */
const CHOICE = { values: 20, rowsEach: 5, characters: 60 }
/** If this share of the values fits a type, the type is reported with the values that don't fit. */
const NEARLY = 0.9
const REMEMBERED = 5000

const PERCENT_SIGN = /[%％]\s*$/
/** What ends with a percent sign and fits any reading is a number. Asked of every value: only its last character is looked at. */
function hasPercentSign(text: string): boolean {
  const last = text.at(-1) ?? ''
  return (last < '0' || last > '~') && PERCENT_SIGN.test(text)
}

/** What is proposed for a column, from all of its values. */
export type ColumnProposal = {
  type: CellType
  format: ReadingFormat
  /** First values that differ. */
  examples: string[]
  values: number
  /** How many of them the file states as values of a type: they are taken as they are, whatever the format. */
  stated: number
  /** How many of them are percentages: with a percent sign, or shown so by the file. */
  percents: number
  empty: number
  /** Words that mark a missing value, and how often each occurs. */
  missing: { word: string; count: number }[]
  /** Formulas that no program has computed: their values are not in the file. */
  formulas: number
  /** The values of a text column that has few; null for too many. */
  choices: string[] | null
  /** Whether every date of a column of dates, or of texts that are nearly all dates, fits with day or month first. */
  isOrderUnknown: boolean
  /** How many values each reading does not fit, with examples; readings that all values fit are absent. */
  unfit: { type: CellType; format: ReadingFormat; count: number; examples: string[] }[]
  /** The narrower type that nearly all values fit: how many do not, with examples. */
  nearly: { type: CellType; format: ReadingFormat; misfits: number; examples: string[] } | null
}

type Alike = { count: number; examples: string[] }

/** Reads every value of a column, then proposes its type. */
export class ColumnProfile {
  /** Values by the readings that they fit. */
  readonly #alike = new Map<Fits, Alike>()
  readonly #missing = new Map<string, number>()
  readonly #distinct = new Set<string>()
  readonly #known = new Map<string, Fits>()
  #values = 0
  #formulas = 0
  #longest = 0
  /** Numbers of values that the file declares as texts, and as another type. */
  #texts = 0
  #longNumbers = 0
  #typed = 0
  #percents = 0

  add(cell: NonNullable<SourceCell>): void {
    const { kind, text } = cell
    if (kind === 'formula') this.#formulas += 1
    else if (kind !== 'number' && text.length <= MISSING_LONGEST && MISSING_WORDS.has(text))
      this.#missing.set(text, (this.#missing.get(text) ?? 0) + 1)
    else if (text.trim()) this.#addValue(cell)
  }

  /** `rows` is how many rows the table has. */
  proposal(rows: number): ColumnProposal {
    const missing = [...this.#missing].map(([word, count]) => ({ word, count }))
    const filled = missing.reduce((sum, { count }) => sum + count, this.#values + this.#formulas)
    const whole = this.#whole()
    const nearly = whole < 0 ? this.#nearest() : -1
    const { type, format } = READINGS[whole] ?? { type: 'text' as const, format: {} }
    return {
      type,
      format,
      examples: [...this.#distinct].slice(0, EXAMPLES),
      values: this.#values,
      stated: this.#typed,
      percents: this.#percents,
      empty: rows - filled,
      missing,
      formulas: this.#formulas,
      choices: whole < 0 ? this.#choices() : null,
      isOrderUnknown: this.#isOrderUnknown(Math.max(whole, nearly)),
      unfit: this.#unfit(),
      nearly: this.#nearly(nearly),
    }
  }

  #addValue(cell: NonNullable<SourceCell>): void {
    const { kind, text } = cell
    this.#values += 1
    this.#longest = Math.max(this.#longest, text.length)
    if (this.#distinct.size <= CHOICE.values) this.#distinct.add(text)
    const fits = kind === 'text' ? this.#fitsOfText(text) : this.#remembered(cell)
    if (kind !== 'text' && kind !== 'raw' && kind !== 'error') this.#typed += 1
    if (cell.isPercent || (fits && hasPercentSign(text))) this.#percents += 1
    let alike = this.#alike.get(fits)
    if (!alike) this.#alike.set(fits, (alike = { count: 0, examples: [] }))
    alike.count += 1
    if (alike.examples.length < EXAMPLES && !alike.examples.includes(text)) alike.examples.push(text)
  }

  #fitsOfText(text: string): Fits {
    if (isLongNumber(text)) {
      this.#longNumbers += 1
      return fitsOfLongNumber(text)
    }
    if (!isIsoDay(text)) this.#texts += 1
    return this.#remembered({ kind: 'text', text })
  }

  #remembered(cell: NonNullable<SourceCell>): Fits {
    if (cell.kind !== 'raw' && cell.kind !== 'text') return fitsOf(cell)
    const known = fitsOfShortNumber(cell.text) || this.#known.get(cell.text)
    if (known !== undefined) return known
    const fits = fitsOf(cell)
    if (this.#known.size >= REMEMBERED) this.#known.clear()
    this.#known.set(cell.text, fits)
    return fits
  }

  #fitting(reading: number): number {
    let count = 0
    for (const [fits, alike] of this.#alike) if (fits & (1 << reading)) count += alike.count
    return count
  }

  /** The narrowest reading that all values fit; -1 for none. A declared text stays a text. */
  #whole(): number {
    const isText = this.#values === 0 || this.#texts > 0 || (this.#longNumbers > 0 && this.#typed === 0)
    return isText ? -1 : READINGS.findIndex((_, reading) => this.#fitting(reading) === this.#values)
  }

  #choices(): string[] | null {
    const { size } = this.#distinct
    const isFew = size > 0 && size <= CHOICE.values && size * CHOICE.rowsEach <= this.#values
    return isFew && this.#longest <= CHOICE.characters ? [...this.#distinct].sort() : null
  }

  #unfit(): ColumnProposal['unfit'] {
    return READINGS.flatMap(({ type, format }, reading) => {
      const count = this.#values - this.#fitting(reading)
      return count ? [{ type, format, count, examples: this.#against(reading) }] : []
    })
  }

  /** The first values that a reading does not fit. */
  #against(reading: number): string[] {
    const others = [...this.#alike].filter(([fits]) => !(fits & (1 << reading)))
    return others.flatMap(([, alike]) => alike.examples).slice(0, EXAMPLES)
  }

  /** The reading that most values fit, and nearly all; -1 for none. */
  #nearest(): number {
    const counts = READINGS.map((_, reading) => this.#fitting(reading))
    const most = Math.max(...counts)
    return most === 0 || most < this.#values * NEARLY ? -1 : counts.indexOf(most)
  }

  #nearly(reading: number): ColumnProposal['nearly'] {
    const found = READINGS[reading]
    if (!found) return null
    const misfits = this.#values - this.#fitting(reading)
    return { type: found.type, format: found.format, misfits, examples: this.#against(reading) }
  }

  #isOrderUnknown(reading: number): boolean {
    const isDayFirst = READINGS[reading]?.format.dayFirst === true
    return isDayFirst && this.#fitting(reading) === this.#fitting(reading + 1)
  }
}
