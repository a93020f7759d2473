import Papa from 'papaparse'
import { TEXT_INDEX_BYTES, TEXT_SOURCE_BYTES } from '#contract/core/limits.ts'
import { decoded, headOf, type Reader, tidied } from './text.ts'

/** Markup is larger than its text. */
const MARKUP_BYTES = 4 * TEXT_INDEX_BYTES
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

export const readPlain: Reader = async (source) => {
  const text = decoded(await headOf(source, TEXT_INDEX_BYTES))
  return text === null ? null : tidied(text, [], source.size <= TEXT_INDEX_BYTES)
}

/** The words of a table with its headings: the first row. */
export const readTable: Reader = async (source) => {
  const text = decoded(await headOf(source, TEXT_INDEX_BYTES))
  if (text === null) return null
  const delimiter = source.suffix === 'tsv' ? '\t' : ''
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: 1, skipEmptyLines: true, delimiter })
  return tidied(text, data[0] ?? [], source.size <= TEXT_INDEX_BYTES)
}

/** The text of a page, without tags, scripts and styles. */
export const readMarkup: Reader = async (source) => {
  const markup = decoded(await headOf(source, MARKUP_BYTES))
  return markup === null ? null : tidied(wordsOfMarkup(markup), [], source.size <= MARKUP_BYTES)
}

/** The text between tags; scripts and styles are left out, other tags are not interpreted. */
export function wordsOfMarkup(markup: string): string {
  const words: string[] = []
  let skipped: string | null = null
  for (const [whole, tag] of markup.matchAll(/<!--[\s\S]*?(?:-->|$)|<\/?([a-z][\w:-]*)[^<>]*>?|[^<]+|</gi)) {
    const name = tag?.toLowerCase()
    if (skipped) {
      if (whole.startsWith('</') && name === skipped) skipped = null
    } else if (name) {
      words.push(' ')
      if ((name === 'script' || name === 'style') && !whole.startsWith('</') && !whole.endsWith('/>')) skipped = name
    } else if (!whole.startsWith('<')) words.push(whole)
  }
  return words.join('').replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, number, hex, name) => {
    const code = number ? Number(number) : hex ? Number.parseInt(hex, 16) : null
    if (code !== null) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    return entities[String(name).toLowerCase()] ?? whole
  })
}

type Cell = { source?: string | string[]; outputs?: { text?: string | string[]; data?: Record<string, unknown> }[] }
const joined = (lines: unknown) => (Array.isArray(lines) ? lines.join('') : typeof lines === 'string' ? lines : '')

/** The cells of a notebook, and their output. */
export const readNotebook: Reader = async (source) => {
  if (source.size > TEXT_SOURCE_BYTES) return null
  const { cells = [] } = JSON.parse((await headOf(source, TEXT_SOURCE_BYTES)).toString()) as { cells?: Cell[] }
  const texts = cells.flatMap(({ source: lines, outputs = [] }) => [
    joined(lines),
    ...outputs.map(({ text, data }) => joined(text ?? data?.['text/plain'])),
  ])
  return tidied(texts.join('\n'))
}
