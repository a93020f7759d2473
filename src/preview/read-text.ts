import { TEXT_PREVIEW_BYTES } from '#contract/core/limits.ts'
import { bytesAt } from './bytes-at.ts'
import { decode, type Utf16, utf16In } from './decode.ts'

/** A text or one part of a long one, and the number of parts. */
export type ReadText = { text: string; isWhole: boolean; parts: number }
type Wish = { limit?: number; part?: number }

const LF = 10
/** A part is extended to the end of its last line if that is within this many bytes. */
const LINE_BYTES = 65_536

/** The boundary between two parts: the end of the line at a byte, or of the character if the line is too long. */
function cutAt(bytes: Uint8Array, from: number, utf16: Utf16 | null): number {
  if (utf16) return cutUtf16(bytes, from, utf16 === 'utf-16le')
  const end = bytes.subarray(from, from + LINE_BYTES).indexOf(LF)
  if (end >= 0) return from + end + 1
  let at = from
  // A UTF-8 character has up to three continuation bytes.
  while (at < from + 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1
  return at
}

function cutUtf16(bytes: Uint8Array, from: number, isLittle: boolean): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const last = Math.min(bytes.length, from + LINE_BYTES) - 2
  for (let at = from; at <= last; at += 2) if (view.getUint16(at, isLittle) === LF) return at + 2
  const isSecondHalf = from <= last && (view.getUint16(from, isLittle) & 0xfc00) === 0xdc00
  return isSecondHalf ? from + 2 : from
}

/** Reads a file as text, at most `limit` bytes; the rest is not fetched. */
export async function readText(
  address: string,
  size: number,
  signal: AbortSignal,
  { limit = TEXT_PREVIEW_BYTES, part = 0 }: Wish = {},
): Promise<ReadText> {
  const isWhole = size <= limit
  const from = part * limit
  const to = Math.min(size, from + limit + LINE_BYTES) - 1
  const piece = async (range?: string) => new Uint8Array(await bytesAt(address, signal, range))
  const [bytes, head] = await Promise.all([piece(isWhole ? undefined : `${from}-${to}`), part ? piece('0-1') : null])
  const utf16 = utf16In(head ?? bytes)
  const shown = isWhole ? bytes : bytes.slice(part && cutAt(bytes, 0, utf16), cutAt(bytes, limit, utf16))
  return { text: decode(shown.buffer, isWhole, { utf16 }), isWhole, parts: Math.max(1, Math.ceil(size / limit)) }
}
