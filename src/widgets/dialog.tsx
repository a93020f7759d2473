import { Modal } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { later, type MeanwhileProps } from './later.tsx'
import { NotLoaded } from './NotLoaded.tsx'
import { TextSkeleton } from './Skeleton.tsx'

type Closes = { onClose: () => void }
/** The loading dialog is shown only if loading takes longer than this many milliseconds. */
const LATE_MS = 300

/** A dialog with its own chunk; while it loads, a dialog that can be closed is shown. */
export const dialog = <Props extends Closes>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  later(load, Meanwhile)

/** Shown while a dialog is loading; closing it cancels the dialog. */
export function Meanwhile({ props, failure, onRetry }: MeanwhileProps<Closes>) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Modal open={failure !== null || isLate} footer={null} onCancel={props.onClose}>
      {failure ? <NotLoaded error={failure} onRetry={onRetry} /> : <TextSkeleton />}
    </Modal>
  )
}
