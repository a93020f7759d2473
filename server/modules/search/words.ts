import { folded, type Wanted, wantedOf } from '#server/modules/renditions/index.ts'

/** Most words in one search (our choice). */
const SEARCH_WORDS_MAX = 10

/** The words of a search in the form that each place needs. */
export type Words = {
  /** As typed (NFC), for names. */
  typed: string[]
  /** Case-folded and normalized, for metadata. */
  folded: string[]
  /** Folded, without punctuation around them, for texts; punctuation inside a word stays. */
  terms: string[]
  /** Keys of a text that contains all words; none when they are only punctuation. */
  wanted: Wanted[]
  /** The same when the last word may be incomplete. */
  beginning: Wanted[]
}

const TERM = /[\p{L}\p{M}\p{N}]+(?:[_\-./:@+]+[\p{L}\p{M}\p{N}]+)*/gu

/** Splits a search text into words at white space. */
export function wordsOf(q: string): Words {
  const few = (words: string[] | null) => [...new Set(words ?? [])].slice(0, SEARCH_WORDS_MAX)
  const split = (text: string) => few(text.split(/\s+/u).filter(Boolean))
  return {
    typed: split(q.normalize('NFC')),
    folded: split(folded(q)),
    terms: few(folded(q).match(TERM)),
    wanted: wantedOf(q, false),
    beginning: wantedOf(q, true),
  }
}

/** Length of an excerpt in characters, and how much of it precedes the first word. */
export const PIECE = { length: 160, before: 40 } as const

/** The folded text, and for each of its characters the start and end in the original text. */
function foldedByPlace(text: string): { low: string; from: number[]; to: number[] } {
  const [from, to]: [number[], number[]] = [[], []]
  let low = ''
  let at = 0
  for (const character of text) {
    const one = folded(character)
    for (let i = 0; i < one.length; i += 1) {
      from.push(at)
      to.push(at + character.length)
    }
    low += one
    at += character.length
  }
  return { low, from, to }
}

/**
 * Positions of words in an excerpt, `[from, to)` in order, without overlaps; the words are folded, the excerpt is not.
 */
export function highlightsIn(piece: string, words: readonly string[]): [number, number][] {
  const { low, from, to } = foldedByPlace(piece)
  const found = words.flatMap((word) => {
    const highlights: [number, number][] = []
    for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + word.length))
      highlights.push([from[at] ?? 0, to[at + word.length - 1] ?? 0])
    return highlights
  })
  const highlights: [number, number][] = []
  for (const [first, end] of found.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = highlights.at(-1)
    if (last && first <= last[1]) last[1] = Math.max(last[1], end)
    else highlights.push([first, end])
  }
  return highlights
}

/** The excerpt around the first of these words that the text contains. */
export function pieceOf(text: string, words: readonly string[]): string {
  const [first] = highlightsIn(text, words)
  const from = Math.max(0, (first?.[0] ?? 0) - PIECE.before)
  const piece = text.slice(from, from + PIECE.length)
  return `${from > 0 ? '…' : ''}${piece}${from + PIECE.length < text.length ? '…' : ''}`.toWellFormed()
}

/** The excerpt with the positions of the words. */
export function around(text: string, words: readonly string[]): { piece: string; highlights: [number, number][] } {
  const piece = pieceOf(text, words)
  return { piece, highlights: highlightsIn(piece, words) }
}
