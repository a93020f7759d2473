import { CodeOutlined } from '@ant-design/icons'
import { Button, Input, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MarkupNode, readMarkup } from '#contract/core/markup.ts'
import { later } from '../later.tsx'
import { MarkupShown } from './MarkupShown.tsx'
import './rich-text.css'

const Editor = later(() => import('./Editor.tsx'))
const plainOf = (nodes: readonly MarkupNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : plainOf(node.children))).join('')

type Props = {
  label: string
  lang: string
  /** Markup of what shows while nothing is written. */
  instead?: string
  /** A form gives the next three. */
  id?: string
  value?: string
  onChange?: (markup: string) => void
}

/** A field for markup that `readMarkup` parses: written as it shows, or as HTML. */
export function RichText({ label, lang, instead = '', id, value = '', onChange }: Props) {
  const { t } = useTranslation()
  const [isSource, setSource] = useState(false)
  const written = useRef(value)
  const round = useRef(0)
  // A value from outside, such as after discarding, starts a new editor: the undo steps belong to another text.
  if (written.current !== value) {
    written.current = value
    round.current += 1
  }
  const write = (markup: string) => {
    written.current = markup
    onChange?.(markup)
  }
  const toggle = (
    <Tooltip title={t('richText.html')}>
      <Button
        type="text"
        size="small"
        icon={<CodeOutlined />}
        aria-label={t('richText.html')}
        aria-pressed={isSource}
        className={isSource ? 'on' : undefined}
        onClick={() => setSource(!isSource)}
      />
    </Tooltip>
  )
  const placeholder = plainOf(readMarkup(instead).nodes)
  if (!isSource)
    return (
      <Editor
        key={round.current}
        label={label}
        lang={lang}
        id={id}
        placeholder={placeholder}
        value={value}
        onChange={write}
        end={toggle}
      />
    )
  return (
    <div className="rich-text">
      <div className="rich-text-tools">{toggle}</div>
      <Input.TextArea
        id={id}
        aria-label={label}
        lang={lang}
        autoSize={{ minRows: 3, maxRows: 12 }}
        placeholder={instead}
        value={value}
        onChange={({ target }) => write(target.value)}
      />
      <MarkupShown text={value.trim() ? value : instead} />
    </div>
  )
}
