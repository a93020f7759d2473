import { streamXlsxRows } from 'hucre/xlsx'
import Papa from 'papaparse'
import { META_VALUE_MAX } from '#contract/core/limits.ts'
import { unguarded } from '#server/table-files/formula-guard.ts'
import { isHarmlessZip } from './zip-guard.ts'

/** A row that holds something; `row` counts from 0 for the first row of the sheet. */
export type SheetRow = { row: number; cells: string[] }
/** `rows`, or why there are none. */
export type Parsed = { rows: SheetRow[] } | { refusal: 'sheetUnreadable' | 'sheetTooLong' }

/** What is looked at: rows below the first, and columns; what lies beyond is none of ours. */
export type SheetBounds = { rows: number; columns: number }
/** One character more than anything of ours takes, so that what is too long shows. */
const CELL_MAX = META_VALUE_MAX + 1
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')
/** Rows of a workbook at most; a number beyond is none. */
const WORKBOOK_ROWS = 1_048_576
/** What no text in the other encoding has, which takes nearly everything: the sign of a file that is something else. */
const NO_TEXT = /(?![\t\r\n])\p{Cc}|\uFFFD/u

function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
  return text.slice(0, CELL_MAX).trim()
}

/**
 * UTF-8 with or without its byte order mark, else GB18030, which Chinese Excel writes. Null for what is no text. In UTF-8 strange
 * characters are somebody's: what our export writes is read back.
 */
function decode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // Not UTF-8: the other encoding is tried.
    const text = new TextDecoder('gb18030').decode(bytes)
    return NO_TEXT.test(text) ? null : text
  }
}

const SEPARATORS = [',', ';', '\t']
/** Rows that are looked at for what parts the cells: the first one that holds something has the headings. */
const GUESSED_ROWS = 20

/** What parts the cells: whatever makes the most of the headings, for values may hold anything. */
function separatorOf(text: string): string {
  const headings = SEPARATORS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: GUESSED_ROWS, skipEmptyLines: true })
    return { delimiter, length: data[0]?.length ?? 0 }
  })
  return headings.reduce((best, one) => (one.length > best.length ? one : best)).delimiter
}

async function* rowsOfCsv(text: string, columns: number): AsyncGenerator<SheetRow> {
  const { data } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) })
  for (const [row, cells] of data.entries())
    yield { row, cells: cells.slice(0, columns).map((cell) => unguarded(textOfCell(cell))) }
}

async function* rowsOfXlsx(bytes: Buffer, columns: number): AsyncGenerator<SheetRow> {
  let last = -1
  for await (const { index, values } of streamXlsxRows(bytes)) {
    // A workbook says where its rows stand; what can't be is counted on from the row before.
    const isPlace = Number.isInteger(index) && index > last && index < WORKBOOK_ROWS
    last = isPlace ? index : last + 1
    yield { row: last, cells: values.slice(0, columns).map(textOfCell) }
  }
}

/** Reads a .csv or .xlsx by what it holds, whatever it is called. */
export async function parseSheet(bytes: Buffer, { rows: rowsMax, columns }: SheetBounds): Promise<Parsed> {
  const isZip = bytes.subarray(0, ZIP.length).equals(ZIP)
  const text = isZip ? null : decode(bytes)
  if (isZip ? !isHarmlessZip(bytes) : !text) return { refusal: 'sheetUnreadable' }
  const rows: SheetRow[] = []
  try {
    for await (const row of text === null ? rowsOfXlsx(bytes, columns) : rowsOfCsv(text, columns)) {
      if (!row.cells.some(Boolean)) continue
      if (rows.length > rowsMax) return { refusal: 'sheetTooLong' }
      rows.push(row)
    }
  } catch {
    // Whatever is wrong inside, the sender learns that it can't be read.
    return { refusal: 'sheetUnreadable' }
  }
  return rows.length ? { rows } : { refusal: 'sheetUnreadable' }
}
