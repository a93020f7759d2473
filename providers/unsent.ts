/** Whose unsent work on what: people who share a computer do not send each other's. */
export type Unsent = { personId: string; what: string }
/** What is kept, and the way to remove it: not if something else is kept by then. */
export type Kept<Work> = { work: Work; drop: () => void }
const keyOf = ({ personId, what }: Unsent) => `unsent ${personId} ${what}`

let isSignedOut = false
/** The person has signed out, here or at another window: this page keeps nothing any more. */
export const keepNothing = (): void => {
  isSignedOut = true
}

/** Keeps, in this browser, what could not be sent; until it is dropped, or the person signs out. */
export function keepUnsent(unsent: Unsent, work: unknown): void {
  if (isSignedOut) return
  try {
    localStorage.setItem(keyOf(unsent), JSON.stringify(work))
  } catch {
    // The storage is full: what was kept before stays.
  }
}

/**
 * What is kept, as `parse` reads it; null if there is none, or another version of the page kept it. It stays until it is
 * dropped, which is when the server has it.
 */
export function keptUnsent<Work>(unsent: Unsent, parse: (kept: unknown) => Work): Kept<Work> | null {
  const key = keyOf(unsent)
  try {
    const text = localStorage.getItem(key)
    if (text === null) return null
    return {
      work: parse(JSON.parse(text)),
      drop: () => {
        if (localStorage.getItem(key) === text) localStorage.removeItem(key)
      },
    }
  } catch {
    return null
  }
}

/**
 * Does `work` with what is kept while no other tab does so, in turn; rejects if stopped before. Where browsers have no
 * locks (on plain HTTP), each tab does: what is kept says what it replaces, so that sending it twice changes nothing.
 */
export async function whileAlone(unsent: Unsent, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  await ('locks' in navigator ? navigator.locks.request(keyOf(unsent), { signal }, work) : work())
}
