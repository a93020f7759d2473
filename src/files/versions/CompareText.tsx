import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { suffixOf } from '#contract/files.ts'
import { bytesAt } from '../../preview/bytes-at.ts'
import { codeColours } from '../../preview/code-colours.ts'
import { codeLook } from '../../preview/code-look.ts'
import { decode } from '../../preview/decode.ts'
import { languageOf } from '../../preview/languages.ts'
import { useLoaded } from '../../preview/use-loaded.ts'
import { useNarrow } from '../../widgets/viewport.ts'
import type { SidesProps } from './sides.ts'

/** Time limit in milliseconds for the search of a minimal diff; after that larger blocks are shown as changed. */
const DIFF_MS = 1000

const textAt = async (address: string, signal: AbortSignal) => decode(await bytesAt(address, signal), true)

/** Two texts side by side; unchanged parts are folded. */
export default function CompareText({ name, left, right }: SidesProps) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow()
  // CodeMirror replaces `$` with the number of lines.
  const folded = t('versions.compare.folded', { lines: '$' })
  const loaded = useLoaded(
    (signal) =>
      Promise.all([textAt(left.address, signal), textAt(right.address, signal), languageOf(suffixOf(name))] as const),
    [left.address, right.address, name],
  )
  useEffect(() => {
    if (!host.current || !loaded) return
    const [before, after, language] = loaded
    const sideOf = (doc: string, title: string) => ({
      doc,
      extensions: [
        codeColours,
        basicSetup,
        codeLook,
        language,
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorState.phrases.of({ '$ unchanged lines': folded }),
        EditorView.contentAttributes.of({ 'aria-label': title }),
      ],
    })
    const parent = host.current
    const shared = { collapseUnchanged: { margin: 3, minSize: 6 }, diffConfig: { timeout: DIFF_MS } }
    const [a, b] = [sideOf(before, left.title), sideOf(after, right.title)]
    // On narrow screens a unified diff shows removed lines above added ones.
    const over = unifiedMergeView({ original: before, mergeControls: false, ...shared })
    const view = isNarrow
      ? new EditorView({ parent, doc: after, extensions: [b.extensions, over] })
      : new MergeView({ parent, a, b, ...shared })
    return () => view.destroy()
  }, [loaded, left.title, right.title, folded, isNarrow])
  if (!loaded) return <div className="stage-note">{t('preview.loading')}</div>
  return <div className="compare-text" ref={host} />
}
