import { randomBytes } from 'node:crypto'

/** Lower case without look-alikes: people type these from paper and on phones. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUP = 5

/** A random code of `groups` groups of five characters, each worth 24 bits. */
export function drawReadableCode(groups: number): string {
  const group = () => Array.from(randomBytes(GROUP), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return Array.from({ length: groups }, group).join('-')
}
