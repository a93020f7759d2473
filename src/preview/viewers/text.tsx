import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_PREVIEW_BYTES } from '#contract/limits.ts'
import { formatBytes } from '../../widgets/format.ts'
import type { ViewerProps } from '../registry.ts'
import { useText } from '../use-text.ts'

const SMALL_BYTES = 16_384
const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--ground)' },
  '&.cm-focused': { outline: 'none' },
})

/** Text and code, for reading; of a long file the beginning, and it says so. */
export default function TextViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const [isWrapped, setWrapped] = useState(true)
  const limit = isSmall ? SMALL_BYTES : TEXT_PREVIEW_BYTES
  const read = useText(address, file.size, limit)
  const text = read?.text
  useEffect(() => {
    if (!host.current || text === undefined || isSmall) return
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          basicSetup,
          look,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': file.name }),
          ...(isWrapped ? [EditorView.lineWrapping] : []),
        ],
      }),
    })
    return () => view.destroy()
  }, [text, isWrapped, isSmall, file.name])
  if (!read) return <div className="stage-note">{t('preview.loading')}</div>
  if (isSmall) return <pre className="text-small">{read.text}</pre>
  return (
    <div className="text-viewer">
      <div className="text-host" ref={host} />
      <div className="viewer-bar">
        {!read.isWhole && <span>{t('preview.partial', { size: formatBytes(limit) })}</span>}
        <button type="button" className="btn ghost" aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          {t('preview.wrap')}
        </button>
      </div>
    </div>
  )
}
