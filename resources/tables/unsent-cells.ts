import * as z from 'zod/mini'
import { TableChange } from '#contract/tables/changes.ts'
import type { CellsChange } from './cell-edits.ts'

/** Whose changes of which table: people who share a computer do not send each other's. */
export type Unsent = { personId: string; tableId: string }
const keyOf = ({ personId, tableId }: Unsent) => `cells ${personId} ${tableId}`

/** Reads what is kept; none of it if it is not what this version of the page keeps. */
function read(key: string): CellsChange[] {
  try {
    const kept = z.array(TableChange).parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
    return kept.filter((change) => change.kind === 'cells')
  } catch {
    return []
  }
}

/** Keeps cells that could not be sent because the session had ended, behind those kept before. */
export function keepUnsent(unsent: Unsent, change: CellsChange): void {
  const key = keyOf(unsent)
  try {
    localStorage.setItem(key, JSON.stringify([...read(key), change]))
  } catch {
    // The storage is full: what was kept before stays.
  }
}

/** The cells that were kept, in the order in which they were written; they are no longer kept. */
export function takeUnsent(unsent: Unsent): CellsChange[] {
  const key = keyOf(unsent)
  const kept = read(key)
  localStorage.removeItem(key)
  return kept
}
