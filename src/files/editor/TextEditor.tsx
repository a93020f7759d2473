import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { type RefObject, useEffect, useRef } from 'react'
import { codeColours } from '../../widgets/code-colours.ts'
import { codeLook } from '../../widgets/code-look.ts'
import '../../widgets/text-diff.css'
import { useNarrow } from '../../widgets/viewport.ts'

/** Reads or replaces the current text. */
export type TextHandle = { text: () => string; set: (text: string) => void }
/** The other version in a merge, with its labels: for taking a change, and for folded unchanged lines. */
type Theirs = { text: string; label: string; take: string; folded: string }
type Props = {
  label: string
  text: string
  lineBreak: string
  language: Extension
  /** Another user's version to merge: shown at the left, or inline above the edited lines. */
  theirs: Theirs | null
  handle: RefObject<TextHandle | null>
  onChange: () => void
  onSave: () => void
}
/** Unchanged parts of a long text are folded. */
const folding = { collapseUnchanged: { margin: 3, minSize: 6 } }
type Shown = { parent: HTMLElement; doc: string; mine: Extension[]; shared: Extension[]; theirs: Theirs | null }

/** Shows one editor; with `theirs`, as a unified diff for narrow screens. */
function showOne({ parent, doc, mine, theirs }: Shown) {
  const takeTheirs = (type: 'accept' | 'reject', act: (event: MouseEvent) => void) => {
    if (type === 'accept' || !theirs) return document.createElement('span')
    return Object.assign(document.createElement('button'), { type: 'button', textContent: theirs.take, onclick: act })
  }
  const over = theirs ? unifiedMergeView({ original: theirs.text, mergeControls: takeTheirs, ...folding }) : []
  const view = new EditorView({ parent, state: EditorState.create({ doc, extensions: [mine, over] }) })
  return { view, end: () => view.destroy() }
}

/** Shows two texts side by side; the right one can be edited. */
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

/** A CodeMirror editor. It keeps the text itself; re-rendering does not change it. */
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
    // The typed text is carried over when the view changes.
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
