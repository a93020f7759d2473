import type { UndoStep } from '#contract/tables/changes.ts'

/** As many rows as are seen to change in the grid (our choice). */
const SEEN_ROWS = 9

/** Whether undoing a step changes more than what is seen at once: not single cells or rows, but whole rows or columns. */
export function isWide({ kind, touched }: UndoStep): boolean {
  if (kind === 'cells') return touched > SEEN_ROWS
  if (kind === 'addRows' || kind === 'removeRows' || kind === 'moveRows') return touched > 1
  return true
}
