import { GRID_PAGE_ROWS } from '#contract/core/limits.ts'

const [LF, CR, QUOTE] = [10, 13, 34]

/** An index of the rows in a delimited text; it reads the bytes in order and keeps the offset of every 500th row. */
export type RowIndex = {
  /** Number of complete rows, without the header. */
  rows: () => number
  /** Adds the next bytes. */
  feed: (bytes: Uint8Array) => void
  /** Ends the text: a last row without a line break counts. */
  end: () => void
  /** The byte range of a page of rows. */
  span: (page: number) => readonly [from: number, to: number]
}

/** The byte that ends a row: a lone carriage return in files of old Macintosh programs. */
const lineEnd = (sample: Uint8Array) => (!sample.includes(LF) && sample.includes(CR) ? CR : LF)

/**
 * Creates the index of a text whose first bytes are `sample`. Line breaks inside quotes do not end a row, and empty
 * lines are no rows.
 */
export function rowIndex(sample: Uint8Array, delimiter: string): RowIndex {
  const [end, separator] = [lineEnd(sample), delimiter.charCodeAt(0)]
  const starts: number[] = []
  let [offset, rows, rowStart, lastEnd] = [0, -1, 0, 0]
  let [isQuoted, isFieldStart, isEmpty] = [false, true, true]

  function finish(next: number) {
    if (!isEmpty) {
      if (rows >= 0 && rows % GRID_PAGE_ROWS === 0) starts.push(rowStart)
      rows += 1
      lastEnd = next
    }
    rowStart = next
    isFieldStart = isEmpty = true
    isQuoted = false
  }

  function feed(bytes: Uint8Array) {
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i]
      if (isQuoted) {
        // A doubled quote closes and reopens the quotes.
        if (byte === QUOTE) [isQuoted, isFieldStart] = [false, true]
      } else if (byte === end) finish(offset + i + 1)
      else if (byte === QUOTE) [isQuoted, isEmpty] = [isFieldStart, false]
      else if (byte !== CR) [isFieldStart, isEmpty] = [byte === separator, false]
    }
    offset += bytes.length
  }

  return {
    rows: () => Math.max(0, rows),
    feed,
    end: () => finish(offset),
    span: (page) => [starts[page] ?? lastEnd, starts[page + 1] ?? lastEnd],
  }
}
