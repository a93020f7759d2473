import { Button } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './form-end.css'

/** What went wrong, beside what failed; nothing while there is no problem. */
export function Problem({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className="form-problem" role="alert">
      {text}
    </p>
  )
}

/**
 * Leaving a field checks it, and what that tells would move the button away below the pointer: the field keeps the focus
 * until the click.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

type Props = {
  /** The label of the button that sends the form; null when there is nothing to send. */
  submit: string | null
  isBusy: boolean
  problem?: string
  /** Without it the button submits the form around it. */
  onSubmit?: () => void
  /** The way out, which asks first if something would be lost; without it there is none. */
  onCancel?: (() => void) | undefined
  cancel?: string
  isDanger?: boolean
  isDisabled?: boolean | undefined
  /** What stands at the other side: a note, or an action on the record as a whole. */
  children?: ReactNode
}

/** The end of a form: what went wrong, the way out, and the one thing that the form is for. In a drawer it stays in sight. */
export function FormEnd(props: Props) {
  const { t } = useTranslation()
  const {
    submit,
    isBusy,
    problem = '',
    onSubmit,
    onCancel,
    cancel,
    isDanger = false,
    isDisabled = false,
    children,
  } = props
  return (
    <div className="form-end">
      <Problem text={problem} />
      {children && <div className="apart">{children}</div>}
      {onCancel && (
        <Button onMouseDown={keepFocus} onClick={onCancel}>
          {cancel ?? t('common.cancel')}
        </Button>
      )}
      {submit !== null && (
        <Button
          type="primary"
          danger={isDanger}
          loading={isBusy}
          disabled={isDisabled}
          htmlType={onSubmit ? 'button' : 'submit'}
          onMouseDown={keepFocus}
          onClick={onSubmit}
        >
          {submit}
        </Button>
      )}
    </div>
  )
}
