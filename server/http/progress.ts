import type { OnProgress } from '#server/storage/asking.ts'

/** Milliseconds until progress is told, and between two tellings (our choice). */
export const TELL_MS = 1000

/**
 * Tells progress at most once in a while, as whole percents, and only what is new: what comes too soon is told when its
 * time has come, unless the work has ended.
 */
export function throttled(tell: OnProgress): { onProgress: OnProgress; end: () => void } {
  let [toldMs, told] = [performance.now(), -1]
  let [next, later]: [number, NodeJS.Timeout | null] = [0, null]
  const tellNext = () => {
    later = null
    if (next === told) return
    ;[toldMs, told] = [performance.now(), next]
    tell(told)
  }
  return {
    onProgress(share) {
      next = Math.floor(share * 100) / 100
      later ??= setTimeout(tellNext, Math.max(0, toldMs + TELL_MS - performance.now()))
    },
    end: () => {
      if (later) clearTimeout(later)
    },
  }
}
