/** Whose unsent work on what: people who share a computer do not send each other's. */
export type Unsent = { personId: string; what: string }
const keyOf = ({ personId, what }: Unsent) => `unsent ${personId} ${what}`

/** Keeps, in this browser, what could not be sent; until it is taken, or the person signs out. */
export function keepUnsent(unsent: Unsent, work: unknown): void {
  try {
    localStorage.setItem(keyOf(unsent), JSON.stringify(work))
  } catch {
    // The storage is full: what was kept before stays.
  }
}

/** What is kept, as `parse` reads it; null if there is none, or another version of the page kept it. */
export function unsentWork<Work>(unsent: Unsent, parse: (kept: unknown) => Work): Work | null {
  try {
    const kept = localStorage.getItem(keyOf(unsent))
    return kept === null ? null : parse(JSON.parse(kept))
  } catch {
    return null
  }
}

/** The same, which is then no longer kept. */
export function takeUnsent<Work>(unsent: Unsent, parse: (kept: unknown) => Work): Work | null {
  const work = unsentWork(unsent, parse)
  localStorage.removeItem(keyOf(unsent))
  return work
}
