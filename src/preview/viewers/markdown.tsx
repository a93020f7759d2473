import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { markdownHtml } from '../markdown-html.ts'
import type { ViewerProps } from '../registry.ts'
import { useText } from '../use-text.ts'

/** Markdown as it reads; its source is what the text viewer shows. */
export default function MarkdownViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const { t } = useTranslation()
  const read = useText(address, file.size)
  const html = useMemo(() => (read ? markdownHtml(read.text) : ''), [read])
  if (!read) return <div className="stage-note">{t('preview.loading')}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised one line above
  return <article className={isSmall ? 'markdown small' : 'markdown'} dangerouslySetInnerHTML={{ __html: html }} />
}
