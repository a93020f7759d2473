import Delta from 'quill-delta'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import ReactQuill, { type Quill as Engine } from 'react-quill'
import { readMarkup } from '#contract/core/markup.ts'
import 'react-quill/dist/quill.core.css'
import { markupOf, type Op, opsOf } from './delta.ts'
import { Toolbar } from './Toolbar.tsx'

const { Quill } = ReactQuill
const BlockEmbed = Quill.import('blots/block/embed') as new () => object
/** A rule between two paragraphs. */
class Divider extends BlockEmbed {
  static blotName = 'divider'
  static tagName = 'HR'
}
Quill.register('formats/divider', Divider)

/** The supported formats; pictures, formulas and videos are excluded. */
const FORMATS = [
  ...['bold', 'italic', 'underline', 'strike', 'code', 'script', 'size', 'link'],
  ...['header', 'list', 'indent', 'blockquote', 'divider'],
]
/** Tab leaves the editor, as it leaves every field; dropped pictures are not taken. */
const MODULES = {
  toolbar: false,
  keyboard: { bindings: { tab: null, indent: null, outdent: null, 'remove tab': null } },
  uploader: { mimetypes: [] },
}

type Props = {
  label: string
  lang: string
  id?: string
  placeholder: string
  /** Markup at first; later changes of it are not looked at. */
  value: string
  onChange: (markup: string) => void
  end: ReactNode
}

/** Quill behind our toolbar; it reads and writes markup with `delta.ts`, never HTML. */
export default function Editor({ label, lang, id, placeholder, value, onChange, end }: Props) {
  const view = useRef<ReactQuill>(null)
  const [quill, setQuill] = useState<Engine>()
  const [first] = useState(() => new Delta(opsOf(readMarkup(value).nodes)))
  useEffect(() => setQuill(view.current?.getEditor()), [])
  useEffect(() => {
    if (!quill) return
    const attributes = { id, lang, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label }
    for (const [name, written] of Object.entries(attributes)) if (written) quill.root.setAttribute(name, written)
  }, [quill, id, lang, label])
  return (
    <div className="rich-text">
      <div className="rich-text-tools">
        {quill && <Toolbar quill={quill} />}
        {end}
      </div>
      <ReactQuill
        ref={view}
        theme="default"
        formats={FORMATS}
        modules={MODULES}
        placeholder={placeholder}
        defaultValue={first}
        onChange={(_html, _delta, source, { getContents }) => {
          if (source === 'user') onChange(markupOf(getContents().ops as Op[]))
        }}
      />
    </div>
  )
}
