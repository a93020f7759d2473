import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CHOICES_MAX, COLUMN_NAME_MAX } from '#contract/core/limits.ts'

/** `id`, `value` and `onChange` come from the form. */
type Props = { id?: string; value?: string[]; onChange?: (options: string[]) => void }

/** The terms of a choice in their order: each can be renamed, moved and removed; a pasted list makes several. */
export function OptionsEditor({ id, value = [], onChange }: Props) {
  const { t } = useTranslation()
  const last = useRef<InputRef>(null)
  const isAdding = useRef(false)
  useEffect(() => {
    if (isAdding.current) last.current?.focus()
    isAdding.current = false
  })
  const add = () => {
    isAdding.current = true
    onChange?.([...value, ''])
  }
  const move = (at: number, to: number) => onChange?.(value.toSpliced(at, 1).toSpliced(to, 0, value[at] ?? ''))
  const press = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter continues with the next option instead of submitting the form.
    event.preventDefault()
    if (at === value.length - 1 && value[at] !== '') add()
  }
  const paste = (event: ClipboardEvent, at: number) => {
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/[\t\r\n]+/)
      .map((one) => one.trim())
      .filter(Boolean)
    if (lines.length < 2) return
    event.preventDefault()
    const next = value[at] === '' ? value.toSpliced(at, 1, ...lines) : value.toSpliced(at + 1, 0, ...lines)
    onChange?.([...new Set(next)].slice(0, CHOICES_MAX))
  }
  return (
    <div className="options-editor" id={id}>
      <ol>
        {value.map((term, at) => (
          // A term has no identity but its place.
          <li key={at}>
            <Input
              {...(at === value.length - 1 && { ref: last })}
              value={term}
              maxLength={COLUMN_NAME_MAX}
              aria-label={t('tables.column.options.one', { place: at + 1 })}
              status={term !== '' && value.indexOf(term) !== at ? 'warning' : ''}
              onChange={({ target }) => onChange?.(value.with(at, target.value))}
              onKeyDown={(event) => press(event, at)}
              onPaste={(event) => paste(event, at)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={t('tables.column.options.up', { term })}
              disabled={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={t('tables.column.options.down', { term })}
              disabled={at === value.length - 1}
              onClick={() => move(at, at + 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('tables.column.options.remove', { term })}
              onClick={() => onChange?.(value.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      <Button size="small" type="dashed" icon={<PlusOutlined />} disabled={value.length >= CHOICES_MAX} onClick={add}>
        {t('tables.column.options.add')}
      </Button>
    </div>
  )
}
