import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { type RefObject, useEffect, useRef } from 'react'
import { codeColours } from '../../preview/code-colours.ts'
import { codeLook } from '../../preview/code-look.ts'
import { useNarrow } from '../../widgets/viewport.ts'

/** The text as it stands, or another one in its place. */
export type TextHandle = { text: () => string; set: (text: string) => void }
/** Words beside their text: how a piece of it is taken, and what stands for lines that are the same. */
type Theirs = { text: string; label: string; take: string; folded: string }
type Props = {
  label: string
  text: string
  lineBreak: string
  language: Extension
  /** What somebody else wrote, to be merged: it stands on the left, or line by line above what is edited. */
  theirs: Theirs | null
  handle: RefObject<TextHandle | null>
  onChange: () => void
  onSave: () => void
}
/** In a long text, what differs is what one sees. */
const folding = { collapseUnchanged: { margin: 3, minSize: 6 } }
type Shown = { parent: HTMLElement; doc: string; mine: Extension[]; shared: Extension[]; theirs: Theirs | null }

/** A text by itself, or with theirs over it where there is no room for two. */
function showOne({ parent, doc, mine, theirs }: Shown) {
  const takeTheirs = (type: 'accept' | 'reject', act: (event: MouseEvent) => void) => {
    if (type === 'accept' || !theirs) return document.createElement('span')
    return Object.assign(document.createElement('button'), { type: 'button', textContent: theirs.take, onclick: act })
  }
  const over = theirs ? unifiedMergeView({ original: theirs.text, mergeControls: takeTheirs, ...folding }) : []
  const view = new EditorView({ parent, state: EditorState.create({ doc, extensions: [mine, over] }) })
  return { view, end: () => view.destroy() }
}

/** Two texts side by side: what is edited is the one on the right. */
function showTwo({ parent, doc, mine, shared, theirs }: Shown & { theirs: Theirs }) {
  const isOther = [EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-label': theirs.label })]
  const merge = new MergeView({
    parent,
    a: { doc: theirs.text, extensions: [shared, isOther] },
    b: { doc, extensions: [mine, EditorState.phrases.of({ 'Revert this chunk': theirs.take })] },
    revertControls: 'a-to-b',
    ...folding,
  })
  return { view: merge.b, end: () => merge.destroy() }
}

/** A text that is edited. It is the editor's own: what is drawn anew leaves it alone. */
export function TextEditor({ label, text, lineBreak, language, theirs, handle, onChange, onSave }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const handlers = useRef({ onChange, onSave })
  handlers.current = { onChange, onSave }
  const isNarrow = useNarrow()
  useEffect(() => {
    if (!host.current) return
    const save = () => {
      handlers.current.onSave()
      return true
    }
    const words = EditorState.phrases.of({ '$ unchanged lines': theirs?.folded ?? '' })
    const shared = [codeColours, basicSetup, codeLook, language, EditorView.lineWrapping, words]
    const mine = [
      ...shared,
      EditorState.lineSeparator.of(lineBreak),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && handlers.current.onChange()),
      Prec.highest(keymap.of([{ key: 'Mod-s', preventDefault: true, run: save }])),
    ]
    // What was typed goes over into the view that shows both.
    const shown = { parent: host.current, doc: handle.current?.text() ?? text, mine, shared }
    const { view, end } = theirs && !isNarrow ? showTwo({ ...shown, theirs }) : showOne({ ...shown, theirs })
    const own: TextHandle = {
      text: () => view.state.sliceDoc(),
      set: (insert) =>
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(insert) } }),
    }
    handle.current = own
    view.focus()
    return end
  }, [label, text, lineBreak, language, theirs, handle, isNarrow])
  return <div className={theirs ? 'compare-text' : 'text-host'} ref={host} />
}
