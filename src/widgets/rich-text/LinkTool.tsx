import { LinkOutlined } from '@ant-design/icons'
import { Button, Input, Popover, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quill } from 'react-quill'
import { addressOf } from '#contract/core/markup.ts'

type Props = { quill: Quill; address: string }

/** Adds a link to the selected words or removes it; without a selection it inserts the address itself. */
export function LinkTool({ quill, address }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  function open(next: boolean): void {
    setOpen(next)
    setTyped(address)
    setWrong(false)
  }
  function apply(): void {
    const href = addressOf(typed)
    if (typed.trim() && !href) return setWrong(true)
    setOpen(false)
    const { index, length } = quill.getSelection(true)
    if (href && !length && !address) quill.insertText(index, href, 'link', href, 'user')
    else quill.format('link', href ?? false, 'user')
  }
  const field = (
    <div className="rich-text-link">
      <Space.Compact>
        <Input
          autoFocus
          aria-label={t('richText.address')}
          placeholder="https://"
          status={isWrong ? 'error' : undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Not the form around the editor.
            event.preventDefault()
            apply()
          }}
        />
        <Button onClick={apply}>{t('richText.apply')}</Button>
      </Space.Compact>
      {isWrong && <p role="alert">{t('richText.wrongAddress')}</p>}
    </div>
  )
  return (
    <Popover open={isOpen} onOpenChange={open} trigger="click" content={field} destroyOnHidden>
      <Tooltip title={isOpen ? '' : t('richText.link')}>
        <Button
          type="text"
          size="small"
          icon={<LinkOutlined />}
          aria-label={t('richText.link')}
          aria-expanded={isOpen}
          className={address ? 'on' : undefined}
        />
      </Tooltip>
    </Popover>
  )
}
