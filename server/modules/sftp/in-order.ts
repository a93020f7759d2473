/** What may come before its turn, in bytes: as much as programs have under way at once. */
const EARLY_BYTES = 8_388_608

/** Puts writes that overtook one another in order; answers what is next in line, null for what fits nowhere. */
export function inOrder(start: number) {
  const early = new Map<number, Buffer>()
  let position = start
  let held = 0

  return {
    /** The bytes that may go on, in order; null when something lies behind, or too far ahead. */
    take(offset: number, bytes: Buffer): Buffer[] | null {
      if (!bytes.length) return []
      if (offset < position || early.has(offset)) return null
      if (held + bytes.length > EARLY_BYTES && offset !== position) return null
      early.set(offset, bytes)
      held += bytes.length
      const due: Buffer[] = []
      for (let next = early.get(position); next; next = early.get(position)) {
        early.delete(position)
        held -= next.length
        position += next.length
        due.push(next)
      }
      return due
    },
    /** Whether nothing waits for something that never came. */
    isWhole: () => held === 0,
  }
}
