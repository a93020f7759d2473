type People = ReadonlySet<string>
type Known = { people: Promise<People>; count: number; untilMs: number }

/** A membership that nobody told of is wrong for at most this long. */
const KEEP_MS = 30_000
/** People remembered over all spaces, some 20 MB; the space asked longest ago goes first. */
const PEOPLE_MAX = 200_000

/** Who belongs to a space, asked of the database once for many events. */
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
        // What was forgotten meanwhile counts no more.
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
