import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import './copy-field.css'

type ButtonProps = { text: string; onRefused: () => void }

/** Copies a text to the clipboard. If the browser refuses, `onRefused` selects the text for manual copying. */
export function CopyButton({ text, onRefused }: ButtonProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  async function copy() {
    if (await copyText(text)) return setState('copied')
    onRefused()
    setState('refused')
  }
  return (
    <>
      <Button icon={state === 'copied' ? <CheckOutlined /> : <CopyOutlined />} onClick={copy}>
        {state === 'copied' ? t('account.copied') : t('account.copy')}
      </Button>
      <small className="copy-state" role="status">
        {state === 'refused' ? t('account.copyByHand') : ''}
      </small>
    </>
  )
}

type FieldProps = {
  label: string
  value: string
  rows?: number
  /** The secret is shown only once, so the dialog focuses the field. */
  isSecret?: boolean
}

/** A text to copy, with the button or by hand. */
export function CopyField({ label, value, rows = 1, isSecret }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <figure className="copy-field">
      <figcaption>{label}</figcaption>
      <textarea
        ref={field}
        readOnly
        rows={rows}
        value={value}
        aria-label={label}
        data-secret={isSecret}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={value} onRefused={() => field.current?.select()} />
    </figure>
  )
}
