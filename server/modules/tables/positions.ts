import type { TableRow } from './catalogue-store.ts'

/** A row whose position is known: the position counts from 0. */
export type Anchor = { position: number; ord: string; id: number }
/** Distance between two anchors; positions before the first one are read without (our choice). */
export const ANCHOR_ROWS = 10_000
/** Tables whose anchors are kept in memory: a table of ten million rows has a thousand (our choice). */
const KEPT_MAX = 200

/**
 * Finds a position far down in a table without reading all rows before it. Anchors are read in the background when
 * somebody goes there, and hold until rows are added, removed or moved.
 */
export function rowPositions(load: (tableId: string) => Promise<Anchor[]>, onError: (error: unknown) => void) {
  const known = new Map<string, { placedBy: number; anchors: readonly Anchor[] }>()

  async function read({ id, placed_by: placedBy }: TableRow): Promise<void> {
    const reading = { placedBy, anchors: [] as readonly Anchor[] }
    known.delete(id)
    known.set(id, reading)
    if (known.size > KEPT_MAX) known.delete(known.keys().next().value as string)
    reading.anchors = await load(id)
  }

  return {
    /** The last known row at or before a position of the order that people see; null when none is known. */
    before(table: TableRow, position: number): Anchor | null {
      if (position < ANCHOR_ROWS) return null
      const found = known.get(table.id)
      if (found?.placedBy === table.placed_by) return found.anchors[Math.floor(position / ANCHOR_ROWS) - 1] ?? null
      read(table).catch((error: unknown) => {
        known.delete(table.id)
        onError(error)
      })
      return null
    },
  }
}
export type RowPositions = ReturnType<typeof rowPositions>
