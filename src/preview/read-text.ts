import { TEXT_PREVIEW_BYTES } from '#contract/limits.ts'
import { decode } from './decode.ts'
import { refusalIn } from './told.ts'

/** A text, or a part of a long one: which of how many. */
export type ReadText = { text: string; isWhole: boolean; parts: number }
type Wish = { limit?: number; part?: number }

const LF = 10
/** A part ends with the line that its last byte is in, when that ends within so many bytes more. */
const LINE_BYTES = 65_536

/** Cuts a part at its lines: after the first line break unless it is the first part, and behind the one that ends it. */
function cut(bytes: Uint8Array<ArrayBuffer>, limit: number, isFirst: boolean): Uint8Array<ArrayBuffer> {
  const from = isFirst ? 0 : bytes.subarray(0, LINE_BYTES).indexOf(LF) + 1
  const end = bytes.indexOf(LF, limit)
  return bytes.slice(from, end < 0 ? bytes.length : end + 1)
}

/** Reads a file as text, at most `limit` bytes of it; the rest is not fetched. */
export async function readText(
  address: string,
  size: number,
  signal: AbortSignal,
  { limit = TEXT_PREVIEW_BYTES, part = 0 }: Wish = {},
): Promise<ReadText> {
  const isWhole = size <= limit
  const from = part * limit
  const to = Math.min(size, from + limit + LINE_BYTES) - 1
  const response = await fetch(address, { signal, ...(isWhole ? {} : { headers: { range: `bytes=${from}-${to}` } }) })
  if (!response.ok) throw await refusalIn(response)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const shown = isWhole ? bytes : cut(bytes, limit, part === 0)
  return { text: decode(shown.buffer, isWhole), isWhole, parts: Math.max(1, Math.ceil(size / limit)) }
}
