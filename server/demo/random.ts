/** Pseudo-random numbers that are the same for the same seed. */
export type Random = {
  /** From 0 to below 1. */
  next(): number
  between(from: number, to: number): number
  /** Whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  /** Roughly normal, mean 0 and deviation 1. */
  normal(): number
  pick<T>(list: readonly T[]): T
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** The generator of a seed (mulberry32). */
export function random(seed: string): Random {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (from: number, to: number) => from + (to - from) * next()
  return {
    next,
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    // The sum of four uniform numbers has a variance of a third.
    normal: () => (next() + next() + next() + next() - 2) * Math.sqrt(3),
    pick: (list) => list[Math.floor(next() * list.length)] as never,
  }
}
