const HAN = /\p{Script=Han}/u
const LATIN = /[\p{Script=Latin}\d]/u
const differ = (left: string, right: string): boolean =>
  (HAN.test(left) && LATIN.test(right)) || (LATIN.test(left) && HAN.test(right))

/**
 * Inserts a value into a sentence, with a space where Chinese meets Latin letters or digits. Values are known only when
 * the sentence is composed, so the text itself can't contain the space. Source: docs/words.md, Tone.
 */
export function spaced(before: string, value: string, after: string): string {
  const start = differ(before, [...value][0] ?? '') ? ' ' : ''
  const end = differ(value.at(-1) ?? '', after) ? ' ' : ''
  return `${start}${value}${end}`
}
