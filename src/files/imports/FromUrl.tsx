import { Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_URLS_MAX } from '#contract/core/limits.ts'
import { imports } from '#contract/imports.ts'
import { call } from '#providers/call.ts'
import type { WayProps } from './way.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const isWeb = (text: string) => !/\s/.test(text) && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Imports from addresses, one per line. */
export function FromUrl({ onReady }: WayProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const lines = linesOf(text)
  const wrong = lines.find((line) => !isWeb(line))
  const change = (next: string) => {
    setText(next)
    const urls = linesOf(next)
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
