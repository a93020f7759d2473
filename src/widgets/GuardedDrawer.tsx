import { useWarnAboutChange } from '@refinedev/core'
import { App, Drawer, type DrawerProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Unsaved } from './Unsaved.tsx'

type Props = Omit<DrawerProps, 'children' | 'onClose'> & {
  isDirty: boolean
  onClose: () => void
  /** `close` asks first when something is not saved, `leave` does not: it was saved, or is gone. */
  children: (close: () => void, leave: () => void) => ReactNode
}

/** A drawer that asks before something unsaved is lost. */
export function GuardedDrawer({ isDirty, onClose, children, open = true, ...drawer }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { warnWhen } = useWarnAboutChange()
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => setLeaving(true)
  const whenLeft = useRef(onClose)
  whenLeft.current = onClose
  // Closing may go a page back, which the warning would hold up: first it is off, then the drawer closes.
  useEffect(() => {
    if (!isLeaving || warnWhen) return
    setLeaving(false)
    whenLeft.current()
  }, [isLeaving, warnWhen])

  function close() {
    if (!isDirty) return leave()
    modal.confirm({
      title: t('common.unsaved.title'),
      content: t('common.unsaved.loses'),
      okText: t('common.unsaved.discard'),
      cancelText: t('common.unsaved.stay'),
      autoFocusButton: 'cancel',
      okButtonProps: { danger: true },
      onOk: leave,
    })
  }
  return (
    <Drawer {...drawer} open={open} onClose={close}>
      <Unsaved isDirty={open && isDirty && !isLeaving} />
      {children(close, leave)}
    </Drawer>
  )
}
