import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Label of the secret, used in the accessible names of the buttons. */
  label: string
  id?: string
  /** Undefined keeps the stored secret; '' removes it. */
  value?: string | undefined
  onChange?: (value: string | undefined) => void
  isSet: boolean
  isLong?: boolean
  disabled?: boolean
}

/** A write-only secret: the field shows whether one is set, and can replace or remove it. */
export function SecretField({ label, id, value, onChange, isSet, isLong, disabled }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const isTyping = isOpen || (value !== undefined && value !== '') || !(isSet || disabled)

  function change(next: string) {
    setOpen(isSet)
    onChange?.(next === '' ? undefined : next)
  }
  function keep() {
    setOpen(false)
    onChange?.(undefined)
  }
  function open() {
    setOpen(true)
    requestAnimationFrame(() => document.getElementById(id ?? '')?.focus())
  }
  if (!isTyping) {
    return (
      <div className="secret-field">
        <span className="tag" data-state={value === '' ? 'removed' : isSet ? 'set' : 'none'}>
          {value === '' ? t('methods.secret.removed') : isSet ? t('methods.secret.set') : t('methods.secret.notSet')}
        </span>
        {!disabled && value === '' && <Action action={t('methods.secret.keep')} name={label} onClick={keep} />}
        {!disabled && value !== '' && (
          <>
            <Action id={id} action={t('methods.secret.change')} name={label} onClick={open} />
            <Action action={t('methods.secret.remove')} name={label} isDanger onClick={() => onChange?.('')} />
          </>
        )}
      </div>
    )
  }
  const shared = { id, value: value ?? '', autoComplete: 'new-password', spellCheck: false, disabled } as const
  return (
    <div className="secret-field">
      {isLong ? (
        <Input.TextArea {...shared} className="mono" rows={4} onChange={(event) => change(event.target.value)} />
      ) : (
        <Input.Password {...shared} onChange={(event) => change(event.target.value)} />
      )}
      {isSet && <Action action={t('methods.secret.keep')} name={label} onClick={keep} />}
    </div>
  )
}

type ActionProps = { id?: string; action: string; name: string; isDanger?: boolean; onClick: () => void }

function Action({ id, action, name, isDanger, onClick }: ActionProps) {
  const { t } = useTranslation()
  return (
    <Button
      id={id}
      size="small"
      danger={isDanger}
      aria-label={t('methods.secret.of', { action, name })}
      onClick={onClick}
    >
      {action}
    </Button>
  )
}
