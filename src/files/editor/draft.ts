/** What somebody typed and has not saved; `base` is the SHA-256 of the content that they began with. */
export type Draft = { base: string; text: string; at: string }

/** Whose draft of which file: people who share a computer don't see each other's. */
export type Kept = { personId: string; hash: string }
const keyOf = ({ personId, hash }: Kept) => `draft ${personId} ${hash}`

/** The draft of a file in this browser; null where there is none that differs from `text`. */
export function draftOf(kept: Kept, text: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(kept)) ?? 'null') as Partial<Draft> | null
    if (typeof draft?.text !== 'string' || draft.text === text) return null
    return { base: draft.base ?? '', text: draft.text, at: draft.at ?? '' }
  } catch {
    return null
  }
}

export function keepDraft(kept: Kept, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(kept), JSON.stringify(draft))
  } catch {
    // A browser without room keeps no draft; what is typed stands in the page.
  }
}

export const dropDraft = (kept: Kept): void => localStorage.removeItem(keyOf(kept))
