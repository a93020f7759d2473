import type { TableRow } from './catalogue-store.ts'

/** A row whose position is known: the position counts from 0. */
export type Anchor = { position: number; ord: string; id: number }
/** Distance between two anchors, and the position from which they are worth being read (our choice). */
export const ANCHOR_ROWS = 200
export const FAR_DOWN = 10_000
/** Anchors that are kept in memory: a table of ten million rows has 50,000 (our choice). */
const KEPT_MAX = 200_000

/**
 * Finds a position far down in a table without reading all rows before it. Anchors are read in the background when they
 * are needed, and are valid until rows are added, removed or moved.
 */
export function rowPositions(load: (tableId: string) => Promise<Anchor[]>, onError: (error: unknown) => void) {
  const known = new Map<string, { placedBy: number; anchors: readonly Anchor[] }>()

  async function read({ id, placed_by: placedBy }: TableRow): Promise<void> {
    const reading = { placedBy, anchors: [] as readonly Anchor[] }
    known.delete(id)
    known.set(id, reading)
    reading.anchors = await load(id)
    let kept = [...known.values()].reduce((sum, { anchors }) => sum + anchors.length, 0)
    for (const [other, { anchors }] of known) {
      if (kept <= KEPT_MAX) break
      known.delete(other)
      kept -= anchors.length
    }
  }

  return {
    /** The last known row at or before a position in the visible order; null if none is known. */
    before(table: TableRow, position: number): Anchor | null {
      const found = known.get(table.id)
      if (found?.placedBy === table.placed_by) return found.anchors[Math.floor(position / ANCHOR_ROWS) - 1] ?? null
      if (position < FAR_DOWN) return null
      read(table).catch((error: unknown) => {
        known.delete(table.id)
        onError(error)
      })
      return null
    },
  }
}
export type RowPositions = ReturnType<typeof rowPositions>
