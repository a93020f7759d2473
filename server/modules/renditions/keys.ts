/** Most search keys (words and pairs of characters) of one content (our choice). */
export const TEXT_KEYS_MAX = 20_000

/**
 * Scripts without spaces between words, which are split into pairs of characters; other words are letters and digits.
 */
const CJK = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}'
const RUN = new RegExp(`[${CJK}]+|[[\\p{L}\\p{M}\\p{N}]--[${CJK}]]+`, 'gv')
const IS_CJK = new RegExp(`^[${CJK}]`, 'v')
/** Only the first characters of a word are indexed; longer ones are not searched for. */
const WORD_MAX = 40
/** Most bytes of the keys of one content: PostgreSQL stores less than a mebibyte in one tsvector. */
const KEYS_BYTES = 900_000
/** Bytes that PostgreSQL and the prefix of a space add to each key. */
const KEY_EXTRA_BYTES = 15

/** Origin of a word: the text, or a column heading of a table. */
export type KeyKind = 't' | 'c'

/** The form in which words are compared: NFKC and lower case. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Splits a text into runs of one script. */
function* runsOf(text: string): Generator<{ run: string; isCjk: boolean }> {
  for (const [run] of folded(text).matchAll(RUN)) yield { run, isCjk: IS_CJK.test(run) }
}
const cut = (word: string) => [...word].slice(0, WORD_MAX).join('')

/**
 * Pairs of adjacent characters, and the last one alone, so that a search for a single character finds it as a prefix.
 */
function* pairsOf(run: string): Generator<string> {
  const characters = [...run]
  for (const [at, character] of characters.entries()) yield character + (characters[at + 1] ?? '')
}

/** Search keys of a text: its words, and pairs of characters for scripts without spaces; each once. */
export function keysOf(texts: Iterable<[kind: KeyKind, text: string]>): string[] {
  const keys = new Set<string>()
  let bytes = 0
  for (const [kind, text] of texts) {
    for (const { run, isCjk } of runsOf(text)) {
      for (const word of isCjk ? pairsOf(run) : [run]) {
        const key = kind + cut(word)
        if (keys.has(key)) continue
        bytes += Buffer.byteLength(key) + KEY_EXTRA_BYTES
        if (keys.size >= TEXT_KEYS_MAX || bytes > KEYS_BYTES) return [...keys]
        keys.add(key)
      }
    }
  }
  return [...keys]
}

/** A key that a matching text must have; `isPrefix`: the key only begins so. */
export type Wanted = { word: string; isPrefix: boolean }

/** Keys of a search. While somebody types, the last word may be incomplete: then its last key is a prefix. */
export function wantedOf(q: string, isTyping: boolean): Wanted[] {
  const runs = [...runsOf(q)]
  return runs.flatMap(({ run, isCjk }, at) => {
    if (!isCjk) return [{ word: cut(run), isPrefix: isTyping && at === runs.length - 1 }]
    const pairs = [...pairsOf(run)]
    // The last character alone is a key only for a single character.
    return pairs.length > 1
      ? pairs.slice(0, -1).map((word) => ({ word, isPrefix: false }))
      : [{ word: run, isPrefix: true }]
  })
}

/** A tsquery for all of these keys in one space: each is quoted, so that none is read as an operator. */
export const queryOf = (spaceId: string, kind: KeyKind, wanted: readonly Wanted[]): string =>
  wanted
    .map(
      ({ word, isPrefix }) => `'${prefixOf(spaceId)}${kind}${word.replace(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`,
    )
    .join(' & ')

/** Prefix of a space's keys, as the database function `space_keys` writes it. */
export const prefixOf = (spaceId: string): string => spaceId.slice(-10)
