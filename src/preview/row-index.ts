import { GRID_PAGE_ROWS } from '#contract/core/limits.ts'

const [LF, CR, QUOTE] = [10, 13, 34]

/** Where the rows of a delimited text begin: fed with its bytes in order, it keeps the place of every 500th row. */
export type RowIndex = {
  /** Rows whose end has been seen, the header not counted. */
  rows: () => number
  /** Takes the next bytes. */
  feed: (bytes: Uint8Array) => void
  /** There are no more bytes: a row without a line break at its end counts. */
  end: () => void
  /** The bytes that hold a page of rows, from and to. */
  span: (page: number) => readonly [from: number, to: number]
}

/** The byte that ends a row: old Macintosh programs write a lone carriage return. */
const lineEnd = (sample: Uint8Array) => (!sample.includes(LF) && sample.includes(CR) ? CR : LF)

/** Makes the index of a text whose first bytes are `sample`; line breaks inside quotes end no row, empty lines are none. */
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
        // A doubled quote closes and opens again.
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
