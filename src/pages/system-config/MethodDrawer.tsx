import { App, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Method } from '#contract/methods.ts'
import { MethodDesk } from './MethodDesk.tsx'
import { MethodUnsaved } from './MethodUnsaved.tsx'
import type { MethodStart } from './method-fields.ts'

type Props = { start: MethodStart; method: Method | null; onClose: () => void; onChange: () => void }

/** One method: its settings, what the other side must know, and the test beside them. The list stays behind it. */
export function MethodDrawer({ start, method: given, onClose, onChange }: Props) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const [method, setMethod] = useState(given)
  const [isDirty, setDirty] = useState(false)

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
  const kind = t(`methods.kinds.${start.kind}.name`)
  return (
    <Drawer
      open
      size="min(1120px, 100vw)"
      title={method ? t('methods.editTitle', { kind }) : t('methods.addTitle', { kind })}
      onClose={close}
      className="method-drawer"
    >
      <MethodUnsaved isDirty={isDirty} />
      <MethodDesk
        start={start}
        method={method}
        isDirty={isDirty}
        onDirty={setDirty}
        onSaved={setMethod}
        onClose={close}
        onGone={onClose}
        onChange={onChange}
      />
    </Drawer>
  )
}
