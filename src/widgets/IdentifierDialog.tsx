import { Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from './FormEnd.tsx'

type Props = {
  title: string
  /** The label of the button that does it. */
  button: string
  /** Asks for the identifier, in a sentence. */
  ask: string
  /** The text to type: the identifier of the space, or what `label` names. */
  identifier: string
  label?: string
  isOpen: boolean
  isBusy: boolean
  problem: string
  /** Why it can't be done, known beforehand: the button stays disabled. */
  obstacle?: string
  onConfirm: (identifier: string) => void
  onClose: () => void
  afterClose?: () => void
  /** The consequences, and what is lost. */
  children: ReactNode
}

/**
 * The confirmation before a space is deleted or transferred, or an account deleted: lists the consequences and requires
 * the identifier or the address to be typed.
 */
export function IdentifierDialog(props: Props) {
  const { title, button, ask, identifier, label, isOpen, isBusy, onConfirm, onClose, afterClose, children } = props
  const { problem, obstacle = '' } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const isReady = !obstacle && typed === identifier
  return (
    <Modal
      open={isOpen}
      title={title}
      okText={button}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: true, disabled: !isReady, loading: isBusy }}
      onOk={() => onConfirm(typed)}
      onCancel={onClose}
      afterClose={() => {
        setTyped('')
        afterClose?.()
      }}
      destroyOnHidden
    >
      {children}
      {!obstacle && (
        <>
          <p>{ask}</p>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={() => isReady && onConfirm(typed)}
            aria-label={label ?? t('spaces.identifier.label')}
            status={problem ? 'error' : ''}
            autoComplete="off"
          />
        </>
      )}
      <Problem text={obstacle || problem} />
    </Modal>
  )
}
