import { App, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MethodUnsaved } from './MethodUnsaved.tsx'

type Props = { title: string; isDirty: boolean; onClose: () => void; children: (close: () => void) => ReactNode }

/** A drawer that asks before something unsaved is lost. */
export function GuardedDrawer({ title, isDirty, onClose, children }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  function close() {
    if (!isDirty) return onClose()
    modal.confirm({
      title: t('methods.unsaved.title'),
      content: t('methods.unsaved.loses'),
      okText: t('methods.unsaved.discard'),
      cancelText: t('methods.unsaved.stay'),
      okButtonProps: { danger: true },
      onOk: onClose,
    })
  }
  return (
    <Drawer open size="min(1120px, 100vw)" title={title} onClose={close} className="method-drawer">
      <MethodUnsaved isDirty={isDirty} />
      {children(close)}
    </Drawer>
  )
}
