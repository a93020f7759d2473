import { useWarnAboutChange } from '@refinedev/core'
import { Drawer, type DrawerProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isAnythingUnsaved, type Loss, Unsaved } from './Unsaved.tsx'
import { useDiscard } from './use-discard.ts'

type Props = Omit<DrawerProps, 'children' | 'onClose'> & {
  isDirty: boolean
  /** What closing loses, if not typed text. */
  loss?: Loss | undefined
  onClose: () => void
  /** `close` asks first if there are unsaved changes; `leave` does not, after saving or deleting. */
  children: (close: () => void, leave: () => void) => ReactNode
}

/** A drawer that asks before unsaved changes are discarded. */
export function GuardedDrawer({ isDirty, loss, onClose, children, open = true, title, ...drawer }: Props) {
  const discard = useDiscard()
  const { warnWhen } = useWarnAboutChange()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => setLeaving(true)
  const whenLeft = useRef(onClose)
  whenLeft.current = onClose
  // Closing may navigate back, which the warning would block: it is switched off before the drawer closes.
  useEffect(() => {
    // What is unsaved elsewhere goes on warning.
    if (!isLeaving || (warnWhen && !isAnythingUnsaved())) return
    setLeaving(false)
    whenLeft.current()
  }, [isLeaving, warnWhen])

  useOpenerFocus(open)
  // Pages clear the title when they close a drawer: the last one is shown until the drawer is gone.
  const shownTitle = useRef(title)
  if (open) shownTitle.current = title

  function close() {
    if (!isDirty) return leave()
    discard(leave, loss)
  }
  return (
    <Drawer focusable={FOCUS} {...drawer} title={shownTitle.current} open={open} onClose={close}>
      <Unsaved isDirty={open && isDirty && !isLeaving} loss={loss} />
      {children(close, leave)}
    </Drawer>
  )
}

/** Antd returns the focus after the closing animation, when the user may have moved on. */
const FOCUS = { focusTriggerAfterClose: false }

/** Returns the focus to the opening element as soon as the drawer closes. */
function useOpenerFocus(isOpen: boolean): void {
  const opener = useRef<Element | null>(null)
  // Read before the drawer takes the focus.
  if (isOpen) opener.current ??= document.activeElement
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const back = opener.current
      opener.current = null
      if (back instanceof HTMLElement && back !== document.body) back.focus({ preventScroll: true })
    }
  }, [isOpen])
}
