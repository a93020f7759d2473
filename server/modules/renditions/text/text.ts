import { open } from 'node:fs/promises'
import { legacyEncodingOf } from '#contract/core/legacy-encoding.ts'
import { TEXT_COLUMNS_MAX, TEXT_INDEX_BYTES } from '#contract/core/limits.ts'

/** A content as a local file. */
export type Source = { path: string; size: number; suffix: string }
/** The text of a content; `columns` are the headings of a table. `isWhole`: nothing was cut. */
export type Extract = { text: string; columns: string[]; isWhole: boolean }
/** Extracts the text of a content; null when there is none. */
export type Reader = (source: Source) => Promise<Extract | null>

const COLUMN_MAX = 200
const CJK = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{P}'
/** A line break inside words of scripts without spaces is removed. */
const BROKEN = new RegExp(`(?<=[${CJK}])[ \\t]*\\r?\\n[ \\t]*(?=[${CJK}])`, 'gv')
const CONTROLS = /(?!\s)\p{Cc}/gu

/** The first bytes of a file. */
export async function headOf({ path, size }: Source, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const head = Buffer.allocUnsafe(Math.min(size, bytes))
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A text for storage: normalized, single spaces, at most TEXT_INDEX_BYTES. */
export function tidied(raw: string, columns: readonly string[] = [], wasWhole = true): Extract | null {
  const text = clean(raw.replace(BROKEN, ''))
  const headings = columns.map((column) => clean(column).slice(0, COLUMN_MAX)).filter(Boolean)
  const kept = within(text, TEXT_INDEX_BYTES)
  const unique = [...new Set(headings)].slice(0, TEXT_COLUMNS_MAX)
  if (!kept && !unique.length) return null
  return { text: kept, columns: unique, isWhole: wasWhole && kept.length === text.length }
}

const clean = (text: string) => text.toWellFormed().normalize('NFKC').replace(CONTROLS, '').replace(/\s+/gu, ' ').trim()

/** The beginning of a text, with at most this many bytes. */
function within(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text
  const cut = Buffer.from(text).subarray(0, bytes)
  return new TextDecoder().decode(cut, { stream: true })
}

/**
 * UTF-16 by its byte order mark, else UTF-8, else the likelier encoding of Chinese or Western European programs, which
 * accept nearly everything; null for binary data.
 */
export function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return text.includes('\0') ? null : text
  } catch {
    // Not UTF-8: the other encoding is tried.
    const text = new TextDecoder(legacyEncodingOf(bytes) ?? 'gb18030').decode(bytes, { stream: true })
    const strange = text.match(/\uFFFD|(?!\s)\p{Cc}/gu)?.length ?? 0
    return strange * 100 > text.length ? null : text
  }
}
