/** What may come out of order, in bytes: as much as programs have under way at once. */
const EARLY_BYTES = 8_388_608

/** Takes so many bytes of what may be kept in memory; answers what gives them back. Throws when there are too many. */
export type Hold = (bytes: number) => () => void

/**
 * Puts writes that overtook one another in order; answers what is next in line, null for what fits nowhere. What waits
 * for its turn is held.
 */
export function reordered(start: number, hold: Hold) {
  const early = new Map<number, { bytes: Buffer; release: () => void }>()
  let position = start
  let held = 0

  return {
    /** The bytes that may go on, in order; null when something lies behind, or too far ahead. */
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
    /** It is over: nothing waits any more. */
    drop(): void {
      for (const { release } of early.values()) release()
      early.clear()
    },
    /** Whether nothing waits for something that never came. */
    isWhole: () => held === 0,
  }
}
