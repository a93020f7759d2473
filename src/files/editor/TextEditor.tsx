import { MergeView } from '@codemirror/merge'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { type RefObject, useEffect, useRef } from 'react'
import { codeColours } from '../../preview/code-colours.ts'
import { codeLook } from '../../preview/code-look.ts'

/** The text as it stands, or another one in its place. */
export type TextHandle = { text: () => string; set: (text: string) => void }
type Props = {
  label: string
  text: string
  lineBreak: string
  language: Extension
  /** What somebody else wrote, to be merged: it stands on the left, what is edited on the right. */
  theirs: { text: string; label: string; take: string } | null
  handle: RefObject<TextHandle | null>
  onChange: () => void
  onSave: () => void
}

/** A text that is edited. It is the editor's own: what is drawn anew leaves it alone. */
export function TextEditor({ label, text, lineBreak, language, theirs, handle, onChange, onSave }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const told = useRef({ onChange, onSave })
  told.current = { onChange, onSave }
  useEffect(() => {
    if (!host.current) return
    const save = () => {
      told.current.onSave()
      return true
    }
    const shared = [codeColours, basicSetup, codeLook, language, EditorView.lineWrapping]
    const mine = [
      ...shared,
      EditorState.lineSeparator.of(lineBreak),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && told.current.onChange()),
      Prec.highest(keymap.of([{ key: 'Mod-s', preventDefault: true, run: save }])),
    ]
    // What was typed goes over into the view that shows both.
    const doc = handle.current?.text() ?? text
    const parent = host.current
    const merge = theirs
      ? new MergeView({
          parent,
          a: {
            doc: theirs.text,
            extensions: [
              ...shared,
              EditorState.readOnly.of(true),
              EditorView.contentAttributes.of({ 'aria-label': theirs.label }),
            ],
          },
          b: { doc, extensions: [...mine, EditorState.phrases.of({ 'Revert this chunk': theirs.take })] },
          revertControls: 'a-to-b',
        })
      : null
    const view = merge?.b ?? new EditorView({ parent, state: EditorState.create({ doc, extensions: mine }) })
    const own: TextHandle = {
      text: () => view.state.sliceDoc(),
      set: (insert) =>
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(insert) } }),
    }
    handle.current = own
    view.focus()
    return () => (merge ?? view).destroy()
  }, [label, text, lineBreak, language, theirs, handle])
  return <div className={theirs ? 'compare-text' : 'text-host'} ref={host} />
}
