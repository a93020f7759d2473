const HAN = /\p{Script=Han}/u
const LATIN = /[\p{Script=Latin}\d]/u
const differ = (left: string, right: string): boolean =>
  (HAN.test(left) && LATIN.test(right)) || (LATIN.test(left) && HAN.test(right))

/**
 * A value between the characters that a sentence has beside it: where Chinese meets Latin letters or digits, a space
 * parts them. A name is known only when the sentence is filled, so its text can't say it. Source: docs/words.md, Tone.
 */
export function spaced(before: string, value: string, after: string): string {
  const start = differ(before, [...value][0] ?? '') ? ' ' : ''
  const end = differ(value.at(-1) ?? '', after) ? ' ' : ''
  return `${start}${value}${end}`
}
