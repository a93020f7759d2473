import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { imports } from '#contract/imports.ts'
import { IMPORT_URLS_MAX } from '#contract/limits.ts'
import { call } from '#providers/call.ts'
import type { WayProps } from './ImportDialog.tsx'

const isWeb = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Addresses, one a line. */
export function FromUrl({ onReady }: WayProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const lines = text.split(/\s+/).filter(Boolean)
  const wrong = lines.find((line) => !isWeb(line))
  const change = (next: string) => {
    setText(next)
    const urls = next.split(/\s+/).filter(Boolean)
    const isWhole = urls.length > 0 && urls.length <= IMPORT_URLS_MAX && urls.every(isWeb)
    onReady(isWhole ? (place) => call(imports.fromUrl, { ...place, urls }, { quiet: true }) : null)
  }
  const problem = wrong
    ? t('imports.url.wrong', { line: wrong })
    : lines.length > IMPORT_URLS_MAX
      ? t('imports.url.many', { max: IMPORT_URLS_MAX })
      : ''
  return (
    <Form layout="vertical">
      <Form.Item
        label={t('imports.url.label')}
        htmlFor="import-urls"
        extra={t('imports.url.hint', { max: IMPORT_URLS_MAX })}
        validateStatus={problem ? 'error' : ''}
        help={problem || undefined}
      >
        <Input.TextArea
          id="import-urls"
          value={text}
          autoSize={{ minRows: 4, maxRows: 12 }}
          placeholder="https://"
          onChange={(event) => change(event.target.value)}
          autoFocus
        />
      </Form.Item>
    </Form>
  )
}
