/** Most keys of one cache. */
const KEPT_MAX = 500

/**
 * Caches an answer for a while: concurrent callers share one load. Failures are not cached. The least recently used
 * keys are evicted, and what was loaded by a clock that was set back since is not believed.
 */
export function remembered<Key, T>(
  ageMs: number,
  now: () => Date,
  load: (key: Key) => Promise<T>,
): (key: Key) => Promise<T> {
  const known = new Map<Key, { value: Promise<T>; fromMs: number; untilMs: number }>()
  return (key) => {
    const found = known.get(key)
    const atMs = now().getTime()
    if (found && found.fromMs <= atMs && atMs < found.untilMs) return found.value
    const fresh = { value: load(key), fromMs: atMs, untilMs: Number.POSITIVE_INFINITY }
    known.delete(key)
    known.set(key, fresh)
    if (known.size > KEPT_MAX) known.delete(known.keys().next().value as Key)
    fresh.value.then(
      () => {
        fresh.untilMs = now().getTime() + ageMs
      },
      () => {
        if (known.get(key) === fresh) known.delete(key)
      },
    )
    return fresh.value
  }
}
