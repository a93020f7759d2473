import Papa from 'papaparse'
import { RANGE_BLOCK_BYTES } from '#contract/core/limits.ts'
import { decode, utf16In } from './decode.ts'
import { memoryFile, type RangeFile } from './ranges.ts'
import { rowIndex } from './row-index.ts'

/** Bytes of a delimited text that are looked through for rows at once: as many as a scroll needs (our choice). */
export const CSV_STEP_BYTES = 4 * 1_048_576

/** A delimited text of any size: rows are found as they are asked for, and read page by page. */
export type Delimited = {
  header: string[]
  /** What is known so far: rows whose place has been found, bytes looked through, and whether that is all. */
  known: () => { rows: number; bytes: number; isWhole: boolean }
  /** Looks further until so many rows are known, or one step further. */
  more: (rows?: number, signal?: AbortSignal) => Promise<void>
  page: (page: number) => Promise<string[][]>
}

/** Bytes of UTF-16 as bytes of UTF-8: what Excel calls Unicode text. Only here is the file read whole. */
async function asBytes(file: RangeFile): Promise<RangeFile> {
  const utf16 = utf16In(await file.read(0, 2))
  if (!utf16) return file
  const text = new TextDecoder(utf16).decode(await file.read(0, file.size))
  return memoryFile(new TextEncoder().encode(text))
}

const parse = (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data

/** Opens a text by its first megabyte, which tells encoding and delimiter. */
export async function openDelimited(given: RangeFile): Promise<Delimited> {
  const file = await asBytes(given)
  const sample = await file.read(0, RANGE_BLOCK_BYTES)
  const first = Papa.parse<string[]>(decode(sample.buffer, sample.length === file.size).replace(/^\uFEFF/, ''), {
    preview: 1,
    skipEmptyLines: true,
  })
  const { delimiter } = first.meta
  const index = rowIndex(sample, delimiter)
  let bytes = 0
  const isWhole = () => bytes >= file.size

  async function step() {
    const piece = await file.read(bytes, bytes + (bytes ? CSV_STEP_BYTES : RANGE_BLOCK_BYTES))
    index.feed(piece)
    bytes += piece.length
    if (isWhole()) index.end()
  }
  // One step at a time, whoever asks.
  let working = step()
  await working

  async function more(rows = 0, signal?: AbortSignal) {
    do {
      // What could not be read for somebody else is read again.
      working = working.catch(() => {}).then(() => (isWhole() || signal?.aborted ? undefined : step()))
      await working
    } while (index.rows() < rows && !isWhole() && !signal?.aborted)
  }

  async function page(number: number) {
    const [from, to] = index.span(number)
    const text = await file.read(from, to)
    return parse(decode(text.buffer, true), delimiter)
  }

  return { header: first.data[0] ?? [], known: () => ({ rows: index.rows(), bytes, isWhole: isWhole() }), more, page }
}
