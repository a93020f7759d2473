import { useWarnAboutChange } from '@refinedev/core'
import { useEffect, useId } from 'react'

/** What has unsaved changes on the page, several at a time: a drawer and the page below it. */
const unsaved = new Set<string>()
export const isAnythingUnsaved = (): boolean => unsaved.size > 0

/** Makes the shell ask before the page is left with unsaved changes. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId()
  const { setWarnWhen } = useWarnAboutChange()
  useEffect(() => {
    if (!isDirty) return
    unsaved.add(id)
    setWarnWhen(true)
    return () => {
      unsaved.delete(id)
      setWarnWhen(isAnythingUnsaved())
    }
  }, [id, isDirty, setWarnWhen])
}

/** The same as an element. */
export function Unsaved({ isDirty }: { isDirty: boolean }) {
  useUnsaved(isDirty)
  return null
}
