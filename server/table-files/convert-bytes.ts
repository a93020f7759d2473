import { isUtf8 } from 'node:buffer'
import {
  BATCH_BYTES,
  BatchMisfits,
  BatchTime,
  type Clock,
  type ConvertedBatch,
  conversionOf,
  convertedRow,
  type RowsWish,
  type TakenColumn,
} from './convert.ts'
import { Lines } from './lines.ts'
import { PARSE, type QuickCell, quickCell } from './quick-cells.ts'
import { textCell } from './source.ts'

/** A row as a database sent it: its cells are UTF-8 between places of bytes; one without a value begins at -1. */
export type RawRow = { bytes: Buffer; starts: Int32Array; ends: Int32Array }
export const rawRow = (width: number): RawRow => ({
  bytes: Buffer.alloc(0),
  starts: new Int32Array(width),
  ends: new Int32Array(width),
})
export const NO_VALUE = -1

/** Misfits of a batch at most (our choice). */
const MISFITS_MAX = 5000
const [TAB, LINE_FEED, BACKSLASH, N, ZERO] = [9, 10, 92, 78, 48]
/** Bytes of the number of a row at most, and of a cell besides twice its own: a separator and a mark. */
const [NUMBER_BYTES, CELL_BYTES] = [16, 3]

type Column = TakenColumn & { quick: QuickCell | undefined; convert: ReturnType<typeof conversionOf> }

/** Converts rows as databases send them: what needs no conversion is copied, and only the other cells become texts. */
export class RawRows {
  readonly #columns: Column[]
  readonly #width: number
  readonly #lines = new Lines()
  readonly #isCounted: boolean
  readonly #misfits = new BatchMisfits()
  readonly #time: BatchTime
  #read = 0
  #fit = 0

  constructor({ columns, width, isCounted = false }: RowsWish, now: Clock = () => performance.now()) {
    this.#time = new BatchTime(now)
    this.#width = width
    this.#isCounted = isCounted
    this.#columns = columns.map((column) => ({
      ...column,
      quick: quickCell(column),
      convert: conversionOf(column),
    }))
  }

  /** Adds a row; answers whether the batch is full. */
  add(row: RawRow): boolean {
    const lines = this.#lines
    const begin = lines.length
    this.#read += 1
    if (this.#isCounted) {
      this.#writeNumber(this.#fit + 1)
      this.#writeByte(TAB)
    }
    this.#writeNumber(this.#read)
    if (this.#columns.every((column) => this.#writeCell(row, column))) {
      this.#writeByte(LINE_FEED)
      lines.count += 1
      this.#fit += 1
    } else {
      lines.length = begin
      this.#addTexts(row)
    }
    const { count, isLarge } = this.#misfits
    return lines.length >= BATCH_BYTES || count >= MISFITS_MAX || isLarge || this.#time.isOver()
  }

  /** Takes what was added since. */
  take(): ConvertedBatch {
    const { count: rows } = this.#lines
    const lines = this.#lines.take()
    const batch = {
      // What is no text in a database without an encoding is replaced by the character that says so.
      lines: isUtf8(lines) ? lines : new Uint8Array(Buffer.from(Buffer.from(lines).toString())),
      rows,
      misfits: this.#misfits.take(),
      read: this.#read,
    }
    this.#time.restart()
    return batch
  }

  /** Whether the cell fits its column. */
  #writeCell({ bytes, starts, ends }: RawRow, { index, quick, convert }: Column): boolean {
    const lines = this.#lines
    const [start, end] = [starts[index] ?? NO_VALUE, ends[index] ?? 0]
    lines.room(2 * (end - start) + CELL_BYTES)
    lines.bytes[lines.length] = TAB
    lines.length += 1
    if (start === NO_VALUE || start === end) {
      lines.bytes[lines.length] = BACKSLASH
      lines.bytes[lines.length + 1] = N
      lines.length += 2
      return true
    }
    const behind = quick ? quick(bytes, start, end, lines.bytes, lines.length) : PARSE
    if (behind !== PARSE) {
      lines.length = behind
      return true
    }
    const converted = convert({ kind: 'text', text: bytes.toString('utf8', start, end) })
    if ('reason' in converted) return false
    lines.write(converted.text)
    return true
  }

  #writeByte(byte: number): void {
    this.#lines.room(1)
    this.#lines.bytes[this.#lines.length] = byte
    this.#lines.length += 1
  }

  #writeNumber(value: number): void {
    this.#lines.room(NUMBER_BYTES)
    const { bytes, length } = this.#lines
    let digits = 1
    for (let more = value; more >= 10; digits += 1) more = Math.floor(more / 10)
    let rest = value
    for (let at = length + digits - 1; at >= length; at -= 1) {
      bytes[at] = ZERO + (rest % 10)
      rest = Math.floor(rest / 10)
    }
    this.#lines.length += digits
  }

  /** Rows that don't fit are rare: they are read as texts, to be given back. */
  #addTexts({ bytes, starts, ends }: RawRow): void {
    const cells = Array.from(starts, (start, at) =>
      start === NO_VALUE ? null : textCell(bytes.toString('utf8', start, ends[at])),
    )
    const converted = convertedRow({ row: this.#read, cells }, this.#columns, this.#width)
    if (typeof converted !== 'string') this.#misfits.add(converted)
    else {
      this.#fit += 1
      this.#lines.add(this.#isCounted ? `${this.#fit}\t${converted}` : converted)
    }
  }
}
