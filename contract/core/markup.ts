/*
 * Read by hand and by no library: the server reads these texts with every page, the settings form while somebody types,
 * and a parser of all of HTML with a cleaner behind it would be far more code than the few elements that are let
 * through. Pages load none of this: they draw the tree (`src/widgets/draw-markup.ts`).
 */

/** Elements that markup may hold; whatever else is written is left out, its text stays. */
const inline = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'span', 'code'] as const
const blocks = ['p', 'div', 'ul', 'ol', 'li', 'blockquote', 'h3', 'h4'] as const
const alone = ['br', 'hr'] as const
export type MarkupTag = (typeof inline)[number] | (typeof blocks)[number] | (typeof alone)[number]
/** A text, or an element; `href` only on `a`. */
export type MarkupNode = string | { tag: MarkupTag; href?: string; children: MarkupNode[] }
type Element = Exclude<MarkupNode, string>

const tags: ReadonlySet<string> = new Set<MarkupTag>([...inline, ...blocks, ...alone])
const isTag = (name: string): name is MarkupTag => tags.has(name)
const isBlock = (tag: MarkupTag): boolean => tag === 'hr' || (blocks as readonly string[]).includes(tag)
/** Whether an element can hold nothing. */
export const isAlone = (tag: MarkupTag): boolean => (alone as readonly string[]).includes(tag)
const isList = ({ tag }: Element): boolean => tag === 'ul' || tag === 'ol'
/** The page has its headings: those of a text go below them. */
const renamed: Readonly<Record<string, MarkupTag>> = { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4' }
/** Left out with all that is in them: it was never meant to be read. */
const MUTE = /^(script|style|iframe|object|noscript|template|textarea|title|svg|math|xmp)$/
/** What links say of themselves; we say it anew, so leaving it out is nothing to tell of. */
const FIXED_ATTRIBUTES = /^(target|rel)$/
const DEPTH_MAX = 20
const DROPPED_MAX = 10
const NAME_MAX = 40

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ensp: '\u2002', emsp: '\u2003' },
  ...{ copy: '©', reg: '®', trade: '™', middot: '·', bull: '•', mdash: '—', ndash: '–', hellip: '…' },
  ...{ laquo: '«', raquo: '»', ldquo: '“', rdquo: '”', lsquo: '‘', rsquo: '’', sect: '§' },
}
const isCharacter = (code: number) => code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex?: string, number?: string, name = '') => {
    const code = hex ? Number.parseInt(hex, 16) : Number(number)
    return isCharacter(code) ? String.fromCodePoint(code) : (entities[name] ?? whole)
  })

/** A text as markup that shows it. */
export const asMarkup = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Where a link may lead: another site, a mailbox, a telephone, a path of ours; null for everything else. */
function addressOf(written: string): string | null {
  const address = decoded(written).replace(/[\p{Cc}\s]+/gu, '')
  return /^(https?:\/\/|mailto:|tel:|\/(?![/\\]))/i.test(address) ? address : null
}

const ATTRIBUTE = /([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g
/** A comment, an element's beginning or end, text, or a `<` that is one. */
const PIECE = /<!--[\s\S]*?(?:-->|$)|<![^>]*>|<(\/?)([a-z][a-z0-9:-]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>|[^<]+|</gi

/** A tree that a browser's parser reads back as it is: what can't stand in something ends it first. */
function newTree() {
  const root: Element = { tag: 'div', children: [] }
  const open: Element[] = []
  const top = () => open.at(-1) ?? root
  /** Ends the innermost element of these, and what is open in it. */
  function end(isIt: (element: Element) => boolean): void {
    const at = open.findLastIndex(isIt)
    if (at >= 0) open.length = at
  }
  function add(node: MarkupNode): void {
    const isBlank = typeof node === 'string' && node.trim() === ''
    const isItem = typeof node === 'object' && node.tag === 'li'
    // A list holds items and nothing else.
    if (isList(top()) && !isBlank && !isItem) begin('li')
    top().children.push(node)
  }
  function begin(tag: MarkupTag, href?: string): void {
    const element: Element = { tag, ...(href && { href }), children: [] }
    if (isBlock(tag)) end((outer) => /^(p|h3|h4)$/.test(outer.tag))
    if (tag === 'a') end((outer) => outer.tag === 'a')
    if (tag === 'li') open.length = open.findLastIndex(isList) + 1
    add(element)
    if (!isAlone(tag)) open.push(element)
  }
  const mayBegin = (tag: MarkupTag) => open.length < DEPTH_MAX && (tag !== 'li' || open.some(isList))
  return { nodes: root.children, add, begin, end, mayBegin }
}

/**
 * Reads the markup of an administrator into a tree of the few elements that are shown, and tells what it leaves out.
 * Pages make elements of the tree; nothing that was written reaches a page as markup. Pure, on both sides the same.
 * A text without elements keeps its lines.
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
  function hrefIn(tag: MarkupTag, attributes: string): string | undefined {
    let href: string | undefined
    for (const [, written = '', ...values] of attributes.matchAll(ATTRIBUTE)) {
      const name = written.toLowerCase()
      const value = values.find((given) => given !== undefined) ?? ''
      const address = tag === 'a' && name === 'href' ? addressOf(value) : null
      if (address) href = address
      else if (!FIXED_ATTRIBUTES.test(name)) drop(name === 'href' ? `href="${value}"` : name)
    }
    return href
  }
  function take(isEnd: boolean, written: string, attributes: string): void {
    const name = renamed[written] ?? written
    if (!isTag(name)) drop(`<${written}>`)
    else if (isEnd) tree.end(({ tag }) => tag === name)
    else if (tree.mayBegin(name)) tree.begin(name, hrefIn(name, attributes))
    else drop(`<${written}>`)
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
