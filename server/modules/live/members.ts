type People = ReadonlySet<string>
type Known = { people: Promise<People>; count: number; untilMs: number }

/** Maximum age of cached memberships in milliseconds, in case a change was not published. */
const KEEP_MS = 30_000
/** Maximum number of people cached over all spaces, some 20 MB; the least recently used space is dropped first. */
const PEOPLE_MAX = 200_000

/** Caches the members of spaces, so that many events need one query. */
export function memberMemory(ask: (spaceId: string) => Promise<string[]>, now: () => Date) {
  const known = new Map<string, Known>()
  let held = 0

  function forget(spaceId: string): void {
    held -= known.get(spaceId)?.count ?? 0
    known.delete(spaceId)
  }
  function clear(): void {
    known.clear()
    held = 0
  }

  function remember(spaceId: string): Promise<People> {
    const people = ask(spaceId).then((ids) => new Set(ids))
    const entry: Known = { people, count: 0, untilMs: now().getTime() + KEEP_MS }
    known.set(spaceId, entry)
    people.then(
      ({ size }) => {
        // The cache entry was dropped while the query ran, so its members are not counted.
        if (known.get(spaceId) !== entry) return
        entry.count = size
        held += size
        for (const oldest of known.keys()) {
          if (held <= PEOPLE_MAX) return
          forget(oldest)
        }
      },
      () => known.get(spaceId) === entry && forget(spaceId),
    )
    return people
  }

  return {
    of(spaceId: string): Promise<People> {
      const entry = known.get(spaceId)
      if (entry && entry.untilMs > now().getTime()) return entry.people
      forget(spaceId)
      return remember(spaceId)
    },
    forget,
    clear,
  }
}
