import type { FileEntry } from '@zip.js/zip.js'
import { bareArchiveName } from '#contract/archive-names.ts'
import { ARCHIVE_LIST_MAX, ENTRY_PREVIEW_BYTES } from '#contract/core/limits.ts'
import type { RangeFile } from './ranges.ts'
import { isTarHeader, type Listed, readTar } from './tar.ts'
import { unpacked } from './unpacked.ts'

/** An entry and a function to read its content; null for folders and encrypted entries. */
export type Entry = Listed & { read: (() => Promise<Uint8Array>) | null }
/** The entries of an archive; `isWhole` is false if only the first part could be listed. */
export type Listing = { entries: Entry[]; isWhole: boolean }

async function take(entries: AsyncIterable<Entry>): Promise<Listing> {
  const taken: Entry[] = []
  for await (const entry of entries) {
    if (taken.length >= ARCHIVE_LIST_MAX) return { entries: taken, isWhole: false }
    taken.push(entry)
  }
  return { entries: taken, isWhole: true }
}

/** Unpacks a zip entry, limited to the size in the directory. */
async function unzipped(entry: FileEntry): Promise<Uint8Array> {
  const bytes = new Uint8Array(entry.uncompressedSize)
  let at = 0
  const into = new WritableStream<Uint8Array>({
    write(piece) {
      bytes.set(piece, at)
      at += piece.length
    },
  })
  await entry.getData(into)
  return bytes
}

/** Lists a zip from its directory, read by ranges from the end. */
async function listZip(file: RangeFile): Promise<Listing> {
  const { configure, Reader, ZipReader } = await import('@zip.js/zip.js')
  // The directory is not compressed, and previewed entries are small, so no worker is needed.
  configure({ useWebWorkers: false })
  class Ranges extends Reader<RangeFile> {
    override size = file.size
    override readUint8Array(at: number, length: number) {
      return file.read(at, at + length)
    }
  }
  // Names that lead out of the archive are listed like others: nothing is written to a disk.
  const zip = new ZipReader(new Ranges(file), { filenameValidation: 'tolerant' })
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of zip.getEntriesGenerator())
      yield {
        path: entry.filename,
        isFolder: entry.directory,
        size: entry.uncompressedSize,
        packed: entry.compressedSize,
        modified: entry.lastModDate,
        read: entry.directory || entry.encrypted ? null : () => unzipped(entry),
      }
  }
  return take(entries())
}

type Tar = {
  read: (bytes: number, at: number) => Promise<Uint8Array>
  skip: (bytes: number) => Promise<void>
  /** Reads content that starts at a byte of the tar. */
  content: (at: number, bytes: number) => Promise<Uint8Array>
}

/** Lists a tar by its headers, and keeps the offsets of the contents. */
function listTar({ read, skip, content }: Tar): Promise<Listing> {
  let at = 0
  const next = (bytes: number) => {
    at += bytes
    return read(bytes, at - bytes)
  }
  const leave = (bytes: number) => {
    at += bytes
    return skip(bytes)
  }
  async function* entries(): AsyncGenerator<Entry> {
    for await (const entry of readTar(next, leave)) {
      const from = at
      yield { ...entry, read: entry.isFolder ? null : () => content(from, entry.size) }
    }
  }
  return take(entries())
}

/** Unpacks a part of a gzip. */
async function gunzipped(file: RangeFile, from: number, bytes: number): Promise<Uint8Array> {
  const stream = unpacked(file)
  try {
    await stream.skip(from)
    return await stream.read(bytes)
  } finally {
    await stream.end()
  }
}

/** Lists a gzip: the tar inside, or its single file. */
async function listGzip(file: RangeFile, name: string): Promise<Listing> {
  const stream = unpacked(file)
  const first = await stream.read(512)
  if (!isTarHeader(first)) {
    await stream.end()
    // The last four bytes contain the unpacked size modulo 4 GiB.
    const tail = await file.read(file.size - 4, file.size)
    const size = new DataView(tail.buffer).getUint32(0, true)
    const path = bareArchiveName(name)
    const read = () => gunzipped(file, 0, ENTRY_PREVIEW_BYTES)
    return { entries: [{ path, isFolder: false, size, packed: file.size, modified: null, read }], isWhole: true }
  }
  const listing = await listTar({
    read: async (bytes, at) => (at === 0 ? first : stream.read(bytes)),
    skip: stream.skip,
    content: (at, bytes) => gunzipped(file, at, bytes),
  })
  await stream.end()
  return { ...listing, isWhole: listing.isWhole && !stream.isStopped() }
}

/** Lists an archive; the format is detected by its first bytes. */
export async function listArchive(file: RangeFile, name: string): Promise<Listing> {
  const [first, second] = await file.read(0, 2)
  if (first === 0x1f && second === 0x8b) return listGzip(file, name)
  if (!isTarHeader(await file.read(0, 512))) return listZip(file)
  const piece = (at: number, bytes: number) => file.read(at, at + bytes)
  return listTar({ read: (bytes, at) => piece(at, bytes), skip: async () => undefined, content: piece })
}
