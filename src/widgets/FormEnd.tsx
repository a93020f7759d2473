import { Button } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './form-end.css'

/** An error message beside what failed; renders nothing without one. */
export function Problem({ text }: { text: string }) {
  if (!text) return null
  return (
    <p className="form-problem" role="alert">
      {text}
    </p>
  )
}

/**
 * When a field loses the focus it is validated, and an error line would move the button away from the pointer: the
 * field keeps the focus until the click.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

type Props = {
  /** The label of the button that sends the form; null when there is nothing to send. */
  submit: string | null
  isBusy: boolean
  problem?: string
  /** Without it the button submits the form around it. */
  onSubmit?: () => void
  /** Cancels the form, after a question if something would be lost; without it there is no such button. */
  onCancel?: (() => void) | undefined
  cancel?: string
  isDanger?: boolean
  isDisabled?: boolean | undefined
  /** Content at the other side: a note, or an action on the whole record. */
  children?: ReactNode
}

/** The end of a form: an error message, the cancel button and the main button. In a drawer it stays visible. */
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
