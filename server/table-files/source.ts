/**
 * A cell as a file gives it. `raw` of files without types; the others as the file says: number: canonical decimal;
 * date: 2026-11-21; datetime: ISO 8601, without a zone where the file has none; boolean: true or false; formula: one
 * without a value, which no program has computed yet; error: what a formula gave, such as #N/A. Empty cells are null.
 */
export type SourceCell = {
  kind: 'raw' | 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'formula' | 'error'
  text: string
  /** A number that the file shows as a percentage; its text is the fraction. */
  isPercent?: true
} | null
/** `row` counts from 1 as spreadsheet programs do; blank rows are left out, but counted. */
export type SourceRow = { row: number; cells: SourceCell[] }

/** Why a file can't be read; `row` or `column` is where. */
export type Unreadable =
  | 'notATable'
  | 'empty'
  | 'damaged'
  | 'encrypted'
  | 'oldExcel'
  | 'tooLargeUnpacked'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'cellTooLong'
  | 'encoding'
  | 'openQuote'
  | 'notJsonLines'
  | 'nested'
  | 'sheetGone'

export class TableFileError extends Error {
  readonly reason: Unreadable
  readonly row: number | null
  readonly column: string | null

  constructor(reason: Unreadable, { row, column, cause }: { row?: number; column?: string; cause?: unknown } = {}) {
    super(reason, { cause })
    this.reason = reason
    this.row = row ?? null
    this.column = column ?? null
  }
}

/** Observations while reading that users are told. */
export type Notes = { blankRows: number; shortRows: number; mergedRanges: number }
export const noNotes = (): Notes => ({ blankRows: 0, shortRows: 0, mergedRanges: 0 })

/** Characters of a cell that are read: more than a cell can hold, so that texts that are too long are noticed. */
export const CELL_CHARACTERS_MAX = 1_048_576

export const textCell = (text: string): SourceCell => (text === '' ? null : { kind: 'text', text })
