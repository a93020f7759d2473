import type { Ranges } from './blob-store.ts'

/** Merges adjacent ranges; the input may be in any order. */
export function joined(pieces: readonly { from: number; to: number }[]): Ranges {
  const ranges: Ranges = []
  for (const { from, to } of pieces.toSorted((a, b) => a.from - b.from)) {
    const last = ranges.at(-1)
    if (last && last[1] >= from - 1) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges
}
