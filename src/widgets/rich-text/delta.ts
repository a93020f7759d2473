/*
 * Markup as Quill's operations and back. Quill's own reading and writing of HTML is not used: its export had a
 * cross-site-scripting fault, and what it writes is more than pages show.
 */
import { HEADERS, type MarkupNode, type MarkupTag, TextSize } from '#contract/core/markup.ts'

/** Formats of a line. `indent` is the depth of a list below the outermost one. */
type Line = { header?: number; list?: 'ordered' | 'bullet'; indent?: number; blockquote?: boolean }
/** Formats of a text. */
type Words = Partial<Record<'bold' | 'italic' | 'underline' | 'strike' | 'code', boolean>> & {
  script?: 'sub' | 'super'
  size?: string
  link?: string
}
export type Op = { insert: string | { divider: true }; attributes?: Line & Words }

const formats: Partial<Record<MarkupTag, Words>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  s: { strike: true },
  code: { code: true },
  small: { size: 'small' },
  sub: { script: 'sub' },
  sup: { script: 'super' },
}
const blocks: ReadonlySet<string> = new Set(['p', 'div', 'ul', 'ol', 'li', 'blockquote', ...HEADERS])

/** The line that a block makes of its content, within the line around it. */
function lineIn(tag: MarkupTag, outer: Line): Line {
  if (tag === 'ul' || tag === 'ol')
    return { list: tag === 'ol' ? 'ordered' : 'bullet', indent: outer.list ? (outer.indent ?? 0) + 1 : 0 }
  if (tag === 'blockquote') return { ...outer, blockquote: true }
  return /^h[1-6]$/.test(tag) ? { ...outer, header: Number(tag[1]) } : outer
}

/** Operations that write parsed markup into an empty editor. */
export function opsOf(nodes: readonly MarkupNode[]): Op[] {
  const ops: Op[] = []
  let isOpen = false
  const put = (insert: Op['insert'], attributes: Line & Words) => {
    const given = Object.entries(attributes).filter(([, value]) => value)
    ops.push(given.length ? { insert, attributes: Object.fromEntries(given) } : { insert })
  }
  const end = (line: Line) => {
    put('\n', line)
    isOpen = false
  }
  function write(text: string, words: Words): void {
    const collapsed = text.replace(/[ \t\r\n]+/g, ' ')
    const shown = isOpen ? collapsed : collapsed.replace(/^ /, '')
    if (!shown) return
    put(shown, words)
    isOpen = true
  }
  function take(node: MarkupNode, line: Line, words: Words): void {
    if (typeof node === 'string') return write(node, words)
    const { tag, href, size, children } = node
    if (tag === 'br') return end(line)
    const isBlock = tag === 'hr' || blocks.has(tag)
    if (isBlock && isOpen) end(line)
    if (tag === 'hr') return put({ divider: true }, {})
    const inner = isBlock ? lineIn(tag, line) : line
    const spoken = { ...words, ...formats[tag], ...(href && { link: href }), ...(size && { size }) }
    for (const child of children) take(child, inner, spoken)
    if (isBlock && isOpen) end(inner)
  }
  for (const node of nodes) take(node, {}, {})
  if (isOpen || ops.length === 0) end({})
  return ops
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function wordsOf(text: string, words: Words): string {
  const { script, link, size } = words
  const tags: [is: unknown, tag: string][] = [
    [script, script === 'sub' ? 'sub' : 'sup'],
    [words.code, 'code'],
    [words.strike, 's'],
    [words.underline, 'u'],
    [words.italic, 'i'],
    [words.bold, 'b'],
  ]
  const formatted = tags.reduce((inner, [is, tag]) => (is ? `<${tag}>${inner}</${tag}>` : inner), escaped(text))
  const isSized = TextSize.some((one) => one === size)
  const sized = isSized ? `<span class="size-${size}">${formatted}</span>` : formatted
  return link ? `<a href="${escaped(link).replace(/"/g, '&quot;')}">${sized}</a>` : sized
}

type Written = { html: string; line: Line; isDivider?: boolean }

function linesOf(ops: readonly Op[]): Written[] {
  const lines: Written[] = []
  let html = ''
  for (const { insert, attributes = {} } of ops) {
    if (typeof insert !== 'string') {
      lines.push({ html: '', line: {}, isDivider: true })
      continue
    }
    for (const [at, text] of insert.split('\n').entries()) {
      if (at > 0) {
        lines.push({ html, line: attributes })
        html = ''
      }
      if (text) html += wordsOf(text, attributes)
    }
  }
  if (html) lines.push({ html, line: {} })
  return lines
}

/** Items of lists that follow each other, nested by their depth. */
function listsOf(items: readonly Written[]): string {
  const open: string[] = []
  let html = ''
  const close = () => {
    html += `</li></${open.pop()}>`
  }
  for (const { html: text, line } of items) {
    const tag = line.list === 'ordered' ? 'ol' : 'ul'
    const depth = (line.indent ?? 0) + 1
    while (open.length > depth || (open.length === depth && open.at(-1) !== tag)) close()
    if (open.length === depth) html += '</li>'
    while (open.length < depth) {
      html += `<${tag}>`
      open.push(tag)
      if (open.length < depth) html += '<li>'
    }
    html += `<li>${text}`
  }
  while (open.length) close()
  return html
}

const kindOf = ({ line, isDivider }: Written): 'list' | 'quote' | 'block' => {
  if (line.list && !isDivider) return 'list'
  return line.blockquote && !isDivider ? 'quote' : 'block'
}

function blockOf({ html, line, isDivider }: Written): string {
  if (isDivider) return '<hr>'
  const tag = line.header ? `h${line.header}` : 'p'
  return `<${tag}>${html || '<br>'}</${tag}>`
}

/** The markup of an editor's content; a single plain line gets no paragraph, and no content is ''. */
export function markupOf(ops: readonly Op[]): string {
  const lines = linesOf(ops)
  while (lines.at(-1)?.html === '' && !lines.at(-1)?.isDivider) lines.pop()
  const [only] = lines
  if (only && lines.length === 1 && kindOf(only) === 'block' && !only.isDivider && !only.line.header) return only.html
  let markup = ''
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at] as Written)
    const next = kind === 'block' ? at + 1 : lines.findIndex((line, i) => i > at && kindOf(line) !== kind)
    const group = lines.slice(at, next < 0 ? undefined : next)
    at += group.length
    if (kind === 'list') markup += listsOf(group)
    else if (kind === 'quote') markup += `<blockquote>${group.map(({ html }) => html).join('<br>')}</blockquote>`
    else markup += group.map(blockOf).join('')
  }
  return markup
}
