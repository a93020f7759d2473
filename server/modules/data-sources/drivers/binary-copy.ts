import { NO_VALUE, type RawRow } from '#server/table-files/convert-bytes.ts'

/** What stands before the first row: a signature, flags, and the length of an extension, which is empty. */
const HEAD_BYTES = 19
const [INT16, INT32] = [2, 4]
/** Number of cells of what stands behind the last row. */
const END = -1

/**
 * The rows in the messages of `copy … to stdout (format binary)` of PostgreSQL: a number of cells, and of each its length
 * and its bytes; a cell without a value has the length -1.
 */
export function binaryRows(row: RawRow) {
  let isBegun = false
  let [bytes, at] = [row.bytes, 0]
  return {
    begin(message: Buffer): void {
      ;[bytes, at] = [message, isBegun ? 0 : HEAD_BYTES]
      isBegun = true
    },
    /** Whether there is a further row in the message, which is then in `row`. */
    next(): boolean {
      if (at >= bytes.length || bytes.readInt16BE(at) === END) return false
      at += INT16
      row.bytes = bytes
      for (let cell = 0; cell < row.starts.length; cell += 1) {
        const length = bytes.readInt32BE(at)
        at += INT32
        row.starts[cell] = length < 0 ? NO_VALUE : at
        at += Math.max(0, length)
        row.ends[cell] = length < 0 ? NO_VALUE : at
      }
      return true
    },
  }
}
