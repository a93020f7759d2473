import { CELL_CHARACTERS_MAX, TableFileError } from '../source.ts'

/**
 * What is heard of an XML text: names without prefix; `attributes` is the raw text behind the name, for
 * `attributeOf`. Texts come in pieces, without entities.
 */
export type Heard = {
  open: (name: string, attributes: string) => void
  text?: (text: string) => void
  close?: (name: string) => void
  /** Elements that are heard as a whole where they are written as `pattern` says, which is sticky. */
  whole?: { pattern: RegExp; hear: (found: RegExpExecArray) => void }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const LAST_CODE_POINT = 0x10ffff

/** A character by its number; U+0000 too, so that who reads the cell can refuse it by its place. */
function characterOf(number: string): string {
  const code = /^x[0-9a-f]+$/i.test(number) ? Number.parseInt(number.slice(1), 16) : Number.parseInt(number, 10)
  if (!(code >= 0 && code <= LAST_CODE_POINT)) throw new TableFileError('damaged')
  return String.fromCodePoint(code)
}

function entityOf(name: string): string {
  const known = ENTITIES[name]
  if (known) return known
  if (!name.startsWith('#')) throw new TableFileError('damaged')
  return characterOf(name.slice(1))
}

const withoutEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&([^;&]*);?/g, (_whole, name: string) => entityOf(name)) : text

const unprefixed = (name: string): string => {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

const patterns = new Map<string, RegExp>()
/** The value of an attribute, without entities; null when it is missing. `name` may be given with its prefix. */
export function attributeOf(attributes: string, name: string): string | null {
  let pattern = patterns.get(name)
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    patterns.set(name, pattern)
  }
  const match = pattern.exec(attributes)
  return match ? withoutEntities(match[1] ?? match[2] ?? '') : null
}

const SPECIAL: [begin: string, end: string][] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]
const [SPACE, SLASH] = [32, 47]

/** Length of the name at the beginning of a tag: up to a blank of any kind or a slash. */
function nameLength(tag: string): number {
  let length = 0
  for (; length < tag.length; length += 1) {
    const code = tag.charCodeAt(length)
    if (code <= SPACE || code === SLASH) break
  }
  return length
}

const [TAG_END, QUOTE, APOSTROPHE] = [62, 34, 39]

/** Where a tag ends: the first `>` outside of quotes; -1 when it is not here yet. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === TAG_END) return at
    if (code !== QUOTE && code !== APOSTROPHE) continue
    at = text.indexOf(text[at] as string, at + 1)
    if (at < 0) return -1
  }
  return -1
}

class Scanner {
  readonly #heard: Heard
  readonly #path: string[] = []
  #rest = ''
  #isOver = false

  constructor(heard: Heard) {
    this.#heard = heard
  }

  feed(piece: string): void {
    const text = this.#rest + piece
    const done = this.#scan(text)
    this.#rest = text.slice(done)
    // Neither a tag nor what stands between two is that long: somebody wants memory to be filled.
    if (this.#rest.length > CELL_CHARACTERS_MAX) throw new TableFileError('cellTooLong')
  }

  end(): void {
    if (!this.#isOver || this.#rest.trim()) throw new TableFileError('damaged')
  }

  #scan(text: string): number {
    let at = 0
    for (;;) {
      const begin = text.indexOf('<', at)
      if (begin < 0) return at
      if (begin > at && this.#path.length) this.#heard.text?.(withoutEntities(text.slice(at, begin)))
      const next = this.#whole(text, begin) || this.#tag(text, begin)
      // The text before an unfinished tag was heard already.
      if (next < 0) return begin
      at = next
    }
  }

  /** Where an element ends that is heard as a whole; 0 for any other one. */
  #whole(text: string, begin: number): number {
    const { whole } = this.#heard
    if (!whole || !this.#path.length) return 0
    whole.pattern.lastIndex = begin
    const found = whole.pattern.exec(text)
    if (found) whole.hear(found)
    return whole.pattern.lastIndex
  }

  /** Hears the tag that begins here; where it ends, or -1 when it does not end yet. */
  #tag(text: string, begin: number): number {
    const second = text[begin + 1]
    if (second === undefined) return -1
    if (second === '!' || second === '?') return this.#special(text, begin)
    const end = tagEnd(text, begin + 1)
    if (end < 0) return -1
    if (second === '/') this.#close(text.slice(begin + 2, end).trimEnd())
    else this.#open(text.slice(begin + 1, end))
    return end + 1
  }

  #open(tag: string): void {
    if (this.#isOver) throw new TableFileError('damaged')
    const isEmpty = tag.endsWith('/')
    const length = nameLength(tag)
    const full = tag.slice(0, length)
    this.#path.push(full)
    this.#heard.open(unprefixed(full), tag.slice(length, isEmpty ? -1 : undefined))
    if (isEmpty) this.#close(full)
  }

  #close(full: string): void {
    if (this.#path.pop() !== full) throw new TableFileError('damaged')
    this.#heard.close?.(unprefixed(full))
    if (!this.#path.length) this.#isOver = true
  }

  #special(text: string, begin: number): number {
    const kind = SPECIAL.find(([start]) => text.startsWith(start, begin))
    if (!kind) {
      // A document type could declare entities; no workbook has one.
      if (text.length - begin >= '<![CDATA['.length || text.startsWith('<!D', begin))
        throw new TableFileError('damaged')
      return -1
    }
    const end = text.indexOf(kind[1], begin + kind[0].length)
    if (end < 0) return -1
    if (kind[0] === '<![CDATA[') this.#heard.text?.(text.slice(begin + kind[0].length, end))
    return end + kind[1].length
  }
}

/** A scanner for XML that comes in pieces, made for the long flat parts of workbooks. Throws TableFileError. */
export const xmlScanner = (heard: Heard): { feed: (piece: string) => void; end: () => void } => new Scanner(heard)
