import { parseNumber } from '#contract/cells/number.ts'
import { cellText } from '#contract/cells.ts'
import { SPREADSHEET_DIGITS } from '#contract/core/limits.ts'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { zonedMoment } from '#contract/tables/values.ts'
import { Failure } from '#server/failure.ts'
import { PIECE_CHARACTERS, type WrittenColumn, type WrittenRows } from './columns.ts'
import { escaped, MAIN, STYLES, sheetName, surroundings } from './workbook-parts.ts'
import { type ZipPart, zipOf } from './zip.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Rows of a sheet, its heading among them, and the bytes after which another is begun. */
const ROWS_MAX = 1_048_576
const SHEET_BYTES = 3 * 1024 ** 3
/** Characters of a cell that spreadsheet programs keep. */
export const XLSX_TEXT_MAX = 32_767
/** The days that spreadsheet programs know: from 1 March 1900, before which they disagree. */
const FIRST_DAY = Date.UTC(1900, 2, 1)
const EPOCH_DAYS = 25_569

const text = (value: string, style = '') =>
  `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
const number = (value: string, style = '') => `<c${style}><v>${value}</v></c>`
const EMPTY = '<c/>'

/** A number that a double represents exactly stays a number; any other one becomes a text. */
function numberCell(value: string): string {
  const double = String(Number(value))
  const isExact = parseNumber(double) === value && value.replace(/^-|\..*$/g, '').length <= SPREADSHEET_DIGITS
  return isExact ? number(double) : text(value)
}

/** A computed number, rounded as spreadsheet programs do; one that no double holds becomes a text. */
function computedCell(value: string): string {
  const double = Number(Number(value).toPrecision(SPREADSHEET_DIGITS))
  const isHeld = Number.isFinite(double) && (double !== 0 || /^-?[0.]+$/.test(value))
  return isHeld ? number(String(double)) : text(value)
}

/** A day or time that spreadsheet programs store to the millisecond stays one; any other is a text in ISO 8601. */
function dateCell(value: string, style: number, offsetMinutes = 0): string {
  const ms = Date.parse(value) + offsetMinutes * MINUTE_MS
  const isExact = ms >= FIRST_DAY && /^\d{4}-/.test(value) && !/\.\d{3}\d*[1-9]\d*Z$/.test(value)
  return isExact ? number(String(ms / DAY_MS + EPOCH_DAYS), ` s="${style}"`) : text(zonedMoment(value, offsetMinutes))
}

/** A text of more characters than a cell keeps would be cut by the program that opens it: it is refused. */
function textCell(value: string): string {
  if (value.length > XLSX_TEXT_MAX) throw new Failure('tableTextTooLongForXlsx')
  return text(value, ` s="${STYLES.text}"`)
}

const WRITERS: Record<WrittenColumn['type'], (value: Cell, column: WrittenColumn) => string> = {
  text: (value) => textCell(cellText(value)),
  number: (value, { isComputed }) => (isComputed ? computedCell : numberCell)(cellText(value)),
  date: (value) => dateCell(cellText(value), STYLES.date),
  datetime: (value, { offsetMinutes }) => dateCell(cellText(value), STYLES.datetime, offsetMinutes),
  boolean: (value) => `<c t="b"><v>${value ? 1 : 0}</v></c>`,
  choice: (value) => textCell(cellText(value)),
  choices: (value) => textCell(cellText(value)),
  file: (value) => textCell(cellText(value)),
  person: (value) => textCell(cellText(value)),
}

/** Reads row after row; a new sheet continues where the previous one ended. */
class RowSource {
  readonly #pieces: AsyncIterator<readonly (readonly Cell[])[]>
  #piece: readonly (readonly Cell[])[] = []
  #at = 0

  constructor(rows: WrittenRows) {
    this.#pieces = rows[Symbol.asyncIterator]()
  }

  /** Whether there is another row. */
  async has(): Promise<boolean> {
    while (this.#at >= this.#piece.length) {
      const { done, value } = await this.#pieces.next()
      if (done) return false
      this.#piece = value
      this.#at = 0
    }
    return true
  }

  next(): readonly Cell[] | undefined {
    const row = this.#piece[this.#at]
    this.#at += 1
    return row
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}

/** The sheet's XML: the heading, which stays while others scroll, and rows until they or the sheet end. */
async function* sheetText(
  columns: readonly WrittenColumn[],
  source: RowSource,
  rowsMax: number,
): AsyncGenerator<string> {
  const writers = columns.map((column) => (cell: Cell) => WRITERS[column.type](cell, column))
  const heading = columns.map(({ name }) => text(name, ` s="${STYLES.heading}"`)).join('')
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  let piece = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetData><row r="1">${heading}</row>`
  let bytes = 0
  for (let row = 2; row <= rowsMax && bytes < SHEET_BYTES && (await source.has()); row += 1) {
    const cells = source.next() ?? []
    piece += `<row r="${row}">`
    for (const [at, write] of writers.entries()) {
      const cell = cells[at] ?? null
      piece += cell === null || cell === '' ? EMPTY : write(cell)
    }
    piece += '</row>'
    if (piece.length < PIECE_CHARACTERS) continue
    bytes += Buffer.byteLength(piece)
    yield piece
    piece = ''
  }
  yield `${piece}</sheetData></worksheet>`
}

/**
 * Rows as a workbook, streamed: real numbers, dates, yes and no; texts are texts whatever they begin with. Moments are
 * in the zone of their column. Computed numbers have 15 digits; others that a spreadsheet program would round, and days
 * that it does not know, are texts. Rows beyond the 1,048,576 of a sheet follow on another one. Throws
 * tableTextTooLongForXlsx.
 */
export async function* xlsxBytes(
  name: string,
  columns: readonly WrittenColumn[],
  rows: WrittenRows,
  rowsMax = ROWS_MAX,
): AsyncGenerator<Buffer> {
  const source = new RowSource(rows)
  async function* parts(): AsyncGenerator<ZipPart> {
    const names: string[] = []
    do {
      names.push(sheetName(name, names.length))
      yield { name: `xl/worksheets/sheet${names.length}.xml`, text: sheetText(columns, source, rowsMax) }
    } while (await source.has())
    yield* surroundings(names)
  }
  try {
    yield* zipOf(parts())
  } finally {
    await source.close()
  }
}
