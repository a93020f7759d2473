import { useEffect, useRef, useState } from 'react'
import { type Draft, draftOf, dropDraft, type Kept, keepDraft } from './draft.ts'

/** Delay in milliseconds after the last key before the draft is stored; it is stored at once when the editor closes. */
const KEEP_MS = 800

type Needs = { kept: Kept; opened: string; textNow: () => string | undefined; baseNow: () => string }

/** Stores unsaved text in the browser; `found` is a draft from an earlier session. */
export function useDraft({ kept, opened, textNow, baseNow }: Needs) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [found, setFound] = useState<Draft | null>(() => draftOf(kept, opened))

  function stop(): void {
    clearTimeout(timer.current)
    timer.current = undefined
  }
  function keep(): void {
    if (timer.current === undefined) return
    stop()
    const text = textNow()
    if (text !== undefined) keepDraft(kept, { base: baseNow(), text, at: new Date().toISOString() })
  }
  const last = useRef(keep)
  last.current = keep
  useEffect(() => () => last.current(), [])

  return {
    found,
    /** Removes the offer of the found draft, after it was used or declined. */
    dismiss: () => setFound(null),
    changed(): void {
      stop()
      timer.current = setTimeout(() => last.current(), KEEP_MS)
    },
    keep,
    drop(): void {
      stop()
      dropDraft(kept)
    },
  }
}
