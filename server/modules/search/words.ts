import { folded, type Wanted, wantedOf } from '#server/modules/renditions/index.ts'

/** Words that are looked for at once (our choice). */
const SEARCH_WORDS_MAX = 10

/** What somebody looks for, as each place has it. */
export type Words = {
  /** As they were typed, for names: those keep their forms (NFC). */
  typed: string[]
  /** Without case and in one form, for metadata. */
  folded: string[]
  /** The same without the signs around them, for texts: what is joined by a sign stays together. */
  terms: string[]
  /** Keys of a text that holds all of them; none when they are signs alone. */
  wanted: Wanted[]
  /** The same while the last word may go on. */
  beginning: Wanted[]
}

const TERM = /[\p{L}\p{M}\p{N}]+(?:[_\-./:@+]+[\p{L}\p{M}\p{N}]+)*/gu

/** The words of a search text: what stands between blanks. */
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

/** Length of a piece in characters, and how much of it stands before the first word. */
export const PIECE = { length: 160, before: 40 } as const

/** A text as words are compared, and for each place in it where that character begins and ends in the text itself. */
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

/** Where words stand in a piece, `[from, to)` in order, none within another; they are folded, the piece is not. */
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

/** The part of a text around the first of these words that stands in it. */
export function pieceOf(text: string, words: readonly string[]): string {
  const [first] = highlightsIn(text, words)
  const from = Math.max(0, (first?.[0] ?? 0) - PIECE.before)
  const piece = text.slice(from, from + PIECE.length)
  return `${from > 0 ? '…' : ''}${piece}${from + PIECE.length < text.length ? '…' : ''}`.toWellFormed()
}

/** The same with where the words stand in it. */
export function around(text: string, words: readonly string[]): { piece: string; highlights: [number, number][] } {
  const piece = pieceOf(text, words)
  return { piece, highlights: highlightsIn(piece, words) }
}
