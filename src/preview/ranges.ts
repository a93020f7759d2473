import { RANGE_BLOCK_BYTES, RANGE_BLOCKS_KEPT } from '#contract/core/limits.ts'
import { refusalIn } from './shown-error.ts'

/** A file read by ranges: bytes from `from` up to, excluding, `to`; bytes beyond the end are omitted. */
export type RangeFile = { size: number; read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>> }

/** The file was overwritten while it was read, so its parts no longer fit together. */
export class Changed extends Error {}

/** Fetches byte ranges of an address; ensures that all parts belong to the same content. */
function fetcher(address: string) {
  let content: string | null = null
  return async (from: number, to: number): Promise<Uint8Array<ArrayBuffer>> => {
    const response = await fetch(address, { headers: { range: `bytes=${from}-${to - 1}` } })
    const is = response.headers.get('etag')
    content ??= is
    if (is && is !== content) throw new Changed()
    if (response.status !== 206) throw await refusalIn(response)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (bytes.length !== to - from) throw new Error(`${bytes.length} bytes instead of ${to - from}`)
    return bytes
  }
}

/** A file at an address. Whole blocks are fetched, adjacent ones in one request, and the latest ones are cached. */
export function rangeFile(address: string, size: number): RangeFile {
  const fetchRange = fetcher(address)
  const blocks = new Map<number, Promise<Uint8Array>>()

  function keep(index: number, block: Promise<Uint8Array>) {
    blocks.delete(index)
    blocks.set(index, block)
    // A failed block is removed from the cache, so that it is fetched again.
    block.catch(() => blocks.get(index) === block && blocks.delete(index))
    for (const oldest of blocks.keys()) {
      if (blocks.size <= RANGE_BLOCKS_KEPT) break
      blocks.delete(oldest)
    }
  }

  function fetchBlocks(first: number, last: number) {
    const start = first * RANGE_BLOCK_BYTES
    const run = fetchRange(start, Math.min(size, (last + 1) * RANGE_BLOCK_BYTES))
    for (let index = first; index <= last; index += 1) {
      const at = index * RANGE_BLOCK_BYTES - start
      keep(
        index,
        run.then((bytes) => bytes.subarray(at, at + RANGE_BLOCK_BYTES)),
      )
    }
  }

  async function read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    const [start, end] = [Math.max(0, Math.min(from, size)), Math.min(to, size)]
    if (end <= start) return new Uint8Array()
    const [first, last] = [Math.floor(start / RANGE_BLOCK_BYTES), Math.floor((end - 1) / RANGE_BLOCK_BYTES)]
    // A range larger than the cache is fetched directly.
    if (last - first >= RANGE_BLOCKS_KEPT) return fetchRange(start, end)
    for (let index = first; index <= last; index += 1) {
      const known = blocks.get(index)
      if (known) {
        keep(index, known)
        continue
      }
      let missing = index
      while (missing < last && !blocks.has(missing + 1)) missing += 1
      fetchBlocks(index, missing)
      index = missing
    }
    const wanted = Array.from({ length: last - first + 1 }, (_, i) => blocks.get(first + i))
    const whole = new Uint8Array(end - start)
    for (const [i, block] of wanted.entries()) {
      const at = (first + i) * RANGE_BLOCK_BYTES
      const bytes = (await block) ?? new Uint8Array()
      whole.set(bytes.subarray(Math.max(0, start - at), Math.max(0, end - at)), Math.max(0, at - start))
    }
    return whole
  }

  return { size, read }
}

/** Bytes in memory as a range file. */
export const memoryFile = (bytes: Uint8Array<ArrayBuffer>): RangeFile => ({
  size: bytes.length,
  read: async (from, to) => bytes.slice(from, to),
})
