import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, type EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { type RefObject, useEffect, useRef } from 'react'
import type { SqlPlace } from '#contract/queries/answer.ts'
import { codeColours } from '../../../src/widgets/code-colours.ts'
import { codeLook } from '../../../src/widgets/code-look.ts'
import { completingNames, type SqlNames } from './sql-completion.ts'

/** Replaces the text and selects it, so that typing replaces it; or inserts text behind the selection. */
export type SqlTextHandle = { set: (text: string) => void; insert: (text: string) => void }
type Props = {
  label: string
  text: string
  names: SqlNames
  /** The problem and its position. */
  problem: { sentence: string; at: SqlPlace } | null
  handle: RefObject<SqlTextHandle | null>
  onChange: (text: string) => void
  onRun: () => void
}

/** SQL whose keywords and names are completed. */
const languageOf = (names: SqlNames) => [
  sql({ dialect: PostgreSQL }),
  PostgreSQL.language.data.of({ autocomplete: completingNames(names) }),
]

/** The place of a line and a column; the end of the text for one that is not there. */
function offsetOf({ doc }: EditorState, { line, column }: SqlPlace): number {
  if (line > doc.lines) return doc.length
  const { from, to, text } = doc.line(line)
  return Math.min(to, from + [...text].slice(0, column - 1).join('').length)
}

/** An editor of SQL that completes the names of the sources. It keeps the text itself; `text` is what it begins with. */
export function SqlText({ label, text, names, problem, handle, onChange, onRun }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const language = useRef(new Compartment())
  const handlers = useRef({ onChange, onRun, text, names })
  handlers.current = { onChange, onRun, text, names }
  useEffect(() => {
    if (!host.current) return
    const run = () => {
      handlers.current.onRun()
      return true
    }
    const own = new EditorView({
      parent: host.current,
      doc: handlers.current.text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', preventDefault: true, run }])),
        codeColours,
        basicSetup,
        codeLook,
        language.current.of(languageOf(handlers.current.names)),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) handlers.current.onChange(state.sliceDoc())
        }),
      ],
    })
    view.current = own
    handle.current = {
      set: (insert) => {
        const changes = { from: 0, to: own.state.doc.length, insert }
        own.dispatch({ changes, selection: { anchor: 0, head: insert.length } })
        own.focus()
      },
      insert: (insert) => {
        // A name goes behind what is selected, above all behind the text that the view begins with.
        const from = own.state.selection.main.to
        own.dispatch({ changes: { from, insert }, selection: { anchor: from + insert.length } })
        own.focus()
      },
    }
    return () => own.destroy()
  }, [label, handle])
  useEffect(() => {
    view.current?.dispatch({ effects: language.current.reconfigure(languageOf(names)) })
  }, [names])
  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const from = problem ? offsetOf(editor.state, problem.at) : 0
    const word = problem ? /^[\p{L}\p{N}_]+/u.exec(editor.state.sliceDoc(from, from + 100))?.[0] : undefined
    const to = Math.min(editor.state.doc.length, from + (word?.length ?? 1))
    const found = problem ? [{ from, to, severity: 'error' as const, message: problem.sentence }] : []
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [problem])
  return <div className="sql-text" ref={host} />
}
