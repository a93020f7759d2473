import { Button, Modal } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/** Shows a secret once: neither a click outside nor Esc closes it. */
export function SecretDialog({ title, isOpen, onClose, children }: Props) {
  const { t } = useTranslation()
  const body = useRef<HTMLDivElement>(null)
  /** Focuses the secret, so that it can be copied; otherwise the dialog itself would get the focus. */
  const focus = (isShown: boolean) => {
    if (isShown) body.current?.querySelector<HTMLElement>('[data-secret]')?.focus()
  }
  return (
    <Modal
      open={isOpen}
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      destroyOnHidden
      afterOpenChange={focus}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('account.keys.kept')}
        </Button>
      }
    >
      <div ref={body} className="personal-secret">
        <p className="personal-notice" data-kind="warning">
          {t('account.keys.once')}
        </p>
        {children}
      </div>
    </Modal>
  )
}
