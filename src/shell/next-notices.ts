import { MINUTE_MS } from '#contract/core/time.ts'
import type { Notice } from '#contract/notices.ts'

/**
 * The time until the notices are asked for again, in milliseconds: until the announced maintenance begins, at most a
 * minute.
 */
export function untilNextNotices(list: readonly Notice[], now: Date): number {
  const waits = list.map(({ from }) => (from === null ? 0 : Date.parse(from) - now.getTime()))
  return Math.min(MINUTE_MS, ...waits.filter((wait) => wait > 0))
}
