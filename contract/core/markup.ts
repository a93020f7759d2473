/*
 * A hand-written parser instead of a library: the server parses these texts with every page, the settings form on every
 * key press, and a full HTML parser with a sanitizer would be far more code than these few elements need. Pages do not
 * load this file: they draw the tree (`src/widgets/draw-markup.ts`).
 */

/** Allowed elements; other elements are removed, and their text is kept. */
const inline = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'span', 'code'] as const
export const HEADERS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
const blocks = ['p', 'div', 'ul', 'ol', 'li', 'blockquote', ...HEADERS] as const
const alone = ['br', 'hr'] as const
export type MarkupTag = (typeof inline)[number] | (typeof blocks)[number] | (typeof alone)[number]
/** Sizes of text beside the normal one; `class="size-large"` of a `span` in markup. Source: spec section 9. */
export const TextSize = ['small', 'large', 'huge'] as const
export type TextSize = (typeof TextSize)[number]
/** A text or an element; `href` only on `a`, `size` only on `span`. */
export type MarkupNode = string | { tag: MarkupTag; href?: string; size?: TextSize; children: MarkupNode[] }
type Element = Exclude<MarkupNode, string>

const tags: ReadonlySet<string> = new Set<MarkupTag>([...inline, ...blocks, ...alone])
const isTag = (name: string): name is MarkupTag => tags.has(name)
const isBlock = (tag: MarkupTag): boolean => tag === 'hr' || (blocks as readonly string[]).includes(tag)
/** Whether an element is a void element, without children. */
export const isAlone = (tag: MarkupTag): boolean => (alone as readonly string[]).includes(tag)
const isList = ({ tag }: Element): boolean => tag === 'ul' || tag === 'ol'
/** Elements that are removed together with their content, because it is not readable text. */
const MUTE = /^(script|style|iframe|object|noscript|template|textarea|title|svg|math|xmp)$/
/** Attributes that the page sets itself on links; removing them is not reported. */
const FIXED_ATTRIBUTES = /^(target|rel)$/
const DEPTH_MAX = 20
type Kept = Pick<Element, 'href' | 'size'>
const DROPPED_MAX = 10
const NAME_MAX = 40

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ensp: '\u2002',
  emsp: '\u2003',
  copy: '©',
  reg: '®',
  trade: '™',
  middot: '·',
  bull: '•',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  laquo: '«',
  raquo: '»',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  sect: '§',
}
const isCharacter = (code: number) => code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex?: string, number?: string, name = '') => {
    const code = hex ? Number.parseInt(hex, 16) : Number(number)
    return isCharacter(code) ? String.fromCodePoint(code) : (entities[name] ?? whole)
  })

const sizeOf = (written: string): TextSize | undefined => TextSize.find((size) => written === `size-${size}`)

/** Escapes a text so that it is shown as written. */
export const asMarkup = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/**
 * The address of a link, if it is allowed: another site, a mailbox, a telephone, a path of this site; otherwise null.
 */
export function addressOf(written: string): string | null {
  const address = decoded(written).replace(/[\p{Cc}\s]+/gu, '')
  return /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(address) ? address : null
}

const ATTRIBUTE = /([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g
/** A comment, a start or end tag, text, or a single `<`. */
const PIECE = /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<(\/?)([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>|[^<]+|</gi

/**
 * Builds a tree that a browser's parser would read back unchanged: an element that may not contain the next one is
 * closed.
 */
function newTree() {
  const root: Element = { tag: 'div', children: [] }
  const open: Element[] = []
  const top = () => open.at(-1) ?? root
  /** Closes the innermost matching element and all elements open inside it. */
  function end(isIt: (element: Element) => boolean): void {
    const at = open.findLastIndex(isIt)
    if (at >= 0) open.length = at
  }
  function add(node: MarkupNode): void {
    const isBlank = typeof node === 'string' && node.trim() === ''
    const isItem = typeof node === 'object' && node.tag === 'li'
    // A list contains only items: other content is wrapped in one.
    if (isList(top()) && !isBlank && !isItem) begin('li')
    top().children.push(node)
  }
  function begin(tag: MarkupTag, kept: Kept = {}): void {
    const element: Element = { tag, ...kept, children: [] }
    if (isBlock(tag)) end((outer) => /^(p|h[1-6])$/.test(outer.tag))
    if (tag === 'a') end((outer) => outer.tag === 'a')
    if (tag === 'li') open.length = open.findLastIndex(isList) + 1
    add(element)
    if (!isAlone(tag)) open.push(element)
  }
  const mayBegin = (tag: MarkupTag) => open.length < DEPTH_MAX && (tag !== 'li' || open.some(isList))
  return { nodes: root.children, add, begin, end, mayBegin }
}

/**
 * Parses an administrator's markup into a tree of allowed elements and reports what it dropped. Pages create elements
 * from the tree, so raw markup never reaches a page. Pure, the same on both sides. A text without elements keeps its
 * line breaks.
 */
export function readMarkup(text: string): { nodes: MarkupNode[]; dropped: string[] } {
  const tree = newTree()
  const dropped = new Set<string>()
  const drop = (what: string) => dropped.add(what.length > NAME_MAX ? `${what.slice(0, NAME_MAX)}…` : what)
  const hasElements = /<[a-z]/i.test(text)

  function write(words: string): void {
    if (hasElements) return tree.add(decoded(words))
    for (const [at, line] of words.split(/\r?\n/).entries()) {
      if (at > 0) tree.begin('br')
      if (line) tree.add(decoded(line))
    }
  }
  function keptOf(tag: MarkupTag, attributes: string): Kept {
    const kept: Kept = {}
    for (const [, written = '', ...values] of attributes.matchAll(ATTRIBUTE)) {
      const name = written.toLowerCase()
      const value = values.find((given) => given !== undefined) ?? ''
      const href = tag === 'a' && name === 'href' ? addressOf(value) : null
      const size = tag === 'span' && name === 'class' ? sizeOf(value) : undefined
      if (href) kept.href = href
      else if (size) kept.size = size
      else if (!FIXED_ATTRIBUTES.test(name)) drop(name === 'href' ? `href="${value}"` : name)
    }
    return kept
  }
  function take(isEnd: boolean, name: string, attributes: string): void {
    if (!isTag(name)) drop(`<${name}>`)
    else if (isEnd) tree.end(({ tag }) => tag === name)
    else if (tree.mayBegin(name)) tree.begin(name, keptOf(name, attributes))
    else drop(`<${name}>`)
  }

  const piece = new RegExp(PIECE)
  for (let found = piece.exec(text); found; found = piece.exec(text)) {
    const [whole, slash, name, attributes = ''] = found
    const tag = name?.toLowerCase()
    if (tag) take(slash === '/', tag, attributes)
    else if (!whole.startsWith('<!')) write(whole)
    if (!tag || slash || !MUTE.test(tag)) continue
    const rest = text.slice(piece.lastIndex).search(new RegExp(`</${tag}`, 'i'))
    piece.lastIndex = rest < 0 ? text.length : piece.lastIndex + rest
  }
  return { nodes: tree.nodes, dropped: [...dropped].slice(0, DROPPED_MAX) }
}
