import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { Button, Select, Tooltip } from 'antd'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quill } from 'react-quill'
import { HEADERS, TextSize } from '#contract/core/markup.ts'
import { LinkTool } from './LinkTool.tsx'

type Formats = Record<string, unknown>

/** The formats where the cursor is. */
function useFormats(quill: Quill): Formats {
  const [formats, setFormats] = useState<Formats>({})
  useEffect(() => {
    const look = () => {
      const range = quill.getSelection()
      if (range) setFormats(quill.getFormat(range))
    }
    quill.on('editor-change', look)
    return () => {
      quill.off('editor-change', look)
    }
  }, [quill])
  return formats
}

type Toggle = {
  name: string
  value: string | true
  words: 'bold' | 'italic' | 'underline' | 'strike' | 'ordered' | 'bullet'
  Icon: ComponentType
}
const toggles: readonly Toggle[] = [
  { name: 'bold', value: true, words: 'bold', Icon: BoldOutlined },
  { name: 'italic', value: true, words: 'italic', Icon: ItalicOutlined },
  { name: 'underline', value: true, words: 'underline', Icon: UnderlineOutlined },
  { name: 'strike', value: true, words: 'strike', Icon: StrikethroughOutlined },
  { name: 'list', value: 'ordered', words: 'ordered', Icon: OrderedListOutlined },
  { name: 'list', value: 'bullet', words: 'bullet', Icon: UnorderedListOutlined },
]

/** Header levels 1 to 6, four sizes, and the usual text formats. Source: spec section 9. */
export function Toolbar({ quill }: { quill: Quill }) {
  const { t } = useTranslation()
  const formats = useFormats(quill)
  const set = (name: string, value: unknown) => {
    quill.focus()
    quill.format(name, value, 'user')
  }
  function clear(): void {
    const { index, length } = quill.getSelection(true)
    quill.removeFormat(index, length, 'user')
  }
  const headers = HEADERS.map((_, at) => ({
    value: at + 1,
    label: t('richText.header', { level: at + 1 }),
  }))
  const sizes = TextSize.map((size) => ({ value: size as string, label: t(`richText.sizes.${size}`) }))
  const normal = { value: 'normal', label: t('richText.sizes.normal') }
  return (
    <div role="toolbar" aria-label={t('richText.tools')}>
      <Select
        size="small"
        popupMatchSelectWidth={false}
        aria-label={t('richText.level')}
        value={Number(formats.header) || 0}
        options={[{ value: 0, label: t('richText.body') }, ...headers]}
        onChange={(level) => set('header', level || false)}
      />
      <Select
        size="small"
        popupMatchSelectWidth={false}
        aria-label={t('richText.size')}
        value={typeof formats.size === 'string' ? formats.size : 'normal'}
        options={[...sizes.slice(0, 1), normal, ...sizes.slice(1)]}
        onChange={(size) => set('size', size === 'normal' ? false : size)}
      />
      {toggles.map(({ name, value, words, Icon }) => {
        const isOn = formats[name] === value
        return (
          <Tooltip key={words} title={t(`richText.${words}`)}>
            <Button
              type="text"
              size="small"
              icon={<Icon />}
              aria-label={t(`richText.${words}`)}
              aria-pressed={isOn}
              className={isOn ? 'on' : undefined}
              onClick={() => set(name, isOn ? false : value)}
            />
          </Tooltip>
        )
      })}
      <LinkTool quill={quill} address={typeof formats.link === 'string' ? formats.link : ''} />
      <Tooltip title={t('richText.clear')}>
        <Button type="text" size="small" icon={<ClearOutlined />} aria-label={t('richText.clear')} onClick={clear} />
      </Tooltip>
    </div>
  )
}
