import type { Place } from './types.ts'

/** Number of rows read at once, and number of rows searched between two progress reports (our choice). */
const STEP_ROWS = 500

export type Search = {
  /** Reads the texts of rows. */
  read: (first: number, count: number, signal: AbortSignal) => Promise<readonly (readonly string[])[]>
  rows: number
  wanted: string
  /** The cell to start from; it is searched last. */
  from: Place
  isBackward: boolean
  signal: AbortSignal
  /** Called with the number of rows that were searched. */
  onProgress?: (rows: number) => void
}

/** Searches rows in order, round the end of the table; gives the next cell that contains the text, whatever its case. */
export async function findNext({
  read,
  rows,
  wanted,
  from,
  isBackward,
  signal,
  onProgress,
}: Search): Promise<Place | null> {
  const needle = wanted.toLocaleLowerCase()
  if (needle === '' || rows === 0) return null
  const hits = (texts: readonly string[]) =>
    texts.flatMap((text, column) => (text.toLocaleLowerCase().includes(needle) ? [column] : []))
  const isAfter = (column: number) => (isBackward ? column < from.column : column > from.column)
  let seen = 0
  // The first row is searched twice: the cells after the start first, the whole row at the end.
  for (let at = from.row, left = rows + 1; left > 0; ) {
    const room = isBackward ? at + 1 : rows - at
    const count = Math.min(STEP_ROWS, room, left)
    const first = isBackward ? at - count + 1 : at
    const block = await read(first, count, signal)
    signal.throwIfAborted()
    const order = Array.from({ length: block.length }, (_, i) => (isBackward ? block.length - 1 - i : i))
    for (const i of order) {
      const row = first + i
      const isStart = seen === 0 && row === from.row
      const found = hits(block[i] ?? []).filter((column) => !isStart || isAfter(column))
      const column = isBackward ? found.at(-1) : found[0]
      if (column !== undefined) return { column, row }
      seen += 1
    }
    left -= count
    onProgress?.(Math.min(seen, rows))
    at = isBackward ? (first === 0 ? rows - 1 : first - 1) : (first + count) % rows
  }
  return null
}
