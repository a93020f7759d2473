import { type ParsedCell, parseCell, type ReadingFormat } from '#contract/cells.ts'
import type { MisfitReason } from '#contract/table-files.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import { Lines } from './lines.ts'
import type { SourceCell, SourceRow } from './source.ts'

/** A column of a file that is taken: its place, and how it is read. */
export type TakenColumn = { index: number; type: CellType; format: ReadingFormat }
/** A row that does not fit: its texts, and the reasons by the place of their column. */
export type MisfitRow = { row: number; cells: string[]; reasons: Record<string, MisfitReason> }
/**
 * Rows that were converted, as `COPY` takes them: the row of the file, and the values of the columns in their order. The
 * lines are valid until the next batch is asked for.
 */
export type ConvertedBatch = { lines: Uint8Array; rows: number; misfits: MisfitRow[]; read: number }

/** How rows are converted. */
export type RowsWish = {
  /** Number of columns when the file was scanned. */
  width: number
  columns: TakenColumn[]
  /** Whether each line begins with a further number, which counts the rows that fit. */
  isCounted?: boolean | undefined
}
/**
 * Values, bytes and time of a batch (our choice): the database stores one while the next is made, and rows that come slowly
 * are not kept waiting.
 */
const BATCH_CELLS = 50_000
export const BATCH_BYTES = 2_000_000
const BATCH_MS = 10_000

/** Milliseconds of a clock that nobody sets. */
export type Clock = () => number

/** The rows of a batch that do not fit; they may be far larger than those that do. */
export class BatchMisfits {
  #rows: MisfitRow[] = []
  #characters = 0

  get count(): number {
    return this.#rows.length
  }
  get isLarge(): boolean {
    return this.#characters >= BATCH_BYTES
  }
  add(row: MisfitRow): void {
    this.#rows.push(row)
    for (const text of row.cells) this.#characters += text.length
  }
  take(): MisfitRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#characters = 0
    return rows
  }
}

/** Whether a batch of rows has taken its time, from its first row on. */
export class BatchTime {
  readonly #now: Clock
  #begun: number | null = null

  constructor(now: Clock) {
    this.#now = now
  }
  isOver(): boolean {
    const now = this.#now()
    this.#begun ??= now
    return now - this.#begun >= BATCH_MS
  }
  restart(): void {
    this.#begun = null
  }
}

/** Characters with a special meaning in a line of `COPY`, and their escapes. */
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const UNESCAPED: Record<string, string> = Object.fromEntries(Object.entries(ESCAPES).map(([one, text]) => [text, one]))
const SPECIAL = /[\\\n\r\t]/
const EVERY_SPECIAL = new RegExp(SPECIAL, 'g')
const NOTHING = '\\N'
const escaped = (text: string) =>
  SPECIAL.test(text) ? text.replaceAll(EVERY_SPECIAL, (one) => ESCAPES[one] ?? one) : text
const unescaped = (text: string) => text.replaceAll(/\\[\\nrt]/g, (one) => UNESCAPED[one] ?? one)

/** The values of converted rows of texts. */
export const textsIn = ({ lines }: Pick<ConvertedBatch, 'lines'>): (string | null)[][] =>
  Buffer.from(lines)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, ...values] = line.split('\t')
      return values.map((text) => (text === NOTHING ? null : unescaped(text)))
    })

/** A list as the database writes one. */
const listed = (texts: readonly string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, (one) => `\\${one}`)}"`).join(',')}}`
/** A value in a line of `COPY`. */
function copied(value: Cell): string {
  if (value === null) return NOTHING
  if (typeof value === 'string') return escaped(value)
  return typeof value === 'boolean' ? String(value) : escaped(listed(value))
}

/** How a column is read. */
type Read = Omit<TakenColumn, 'index'>
/** The value of a cell. What the file states as a number has a point, whatever the texts beside it look like. */
export const cellValue = ({ kind, text }: NonNullable<SourceCell>, { type, format }: Read): ParsedCell =>
  parseCell(type, kind === 'number' && format.decimal ? { ...format, decimal: '.' } : format, text)
