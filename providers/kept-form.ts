import { useEffect, useRef } from 'react'
import { knownUser, useUser } from './session.ts'
import { keepUnsent, keptUnsent } from './unsent.ts'

type Values = Record<string, unknown>
const asValues = (kept: unknown): Values => ({ ...(kept as Values) })

type Form = {
  /** What was typed and may stay in this browser: no secrets and no files; null: nothing. */
  typed: () => Values | null
  /** Shows what was kept, beside what is stored now. */
  restore: (kept: Values) => void
}

/** Keeps what is typed in a form when the session ends, and gives it back to the same person, once. `what` names the form. */
export function useKeptForm(what: string, form: Form): void {
  const unsent = useRef({ personId: useUser()?.userId ?? '', what: `form ${what}` })
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    const kept = keptUnsent(unsent.current, asValues)
    if (kept) latest.current.restore(kept.work)
    kept?.drop()
    return () => {
      // People who leave are asked, and then discard what they typed; the end of a session asks nobody.
      const typed = knownUser() ? null : latest.current.typed()
      if (typed) keepUnsent(unsent.current, typed)
    }
  }, [])
}
