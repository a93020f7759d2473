import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { codeColours } from '../../widgets/code-colours.ts'
import { codeLook } from '../../widgets/code-look.ts'
import { formatBytes } from '../../widgets/format.ts'
import { languageOf } from '../languages.ts'
import { useLoaded } from '../use-loaded.ts'
import { useText } from '../use-text.ts'
import type { ViewerProps } from '../viewer.ts'

const SMALL_BYTES = 16_384

/** Read-only text or code with syntax colouring; a long file is shown in parts. */
export default function TextViewer({ file, data: { address }, isSmall }: ViewerProps) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const [isWrapped, setWrapped] = useState(true)
  const [part, setPart] = useState(0)
  const limit = isSmall ? SMALL_BYTES : TEXT_PREVIEW_BYTES
  const read = useText(address, file.size, limit, part)
  const language = useLoaded(() => languageOf(file.suffix), [file.suffix])
  const text = read?.text
  useEffect(() => {
    if (!host.current || text === undefined || !language || isSmall) return
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          codeColours,
          basicSetup,
          codeLook,
          language,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': file.name }),
          ...(isWrapped ? [EditorView.lineWrapping] : []),
        ],
      }),
    })
    return () => view.destroy()
  }, [text, language, isWrapped, isSmall, file.name])
  if (!read) return <div className="stage-note">{t('preview.loading')}</div>
  if (isSmall) return <pre className="text-small">{read.text}</pre>
  return (
    <div className="text-viewer">
      <div className="text-host" ref={host} />
      <div className="viewer-bar">
        {read.parts > 1 && <Parts part={part} parts={read.parts} onChoose={setPart} />}
        <button type="button" className="btn ghost" aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          {t('preview.wrap')}
        </button>
      </div>
    </div>
  )
}

type PartsProps = { part: number; parts: number; onChoose: (part: number) => void }

/** The current part of a long text, with buttons for the others. */
function Parts({ part, parts, onChoose }: PartsProps) {
  const { t } = useTranslation()
  return (
    <>
      <button type="button" className="btn ghost" disabled={part === 0} onClick={() => onChoose(part - 1)}>
        {t('preview.partBefore')}
      </button>
      <span className="num">
        {t('preview.partOf', { part: part + 1, parts, size: formatBytes(TEXT_PREVIEW_BYTES, 0) })}
      </span>
      <button type="button" className="btn ghost" disabled={part === parts - 1} onClick={() => onChoose(part + 1)}>
        {t('preview.partAfter')}
      </button>
    </>
  )
}
