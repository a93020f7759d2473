/** What somebody typed and has not saved; `base` is the SHA-256 of the content that they began with. */
export type Draft = { base: string; text: string; at: string }

const keyOf = (hash: string) => `draft ${hash}`

/** The draft of a file in this browser; null where there is none that differs from `text`. */
export function draftOf(hash: string, text: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(hash)) ?? 'null') as Partial<Draft> | null
    if (typeof draft?.text !== 'string' || draft.text === text) return null
    return { base: draft.base ?? '', text: draft.text, at: draft.at ?? '' }
  } catch {
    return null
  }
}

export function keepDraft(hash: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(hash), JSON.stringify(draft))
  } catch {
    // A browser without room keeps no draft; what is typed stands in the page.
  }
}

export const dropDraft = (hash: string): void => localStorage.removeItem(keyOf(hash))
