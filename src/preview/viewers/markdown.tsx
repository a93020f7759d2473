import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../widgets/format.ts'
import { markdownHtml } from '../markdown-html.ts'
import { useLoaded } from '../use-loaded.ts'
import { useText } from '../use-text.ts'
import type { ViewerProps } from '../viewer.ts'

/** Maximum size of rendered Markdown: more would take a browser many seconds (our choice). */
const MARKUP_PREVIEW_BYTES = 1_048_576

/** Number of bytes read for the small preview. */
const SMALL_BYTES = 16_384

/** Rendered Markdown, of a long file the first part; the text viewer shows the source. */
export default function MarkdownViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const { t } = useTranslation()
  const read = useText(address, file.size, isSmall ? SMALL_BYTES : MARKUP_PREVIEW_BYTES)
  const html = useLoaded(async () => (read ? markdownHtml(read.text) : null), [read])
  if (!read || html === null) return <div className="stage-note">{t('preview.loading')}</div>
  const look = isSmall ? 'markdown small' : 'markdown'
  const page = (
    // A long page is scrolled by the keys.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised above
    <article className={look} tabIndex={isSmall ? undefined : 0} dangerouslySetInnerHTML={{ __html: html }} />
  )
  if (isSmall || read.isWhole) return page
  return (
    <div className="text-viewer">
      {page}
      <div className="viewer-bar">{t('preview.onlyBeginning', { size: formatBytes(MARKUP_PREVIEW_BYTES, 0) })}</div>
    </div>
  )
}
