import { isUtf8 as isValid } from 'node:buffer'
import { legacyEncodingOf } from '#contract/core/legacy-encoding.ts'
import { headOf, piecesOf, type TableFile } from '../bytes.ts'
import { TableFileError } from '../source.ts'

/** Encodings that a text table may have; the first is tried first. */
export const ENCODINGS = ['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'big5', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

const BOMS: [encoding: Encoding, bom: Buffer][] = [
  ['utf-8', Buffer.from('efbbbf', 'hex')],
  ['utf-16le', Buffer.from('fffe', 'hex')],
  ['utf-16be', Buffer.from('feff', 'hex')],
]
const HEAD_BYTES = 65_536
/** Pieces of a file that are only checked: the reading of small ones would take most of the time. */
const CHECKED_BYTES = 1_048_576
/** Bytes from which an encoding is guessed. */
const GUESSED_BYTES = 262_144
/** What no text contains, whatever its encoding: the file is none. */
const isControl = (byte: number) => (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f

/** UTF-16 without a byte order mark: every other byte of Latin letters and separators is zero. */
function utf16In(head: Buffer): Encoding | null {
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < head.length / 10) return null
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : null
}

/** How many bytes at the end begin a character that continues in the next piece. */
function openEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    // Neither ASCII nor the middle of a character: the first of two, three or four bytes.
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

/** Whether all of a file is UTF-8; nothing is decoded, which would take several times as long. */
async function isUtf8(file: TableFile): Promise<boolean> {
  let open = Buffer.alloc(0)
  for await (const piece of piecesOf(file, 0, Number.POSITIVE_INFINITY, CHECKED_BYTES)) {
    const bytes = open.length ? Buffer.concat([open, piece]) : piece
    const whole = bytes.length - openEnd(bytes)
    if (!isValid(bytes.subarray(0, whole))) return false
    open = Buffer.from(bytes.subarray(whole))
  }
  return open.length === 0
}

/** The bytes from which an encoding is guessed: from the first ones that are not ASCII. */
async function telling(file: TableFile): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of piecesOf(file)) {
    if (!length && piece.every((byte) => byte < 0x80)) continue
    pieces.push(piece)
    length += piece.length
    if (length >= GUESSED_BYTES) break
  }
  return Buffer.concat(pieces)
}

/** The encoding of a text; a guess is worth a look at what it gives. */
export type FoundEncoding = { encoding: Encoding; isGuessed: boolean }

/**
 * The encoding of a text: by its byte order mark, else UTF-8 if all of it is valid, else the likelier one of those that
 * Chinese and Western European programs write. Throws TableFileError.
 */
export async function encodingOf(file: TableFile): Promise<FoundEncoding> {
  const head = await headOf(file, HEAD_BYTES)
  const found = BOMS.find(([, bom]) => head.subarray(0, bom.length).equals(bom))
  if (found) return { encoding: found[0], isGuessed: false }
  const utf16 = utf16In(head)
  if (utf16) return { encoding: utf16, isGuessed: true }
  if (head.includes(0)) throw new TableFileError('notATable')
  if (await isUtf8(file)) return { encoding: 'utf-8', isGuessed: false }
  if (head.some(isControl)) throw new TableFileError('notATable')
  const legacy = legacyEncodingOf(await telling(file))
  if (!legacy) throw new TableFileError('encoding')
  return { encoding: legacy, isGuessed: true }
}

/** The text of a file in pieces, without its byte order mark. Throws TableFileError for bytes that are no text in it. */
export async function* textOf(file: TableFile, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of piecesOf(file)) {
      const text = decoder.decode(piece, { stream: true })
      if (text) yield text
    }
    yield decoder.decode()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    throw new TableFileError('encoding', { cause: error })
  }
}
