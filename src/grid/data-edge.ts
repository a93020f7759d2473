/** Whether the cells of a line hold something, from the cell `at` on in the given direction; short at the end. */
export type Filled = (at: number) => Promise<boolean>

/**
 * Number of rows that a jump to the edge of the data reads; beyond them it jumps to the end of the table (our choice).
 */
export const EDGE_ROWS = 5000

/**
 * The target of Ctrl and an arrow key: the last filled cell of a block, or after empty cells the next filled one, or
 * the end of the line. `step` is 1 or -1.
 */
export async function dataEdge(from: number, step: 1 | -1, count: number, isFilled: Filled): Promise<number> {
  const end = step > 0 ? count - 1 : 0
  if (from === end) return end
  const isWithin = (at: number) => at !== end + step && Math.abs(at - from) <= EDGE_ROWS
  let at = from + step
  if ((await isFilled(from)) && (await isFilled(at))) {
    while (isWithin(at + step) && (await isFilled(at + step))) at += step
    return Math.abs(at - from) >= EDGE_ROWS ? end : at
  }
  while (isWithin(at)) {
    if (await isFilled(at)) return at
    at += step
  }
  return end
}