/** A number as the texts of its column are written, so that all that is given back is read in one way. */
export const numberFor = ({ type, format }: Read, number: string): string =>
  type === 'number' && format.decimal === ',' ? number.replace('.', ',') : number

/** The text of a cell as a line of `COPY` has it, or why it does not fit its column. */
export type Converted = { text: string } | { reason: MisfitReason }
/** Texts whose conversion is remembered, and their characters (our choice). */
const REMEMBERED = { texts: 5000, characters: 60 }

/** Converts the cells of a column. Days and words repeat; numbers and texts are read faster than they are looked up. */
export function conversionOf(column: Read): (cell: NonNullable<SourceCell>) => Converted {
  const convert = (cell: NonNullable<SourceCell>): Converted => {
    const parsed = cellValue(cell, column)
    return 'reason' in parsed ? parsed : { text: copied(parsed.value) }
  }
  if (column.type === 'number' || column.type === 'text') return convert
  const known = new Map<string, Converted>()
  return (cell) => {
    const { text } = cell
    const before = known.get(text)
    if (before) return before
    const converted = convert(cell)
    if (known.size >= REMEMBERED.texts) known.clear()
    if (text.length <= REMEMBERED.characters) known.set(text, converted)
    return converted
  }
}
type Conversion = TakenColumn & { convert: (cell: NonNullable<SourceCell>) => Converted }

/** A row as a line of `COPY`, or why it does not fit. */
export function convertedRow(
  { row, cells }: SourceRow,
  columns: readonly Conversion[],
  width: number,
): string | MisfitRow {
  const reasons: MisfitRow['reasons'] = {}
  let isMisfit = false
  let line = String(row)
  for (const { index, convert } of columns) {
    const cell = cells[index]
    const converted = cell ? (cell.kind === 'formula' ? NO_VALUE : convert(cell)) : EMPTY
    if ('reason' in converted) {
      reasons[index] = converted.reason
      isMisfit = true
    } else line += `\t${converted.text}`
  }
  for (let at = width; at < cells.length; at += 1) {
    if (!cells[at]) continue
    reasons[at] = 'surplus'
    isMisfit = true
  }
  return isMisfit ? { row, cells: textsOf(cells, columns), reasons } : `${line}\n`
}
/** The texts of a row that is given back. */
function textsOf(cells: readonly SourceCell[], columns: readonly Conversion[]): string[] {
  const texts = cells.map((cell) => cell?.text ?? '')
  for (const column of columns) {
    const cell = cells[column.index]
    if (cell?.kind === 'number') texts[column.index] = numberFor(column, cell.text)
  }
  return texts
}
const EMPTY: Converted = { text: NOTHING }
const NO_VALUE: Converted = { reason: 'formulaWithoutValue' }

/** Converts rows, batch by batch; returns at least one batch. */
export async function* convertedRows(
  pieces: AsyncIterable<Iterable<SourceRow>>,
  wish: RowsWish,
  now: Clock = () => performance.now(),
): AsyncGenerator<ConvertedBatch> {
  const batchRows = Math.max(1, Math.floor(BATCH_CELLS / Math.max(1, wish.columns.length)))
  const columns = wish.columns.map((column) => ({ ...column, convert: conversionOf(column) }))
  const [lines, misfits, time] = [new Lines(), new BatchMisfits(), new BatchTime(now)]
  let [read, fit] = [0, 0]
  const isFull = () =>
    lines.count + misfits.count >= batchRows || lines.length >= BATCH_BYTES || misfits.isLarge || time.isOver()
  const taken = (): ConvertedBatch => {
    const { count: rows } = lines
    time.restart()
    return { lines: lines.take(), rows, misfits: misfits.take(), read }
  }
  for await (const piece of pieces) {
    for (const source of piece) {
      read += 1
      const row = convertedRow(source, columns, wish.width)
      if (typeof row === 'string') {
        fit += 1
        lines.add(wish.isCounted ? `${fit}\t${row}` : row)
      } else misfits.add(row)
      if (isFull()) yield taken()
    }
  }
  yield taken()
}
