import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { Failure } from '#server/failure.ts'
import type { Bytes } from './bytes.ts'
import { collectEntries, type RawEntry } from './entries.ts'

/** Position of an entry's bytes: `at` is the offset of its local header, whose length only that header tells. */
export type ZipSource = { at: number; packed: number; method: number; crc: number }

const STORED = 0
const DEFLATED = 8
const LOCAL_HEAD = 30
const LOCAL_SIGNATURE = 0x04034b50
const UTF8_FLAG = 0x0800
const KIND = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

class ZipBytes extends RandomAccessReader {
  readonly #bytes: Bytes

  constructor(bytes: Bytes) {
    super()
    this.#bytes = bytes
  }
  // The library defines this method name.
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes.stream(start, end - start), { objectMode: false })
  }
}

function kindOf({ externalFileAttributes, compressionMethod }: Entry): RawEntry['kind'] {
  // The Unix mode of the entry; 0 for archives of other systems.
  const kind = (externalFileAttributes >>> 16) & KIND
  if (kind === FOLDER) return 'folder'
  if (kind !== 0 && kind !== REGULAR) return 'link'
  return compressionMethod === STORED || compressionMethod === DEFLATED ? 'file' : 'unreadable'
}

function rawOf(entry: Entry): RawEntry {
  if (entry.isEncrypted()) throw new Failure('archiveEncrypted')
  const { fileNameRaw, generalPurposeBitFlag: flags, uncompressedSize: size, compressedSize: packed } = entry
  const { relativeOffsetOfLocalHeader: at, compressionMethod: method, crc32: crc } = entry
  const source: ZipSource = { at, packed, method, crc }
  const kind = kindOf(entry)
  return { name: fileNameRaw, isUtf8: (flags & UTF8_FLAG) !== 0, size: kind === 'file' ? size : 0, kind, source }
}

async function* directory(bytes: Bytes): AsyncGenerator<RawEntry> {
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false }
  const zip = await fromRandomAccessReaderPromise(new ZipBytes(bytes), bytes.size, options)
  for await (const entry of zip.eachEntry()) yield rawOf(entry)
}

/** Refuses entries that overlap or are outside of the file: overlaps are used for zip bombs. */
function demandApart(entries: readonly RawEntry[], size: number): void {
  const spans = entries.map(({ source }) => source as ZipSource)
  const sorted = spans.map(({ at, packed }) => ({ at, end: at + LOCAL_HEAD + packed })).sort((a, b) => a.at - b.at)
  for (const [index, { end }] of sorted.entries()) {
    if (end > (sorted[index + 1]?.at ?? size)) throw new Failure('archiveUnsafe')
  }
}

/** Reads the central directory of a zip. Throws archiveDamaged, archiveEncrypted, archiveUnsafe, archiveTooLarge. */
export async function zipDirectory(bytes: Bytes): Promise<RawEntry[]> {
  try {
    const entries = await collectEntries(directory(bytes))
    demandApart(entries, bytes.size)
    return entries
  } catch (error) {
    // The library throws plain errors for damaged archives; errors of the store have a code.
    if (error instanceof Failure || (error as NodeJS.ErrnoException).code) throw error
    throw new Failure('archiveDamaged', { cause: error })
  }
}

/** Offset of an entry's packed bytes. */
async function dataOf(bytes: Bytes, { at }: ZipSource): Promise<number> {
  const head = await bytes.read(at, LOCAL_HEAD)
  if (head.length < LOCAL_HEAD || head.readUInt32LE() !== LOCAL_SIGNATURE) throw new Failure('contentDamaged')
  return at + LOCAL_HEAD + head.readUInt16LE(26) + head.readUInt16LE(28)
}

/** The packed bytes of an entry, and whether they must be inflated. */
export async function zipContent(bytes: Bytes, source: ZipSource) {
  const start = await dataOf(bytes, source)
  return { packed: bytes.stream(start, source.packed), isDeflated: source.method === DEFLATED }
}
