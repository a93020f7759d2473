import { useWarnAboutChange } from '@refinedev/core'
import { useId, useLayoutEffect } from 'react'

/** What is lost: what was typed, or a secret or an authorization code that is shown only once. */
export type Loss = 'typed' | 'secret' | 'code'

/** What has unsaved changes on the page, several at a time: a drawer and the page below it. */
const unsaved = new Map<string, Loss>()
export const isAnythingUnsaved = (): boolean => unsaved.size > 0
/** What is lost if the page is left: typed text counts more than a secret. */
export function lossOfLeaving(): Loss {
  const [first = 'typed', ...others] = new Set(unsaved.values())
  return others.length ? 'typed' : first
}

/** Makes the shell ask before the page is left with unsaved changes. */
export function useUnsaved(isDirty: boolean, loss: Loss = 'typed'): void {
  const id = useId()
  const { setWarnWhen } = useWarnAboutChange()
  // With what the page shows of it, so that no Back or link comes between.
  useLayoutEffect(() => {
    if (!isDirty) return
    unsaved.set(id, loss)
    setWarnWhen(true)
    return () => {
      unsaved.delete(id)
      setWarnWhen(isAnythingUnsaved())
    }
  }, [id, isDirty, loss, setWarnWhen])
}

/** The same as an element. */
export function Unsaved({ isDirty, loss }: { isDirty: boolean; loss?: Loss | undefined }) {
  useUnsaved(isDirty, loss)
  return null
}
