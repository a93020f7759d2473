import { ARCHIVE_LIST_MAX, ARCHIVE_READ_BYTES, RANGE_BLOCK_BYTES } from '#contract/limits.ts'
import type { RangeFile } from './ranges.ts'
import { type Entry, isTarHeader, readTar } from './tar.ts'

/** What an archive holds; `isWhole` is false when only its beginning could be listed. */
export type Listing = { entries: Entry[]; isWhole: boolean }

const NOT_LISTED: ReadonlySet<string> = new Set(['', '.', '..'])

async function take(entries: AsyncIterable<Entry>): Promise<Listing> {
  const taken: Entry[] = []
  for await (const entry of entries) {
    if (taken.length >= ARCHIVE_LIST_MAX) return { entries: taken, isWhole: false }
    taken.push(entry)
  }
  return { entries: taken, isWhole: true }
}

/** A zip's directory, read by ranges from its end. */
async function listZip(file: RangeFile): Promise<Listing> {
  const { configure, Reader, ZipReader } = await import('@zip.js/zip.js')
  // The directory needs no decompression, so no worker.
  configure({ useWebWorkers: false })
  class Ranges extends Reader<RangeFile> {
    override size = file.size
    override readUint8Array(at: number, length: number) {
      return file.read(at, at + length)
    }
  }
  const zip = new ZipReader(new Ranges(file))
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of zip.getEntriesGenerator())
      yield {
        path: entry.filename,
        isFolder: entry.directory,
        size: entry.uncompressedSize,
        packed: entry.compressedSize,
        modified: entry.lastModDate,
      }
  }
  return take(entries())
}

/** A tar by ranges: from header to header, what lies between is not fetched. */
function listTar(file: RangeFile): Promise<Listing> {
  let at = 0
  const read = async (bytes: number) => {
    at += bytes
    return file.read(at - bytes, at)
  }
  const skip = async (bytes: number) => {
    at += bytes
  }
  return take(readTar(read, skip))
}

/** The bytes that a gzip unpacks to, as many as are asked for; it stops at the limit. */
function unpacked(file: RangeFile) {
  let [at, taken] = [0, 0]
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = await file.read(at, at + RANGE_BLOCK_BYTES)
        at += piece.length
        if (piece.length) controller.enqueue(piece)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader()
  let left = new Uint8Array()
  async function read(bytes: number): Promise<Uint8Array> {
    const pieces = [left]
    let length = left.length
    while (length < bytes && taken < ARCHIVE_READ_BYTES) {
      const { value, done } = await reader.read()
      if (done) break
      taken += value.length
      length += value.length
      pieces.push(new Uint8Array(value))
    }
    const whole = new Uint8Array(length)
    let start = 0
    for (const piece of pieces) {
      whole.set(piece, start)
      start += piece.length
    }
    left = whole.subarray(Math.min(bytes, length))
    return whole.subarray(0, bytes)
  }
  const end = () => reader.cancel().catch(() => undefined)
  return { read, end, isStopped: () => taken >= ARCHIVE_READ_BYTES }
}

/** A gzip: the tar inside, or the one file that it is. */
async function listGzip(file: RangeFile, name: string): Promise<Listing> {
  const stream = unpacked(file)
  const first = await stream.read(512)
  if (!isTarHeader(first)) {
    await stream.end()
    // The last four bytes say the size, of what is below 4 GiB.
    const tail = await file.read(file.size - 4, file.size)
    const size = new DataView(tail.buffer).getUint32(0, true)
    const path = name.replace(/\.gz$/i, '')
    return { entries: [{ path, isFolder: false, size, packed: file.size, modified: null }], isWhole: true }
  }
  let head: Uint8Array | null = first
  const read = async (bytes: number) => {
    if (!head) return stream.read(bytes)
    const given = head
    head = null
    return given
  }
  const skip = async (bytes: number) => {
    for (let rest = bytes; rest > 0; ) {
      const { length } = await stream.read(Math.min(rest, RANGE_BLOCK_BYTES))
      if (!length) return
      rest -= length
    }
  }
  const listing = await take(readTar(read, skip))
  await stream.end()
  return { ...listing, isWhole: listing.isWhole && !stream.isStopped() }
}

/** Lists an archive by what its first bytes say it is. */
export async function listArchive(file: RangeFile, name: string): Promise<Listing> {
  const [first, second] = await file.read(0, 2)
  if (first === 0x1f && second === 0x8b) return listGzip(file, name)
  if (isTarHeader(await file.read(0, 512))) return listTar(file)
  return listZip(file)
}

/** A folder or file of an archive, with what lies below it. */
export type ArchiveNode = {
  name: string
  path: string
  isFolder: boolean
  size: number
  packed: number | null
  modified: Date | null
  children: ArchiveNode[]
}

/** The entries as a tree; folders that no entry names are there all the same, and sizes are added up. */
export function treeOf(entries: readonly Entry[]): ArchiveNode {
  const folder = (name: string, path: string): ArchiveNode => ({
    name,
    path,
    isFolder: true,
    size: 0,
    packed: null,
    modified: null,
    children: [],
  })
  const root = folder('', '')
  const folders = new Map([['', root]])
  function folderAt(parts: readonly string[]): ArchiveNode {
    let above = root
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const path = parts.slice(0, depth).join('/')
      const known = folders.get(path)
      if (known) {
        above = known
        continue
      }
      const made = folder(parts[depth - 1] ?? '', path)
      folders.set(path, made)
      above.children.push(made)
      above = made
    }
    return above
  }
  for (const entry of entries) {
    const parts = entry.path.split(/[/\\]/).filter((part) => !NOT_LISTED.has(part))
    if (entry.isFolder) {
      folderAt(parts)
      continue
    }
    const name = parts.pop() ?? entry.path
    folderAt(parts).children.push({ ...entry, name, children: [] })
  }
  const all = [...folders.values()]
  // Children were made after their parents.
  for (const one of all.toReversed()) {
    one.children.sort(
      (a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name, undefined, { numeric: true }),
    )
    one.size = one.children.reduce((sum, child) => sum + child.size, 0)
  }
  return root
}
