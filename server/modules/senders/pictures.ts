import { imageProblem, imageSpecOf } from '#contract/core/form-rules.ts'
import { pixelsOf } from '#contract/core/pixels.ts'

/** A picture embedded in a record, and its path among the files. */
export type Picture = { path: string; bytes: Buffer }

const kinds: readonly [suffix: string, is: (head: string) => boolean][] = [
  ['png', (head) => head.startsWith('\x89PNG')],
  ['jpg', (head) => head.startsWith('\xff\xd8')],
  ['gif', (head) => head.startsWith('GIF8')],
  ['bmp', (head) => head.startsWith('BM')],
  ['webp', (head) => head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP'],
]
const BASE64 = /^(?:data:[\w./+-]*;base64,)?([\w+/-]+={0,2})$/

/** The bytes of a picture in a record: Base64, or a `data:` URL; null for anything else. */
function bytesOf(value: unknown): Buffer {
  const [, coded = ''] = (typeof value === 'string' && BASE64.exec(value.replace(/\s+/g, ''))) || []
  return Buffer.from(coded, 'base64')
}

/** The pictures that a field of a record holds. */
export function picturesOf(key: string, value: unknown): Picture[] {
  return [value].flat().map((one, at) => {
    const bytes = bytesOf(one)
    const head = bytes.subarray(0, 12).toString('latin1')
    const suffix = kinds.find(([, is]) => is(head))?.[0] ?? 'bin'
    return { path: `pictures/${key}-${at + 1}.${suffix}`, bytes }
  })
}

/** Whether it is a picture, with the formats, pixels and size that its field asks for. */
export function isFitting({ path, bytes }: Picture, check: string): boolean {
  const pixels = pixelsOf(bytes)
  if (!pixels) return false
  return check === '' || imageProblem({ name: path, bytes: bytes.length, ...pixels }, imageSpecOf(check)) === null
}
