/** Unsaved text; `base` is the SHA-256 of the content that was opened. */
export type Draft = { base: string; text: string; at: string }

/** The key of a draft: per person and file, so that people who share a computer do not see each other's drafts. */
export type Kept = { personId: string; hash: string }
const keyOf = ({ personId, hash }: Kept) => `draft ${personId} ${hash}`

/** The stored draft of a file; null if there is none or it equals `text`. */
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
    // If the storage is full, no draft is kept; the text remains in the editor.
  }
}

export const dropDraft = (kept: Kept): void => localStorage.removeItem(keyOf(kept))
