import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import DOMPurify from 'dompurify'
import { languageOf } from '../../preview/languages.ts'
import { markdownHtml } from '../../preview/markdown-html.ts'
import { codeColours } from '../../widgets/code-colours.ts'
import { element, removeLinks } from '../elements.ts'
import { type Cell, type Output, parseNotebook, shownOf } from '../notebook.ts'
import type { Show } from '../talk.ts'

/** Maximum number of cells with syntax colouring, because each one is an editor. */
const COLOURED_MAX = 300
const TEXT_MAX = 200_000
/** The file suffix for a notebook's language name. */
const suffixes: Readonly<Record<string, string>> = {
  python: 'py',
  r: 'r',
  R: 'r',
  julia: 'jl',
  javascript: 'js',
  typescript: 'ts',
  scala: 'scala',
  sql: 'sql',
  bash: 'sh',
}

/**
 * HTML from the file, sanitized even though scripts cannot run in this frame, so that it cannot imitate other content.
 */
function markup(html: string, className: string): HTMLElement {
  const box = element('div', { className })
  box.innerHTML = DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'form', 'input', 'iframe', 'button'] })
  removeLinks(box)
  return box
}
async function markdown(source: string, className: string): Promise<HTMLElement> {
  const box = element('div', { className })
  box.innerHTML = await markdownHtml(source)
  removeLinks(box)
  return box
}
const text = (content: string, className: string) => element('pre', { className, text: content.slice(0, TEXT_MAX) })

function picture(type: string, content: string): HTMLElement {
  const image = element('img')
  image.alt = ''
  image.src =
    type === 'image/svg+xml'
      ? `data:${type},${encodeURIComponent(content)}`
      : `data:${type};base64,${content.replaceAll(/\s/g, '')}`
  return image
}

async function outputElement(output: Output): Promise<HTMLElement | null> {
  const shown = shownOf(output)
  if (!shown) return null
  const { type, content } = shown
  if (type.startsWith('image/')) return picture(type, content)
  if (type === 'text/html') return markup(content, 'output')
  if (type === 'text/markdown' || type === 'text/latex') return markdown(content, 'output')
  return text(content, type === 'error' ? 'output error' : 'output')
}

function codeElement(source: string, language: Awaited<ReturnType<typeof languageOf>> | null): HTMLElement {
  if (!language) return text(source, 'code')
  const host = element('div', { className: 'code' })
  const extensions = [
    codeColours,
    language,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
  ]
  new EditorView({ parent: host, state: EditorState.create({ doc: source, extensions }) })
  return host
}

/** Shows a Jupyter notebook with its stored outputs; nothing is executed. */
export const show: Show = async ({ root, read }) => {
  const { cells, metadata } = parseNotebook(new TextDecoder().decode(await read()))
  const language = await languageOf(suffixes[metadata.language_info?.name ?? ''] ?? '')
  const page = element('article', { className: 'notebook' })
  page.tabIndex = 0
  const cellElement = async ({ cell_type, source, execution_count, outputs }: Cell, at: number) => {
    if (cell_type === 'markdown') return markdown(source, 'cell markdown')
    if (cell_type !== 'code') return text(source, 'cell')
    return element(
      'section',
      { className: 'cell' },
      element('span', { className: 'count', text: `[${execution_count ?? ' '}]` }),
      codeElement(source, at < COLOURED_MAX ? language : null),
      ...(await Promise.all(outputs.map(outputElement))).filter((one) => one !== null),
    )
  }
  page.append(...(await Promise.all(cells.map(cellElement))))
  root.replaceChildren(page)
}
