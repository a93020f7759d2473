/** Most bytes out of order: as many as clients have in flight. */
const EARLY_BYTES = 8_388_608

/** Reserves memory; returns the function that releases it. Throws above the limit. */
export type Hold = (bytes: number) => () => void

/** Puts out-of-order writes in order; the waiting ones are kept in memory. */
export function reordered(start: number, hold: Hold) {
  const early = new Map<number, { bytes: Buffer; release: () => void }>()
  let position = start
  let held = 0

  return {
    /** The bytes that are next in order; null for an offset that was passed already, or is too far ahead. */
    take(offset: number, bytes: Buffer): Buffer[] | null {
      if (!bytes.length) return []
      if (offset < position || early.has(offset)) return null
      if (held + bytes.length > EARLY_BYTES && offset !== position) return null
      early.set(offset, { bytes, release: offset === position ? () => {} : hold(bytes.length) })
      held += bytes.length
      const due: Buffer[] = []
      for (let next = early.get(position); next; next = early.get(position)) {
        early.delete(position)
        next.release()
        held -= next.bytes.length
        position += next.bytes.length
        due.push(next.bytes)
      }
      return due
    },
    /** The position of the next bytes in order. */
    position: () => position,
    /** Takes out the waiting writes. */
    waiting(): { offset: number; bytes: Buffer }[] {
      const all = [...early].map(([offset, { bytes, release }]) => {
        release()
        return { offset, bytes }
      })
      early.clear()
      held = 0
      return all
    },
    /** Drops all waiting writes. */
    drop(): void {
      for (const { release } of early.values()) release()
      early.clear()
    },
    /** True when no write waits for a missing one. */
    isWhole: () => held === 0,
  }
}
