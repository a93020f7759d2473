import { useEffect, useRef, useState } from 'react'
import { type Draft, draftOf, dropDraft, type Kept, keepDraft } from './draft.ts'

/** A draft is kept so long after the last key, or at once when the editor goes. */
const KEEP_MS = 800

type Needs = { kept: Kept; opened: string; textNow: () => string | undefined; baseNow: () => string }

/** What is typed and not saved, kept in the browser; `found` is what was kept before. */
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
    /** What was found is used, or not wanted any more. */
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
