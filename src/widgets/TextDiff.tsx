import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { codeColours } from './code-colours.ts'
import { codeLook } from './code-look.ts'
import './text-diff.css'
import { useNarrow } from './viewport.ts'

/** Time limit in milliseconds for the search of a minimal diff; after that larger blocks are shown as changed. */
const DIFF_MS = 1000

type Side = { title: string; text: string }
/** `folded` is the label of unchanged lines; CodeMirror replaces its `$` with their number. */
type Props = { before: Side; after: Side; language: Extension; folded: string }

/** Two texts side by side, one above the other on narrow screens; unchanged parts are folded. */
export function TextDiff({ before, after, language, folded }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow()
  useEffect(() => {
    if (!host.current) return
    const sideOf = ({ text, title }: Side) => ({
      doc: text,
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
    const [a, b] = [sideOf(before), sideOf(after)]
    const over = unifiedMergeView({ original: before.text, mergeControls: false, ...shared })
    const view = isNarrow
      ? new EditorView({ parent, doc: after.text, extensions: [b.extensions, over] })
      : new MergeView({ parent, a, b, ...shared })
    return () => view.destroy()
  }, [before, after, language, folded, isNarrow])
  return <div className="compare-text" ref={host} />
}
