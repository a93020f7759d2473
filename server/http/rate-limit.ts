import { MINUTE_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import { networkPrefixOf } from './network-prefix.ts'

/** Most remembered keys; beyond it all counts are reset, which is better than unbounded memory. */
const KEYS_MAX = 50_000

const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS)

/**
 * A rate limit: calls per minute for a key, such as an address; in memory, per process. Counts anew when the clock is
 * set back. Throws tooManyRequests.
 */
export function rateLimitOf(perMinute: number, now: () => Date) {
  const used = new Map<string, number>()
  let lastMs = 0
  return {
    /** Counts a call; `most` replaces the usual limit for this key. */
    take(whose: string, most: number = perMinute): void {
      const key = networkPrefixOf(whose)
      const atMs = now().getTime()
      const current = minuteOf(atMs)
      if (current !== minuteOf(lastMs) || atMs < lastMs || used.size > KEYS_MAX) used.clear()
      lastMs = atMs
      const count = (used.get(key) ?? 0) + 1
      used.set(key, count)
      if (count <= most) return
      const seconds = Math.max(1, Math.ceil(((current + 1) * MINUTE_MS - atMs) / 1000))
      throw new Failure('tooManyRequests', { data: { seconds } })
    },
    /** Takes back the count of a legitimate call: many people may share an address. */
    give(whose: string): void {
      const key = networkPrefixOf(whose)
      used.set(key, Math.max(0, (used.get(key) ?? 0) - 1))
    },
  }
}
