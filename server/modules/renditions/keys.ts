/** Words and pairs of characters that one content is found by (our choice). */
export const TEXT_KEYS_MAX = 20_000

/** Letters and digits of one word; scripts that know no blanks stand together and are taken apart in pairs. */
const CJK = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}'
const RUN = new RegExp(`[${CJK}]+|[[\\p{L}\\p{M}\\p{N}]--[${CJK}]]+`, 'gv')
const IS_CJK = new RegExp(`^[${CJK}]`, 'v')
/** A word is known by its first letters; nobody types more. */
const WORD_MAX = 40
/** What the keys of one content may weigh together: PostgreSQL keeps less than a mebibyte in one value. */
const KEYS_BYTES = 900_000
/** What PostgreSQL and the prefix of a space add to each key. */
const KEY_EXTRA_BYTES = 15

/** Where a word stood: in the text, or in a heading of a table. */
export type KeyKind = 't' | 'c'

/** As words are compared: compatible forms are one (NFKC), case is none. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The runs of a text, each with its script. */
function* runsOf(text: string): Generator<{ run: string; isCjk: boolean }> {
  for (const [run] of folded(text).matchAll(RUN)) yield { run, isCjk: IS_CJK.test(run) }
}
const cut = (word: string) => [...word].slice(0, WORD_MAX).join('')

/** Pairs of neighbouring characters, and the last one by itself: what begins with a character is found by it. */
function* pairsOf(run: string): Generator<string> {
  const characters = [...run]
  for (const [at, character] of characters.entries()) yield character + (characters[at + 1] ?? '')
}

/** What a text is found by: its words, and the pairs of characters where words have no blanks; each once. */
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

/** What must be among the keys of a text that holds these words; `isPrefix`: the key only begins so. */
export type Wanted = { word: string; isPrefix: boolean }

/** Keys of what somebody looks for. A word still being typed may go on: then the last one is the beginning of a key. */
export function wantedOf(q: string, isTyping: boolean): Wanted[] {
  const runs = [...runsOf(q)]
  return runs.flatMap(({ run, isCjk }, at) => {
    if (!isCjk) return [{ word: cut(run), isPrefix: isTyping && at === runs.length - 1 }]
    const pairs = [...pairsOf(run)]
    // The last character by itself is wanted only when it stands alone.
    return pairs.length > 1
      ? pairs.slice(0, -1).map((word) => ({ word, isPrefix: false }))
      : [{ word: run, isPrefix: true }]
  })
}

/** A query of PostgreSQL for all of these keys in one space: each is quoted, nothing in it is an operator. */
export const queryOf = (spaceId: string, kind: KeyKind, wanted: readonly Wanted[]): string =>
  wanted
    .map(
      ({ word, isPrefix }) => `'${prefixOf(spaceId)}${kind}${word.replace(/['\\]/g, '$&$&')}'${isPrefix ? ':*' : ''}`,
    )
    .join(' & ')

/** How keys of a space begin: as `space_keys` of the database writes it. */
export const prefixOf = (spaceId: string): string => spaceId.slice(-10)
