import { MINUTE_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import { networkPrefixOf } from './network-prefix.ts'

/** Most remembered keys; beyond it all counts are reset, which is better than unbounded memory. */
const KEYS_MAX = 50_000

/** A rate limit: calls per minute for a key, such as an address; in memory, per process. Throws tooManyRequests. */
export function rateLimitOf(perMinute: number, now: () => Date) {
  const used = new Map<string, number>()
  let minute = 0
  return {
    /** Counts a call; `most` replaces the usual limit for this key. */
    take(whose: string, most: number = perMinute): void {
      const key = networkPrefixOf(whose)
      const current = Math.floor(now().getTime() / MINUTE_MS)
      if (current !== minute || used.size > KEYS_MAX) used.clear()
      minute = current
      const count = (used.get(key) ?? 0) + 1
      used.set(key, count)
      if (count <= most) return
      const seconds = Math.max(1, Math.ceil(((current + 1) * MINUTE_MS - now().getTime()) / 1000))
      throw new Failure('tooManyRequests', { data: { seconds } })
    },
    /** Takes back the count of a legitimate call: many people may share an address. */
    give(whose: string): void {
      const key = networkPrefixOf(whose)
      used.set(key, Math.max(0, (used.get(key) ?? 0) - 1))
    },
  }
}
