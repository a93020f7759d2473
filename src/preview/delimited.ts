import Papa from 'papaparse'
import { columnLetters } from '#contract/core/column-letters.ts'
import { legacyEncodingOf } from '#contract/core/legacy-encoding.ts'
import { RANGE_BLOCK_BYTES } from '#contract/core/limits.ts'
import { decode, utf16In } from './decode.ts'
import { memoryFile, type RangeFile } from './ranges.ts'
import { rowIndex } from './row-index.ts'

/** Number of bytes that one step searches for rows: as many as scrolling needs (our choice). */
export const CSV_STEP_BYTES = 4 * 1_048_576

/** A delimited text of any size: rows are located on demand and read page by page. */
export type Delimited = {
  header: string[]
  /** The state of the search: rows located, bytes searched, and whether the end was reached. */
  known: () => { rows: number; bytes: number; isWhole: boolean }
  /** Continues until this many rows are known, or by one step. */
  more: (rows?: number, signal?: AbortSignal) => Promise<void>
  page: (page: number) => Promise<string[][]>
}

/** Converts UTF-16 (Excel's "Unicode text") to UTF-8; only then the file is read completely. */
async function asBytes(file: RangeFile): Promise<RangeFile> {
  const utf16 = utf16In(await file.read(0, 2))
  if (!utf16) return file
  const text = new TextDecoder(utf16).decode(await file.read(0, file.size))
  return memoryFile(new TextEncoder().encode(text))
}

const parse = (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data

/** The first row; values beyond it stand in columns named by their letters, as in an import. */
function headerOf(rows: readonly string[][]): string[] {
  const [header = []] = rows
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  return Array.from({ length: width }, (_, at) => header[at] ?? columnLetters(at))
}

/** Opens a text; its first megabyte determines encoding and delimiter. */
export async function openDelimited(given: RangeFile): Promise<Delimited> {
  const file = await asBytes(given)
  const sample = await file.read(0, RANGE_BLOCK_BYTES)
  // All pages are in one encoding; a sample of ASCII alone leaves it open.
  const legacy = sample.some((byte) => byte >= 0x80) ? legacyEncodingOf(sample) : null
  const text = decode(sample.buffer, sample.length === file.size, { legacy })
  const seen = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true })
  const { delimiter } = seen.meta
  const index = rowIndex(sample, delimiter)
  let bytes = 0
  const isWhole = () => bytes >= file.size

  async function step() {
    const piece = await file.read(bytes, bytes + (bytes ? CSV_STEP_BYTES : RANGE_BLOCK_BYTES))
    index.feed(piece)
    bytes += piece.length
    if (isWhole()) index.end()
  }
  // Only one step runs at a time for all callers.
  let working = step()
  await working

  async function more(rows = 0, signal?: AbortSignal) {
    do {
      // A failed step of another caller is retried.
      working = working.catch(() => {}).then(() => (isWhole() || signal?.aborted ? undefined : step()))
      await working
    } while (index.rows() < rows && !isWhole() && !signal?.aborted)
  }

  async function page(number: number) {
    const [from, to] = index.span(number)
    const text = await file.read(from, to)
    return parse(decode(text.buffer, true, { legacy }), delimiter)
  }

  return { header: headerOf(seen.data), known: () => ({ rows: index.rows(), bytes, isWhole: isWhole() }), more, page }
}
