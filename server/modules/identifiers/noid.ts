/**
 * Letters and digits of names: no vowels, so that no words appear, and no l, which looks like 1. Their number is prime,
 * as the check character requires. Source: NOID, California Digital Library.
 */
const ALPHABET = '0123456789bcdfghjkmnpqrstvwxz'
/** Length of a name without the shoulder and the check character: 29^8 names. */
const LENGTH = 8
/** Prefix of all our names: a letter and a digit, as recommended for ARKs. */
const SHOULDER = 'd1'

/**
 * The check character of `<NAAN>/<name>`: it tells every single wrong character and every two neighbours that were
 * swapped.
 */
export function checkCharacterOf(text: string): string {
  const sum = [...text].reduce((total, char, at) => total + Math.max(0, ALPHABET.indexOf(char)) * (at + 1), 0)
  return ALPHABET[sum % ALPHABET.length] ?? ''
}

/** A new name with its check character; `random` gives an integer from 0 to below its argument. */
export function mintName(naan: string, random: (below: number) => number): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[random(ALPHABET.length)])
  const name = SHOULDER + letters.join('')
  return name + checkCharacterOf(`${naan}/${name}`)
}
