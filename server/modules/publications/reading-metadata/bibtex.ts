import { METADATA_TEXT_MAX } from '#contract/publications.ts'
import { Failure } from '#server/failure.ts'
import { type Found, lineOf, namedPerson, nothingFound, organisationOf, spdxOf } from './found.ts'
import { decodeTex } from './tex.ts'

type Entry = { type: string; fields: Map<string, string> }
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads the entries of a BibTeX text, one character after the other. */
class Reader {
  #at = 0
  readonly #source: string
  readonly #macros = new Map(MONTHS.map((month, i) => [month, String(i + 1)]))
  constructor(source: string) {
    this.#source = source
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#source) ?? []
    if (found !== undefined) this.#at += found.length
    return found ?? null
  }
  #skip = () => void this.#take(/\s*/y)

  /** The next entry; null at the end, or for what is no BibTeX. */
  next(): Entry | null {
    for (;;) {
      const at = this.#source.indexOf('@', this.#at)
      if (at < 0) return null
      this.#at = at + 1
      const type = this.#take(/[A-Za-z]+/y)?.toLowerCase()
      this.#skip()
      if (!type || !this.#take(/[{(]/y) || type === 'comment' || type === 'preamble') continue
      if (type === 'string') this.#fields().forEach((value, name) => void this.#macros.set(name, value))
      else if (this.#take(/[^,{}()"=]*,/y) !== null) return { type, fields: this.#fields() }
    }
  }

  #fields(): Map<string, string> {
    const fields = new Map<string, string>()
    for (;;) {
      this.#skip()
      const name = this.#take(/[A-Za-z][\w:+-]*/y)?.toLowerCase()
      this.#skip()
      if (!name || this.#take(/=/y) === null) return fields
      fields.set(name, this.#value())
      this.#skip()
      if (this.#take(/,/y) === null) return fields
    }
  }

  #value(): string {
    let whole = ''
    do {
      this.#skip()
      const word = this.#take(/[A-Za-z0-9][\w:.-]*/y)
      whole += word === null ? this.#quoted() : (this.#macros.get(word.toLowerCase()) ?? word)
      // Macros that name each other could grow without an end.
      if (whole.length > METADATA_TEXT_MAX) throw new Failure('publicationMetadataUnreadable')
      this.#skip()
    } while (this.#take(/#/y) !== null)
    return whole
  }

  #quoted(): string {
    const end = this.#take(/["{]/y) === '"' ? '"' : '}'
    const begin = this.#at
    for (let depth = 0; this.#at < this.#source.length; this.#at += 1) {
      const char = this.#source[this.#at]
      if (char === '\\') this.#at += 1
      else if (depth === 0 && char === end) {
        this.#at += 1
        return this.#source.slice(begin, this.#at - 1)
      } else if (char === '{') depth += 1
      else if (char === '}') depth -= 1
    }
    return this.#source.slice(begin)
  }
}

const READ = new Set([
  'title',
  'author',
  'abstract',
  'keywords',
  'keyword',
  'doi',
  'url',
  'language',
  'langid',
  'license',
  'copyright',
])
/** The authors of a list, which `and` divides outside of braces. */
function authorsIn(list: string): string[] {
  const authors = ['']
  let depth = 0
  for (const piece of list.split(/( and )/i)) {
    const isDivider = depth === 0 && /^ and $/i.test(piece)
    if (isDivider) authors.push('')
    else authors.push(`${authors.pop() ?? ''}${piece}`)
    for (const char of piece) depth += char === '{' ? 1 : char === '}' ? -1 : 0
  }
  return authors
}

/** Reads the first entry of a BibTeX text; null if it is not BibTeX. Throws publicationMetadataUnreadable. */
export function bibtexFound(source: string): Found | null {
  const reader = new Reader(source)
  const entry = reader.next()
  if (!entry?.fields.size) return null
  const { type, fields } = entry
  const said = (name: string) => lineOf(decodeTex(fields.get(name) ?? ''))
  const found = nothingFound()
  const lang = said('langid') || said('language')
  found.titles = [{ text: said('title'), lang }]
  found.descriptions = [{ text: said('abstract'), lang }]
  found.keywords = (said('keywords') || said('keyword'))
    .split(/\s*[,;，；、]\s*/)
    .filter(Boolean)
    .map((text) => ({ text, lang: '' }))
  found.authors = authorsIn((fields.get('author') ?? '').replace(/\s+/g, ' ')).flatMap((author) => {
    const name = lineOf(decodeTex(author))
    if (!name || name === 'others') return []
    // A name in separate braces is not split.
    return /^\s*\{.*\}\s*$/s.test(author) ? [organisationOf(name)] : [namedPerson(name)]
  })
  found.language = lang
  found.licence = spdxOf(said('license') || said('copyright'))
  const isPaper = !['dataset', 'misc', 'software', 'data', 'online'].includes(type)
  const relation = isPaper ? 'IsSupplementTo' : 'IsVersionOf'
  const title = found.titles[0]?.text ?? ''
  const [doi, url] = [said('doi'), fields.get('url')?.trim() ?? '']
  if (doi) found.related.push({ scheme: 'DOI', identifier: doi, relation, title })
  else if (url) found.related.push({ scheme: 'URL', identifier: lineOf(url), relation, title })
  found.omitted = [...fields.keys()].filter((name) => !READ.has(name))
  for (let other = reader.next(); other; other = reader.next()) found.omitted.push(`@${other.type}`)
  return found
}
