import { useWarnAboutChange } from '@refinedev/core'
import { UnsavedChangesNotifier } from '@refinedev/react-router'
import { useEffect } from 'react'

/** Warns before the page is left with unsaved changes. */
export function Unsaved({ isDirty }: { isDirty: boolean }) {
  const { setWarnWhen } = useWarnAboutChange()
  useEffect(() => {
    setWarnWhen(isDirty)
    return () => setWarnWhen(false)
  }, [isDirty, setWarnWhen])
  return <UnsavedChangesNotifier translationKey="common.unsaved.leave" />
}
