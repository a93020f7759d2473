import { posix } from 'node:path'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { TableFileError } from '../source.ts'
import { type Heard, xmlScanner } from './xml-scan.ts'

/** The most entries of a workbook. */
const ENTRIES_MAX = 10_000
const MIB = 1_048_576
/** Declared size of an unpacked part at most: a sheet is not kept in memory, but reading it takes time. */
const UNPACKED_MAX = { sheet: 8192 * MIB, strings: 2048 * MIB, other: 64 * MIB }

/** The parts of a workbook. A part is read as a stream and never kept as a whole. */
export type Package = {
  has: (name: string) => boolean
  /** Reads an XML part. */
  scan: (name: string, hear: Heard) => Promise<void>
  /** Reads an XML part piece by piece and yields what `taken` returns after each. */
  pieces: <T>(name: string, hear: Heard, taken: () => T) => AsyncGenerator<T>
  close: () => void
}

function opened(file: string | Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    const done = (error: Error | null, zip: ZipFile) => (error ? reject(error) : resolve(zip))
    if (typeof file === 'string') yauzl.open(file, options, done)
    else yauzl.fromBuffer(file, options, done)
  })
}

async function entriesOf(zip: ZipFile, unpackedMax: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= ENTRIES_MAX) throw new TableFileError('damaged')
    unpacked += entry.uncompressedSize
    if (unpacked > unpackedMax) throw new TableFileError('tooLargeUnpacked')
    // Names of parts are compared without regard to case.
    entries.set(entry.fileName.toLowerCase(), entry)
  }
  return entries
}

function limitOf(name: string): number {
  if (name.startsWith('xl/worksheets/')) return UNPACKED_MAX.sheet
  return name.endsWith('sharedstrings.xml') ? UNPACKED_MAX.strings : UNPACKED_MAX.other
}

function streamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream & { destroy(): void }> {
  if (entry.isEncrypted()) throw new TableFileError('encrypted')
  if (entry.uncompressedSize > limitOf(entry.fileName.toLowerCase())) throw new TableFileError('tooLargeUnpacked')
  return new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  )
}

async function* piecesOf<T>(zip: ZipFile, entry: Entry, hear: Heard, taken: () => T): AsyncGenerator<T> {
  const stream = await streamOf(zip, entry)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const scanner = xmlScanner(hear)
  try {
    for await (const piece of stream) {
      scanner.feed(decoder.decode(piece as Buffer, { stream: true }))
      yield taken()
    }
    scanner.feed(decoder.decode())
    scanner.end()
    yield taken()
  } finally {
    stream.destroy()
  }
}

/** Opens a workbook whose parts declare at most this many bytes in total. Throws TableFileError. */
export async function openPackage(file: string | Buffer, unpackedMax: number): Promise<Package> {
  const zip = await opened(file)
  const entries = await entriesOf(zip, unpackedMax).catch((error: unknown) => {
    zip.close()
    throw error
  })
  const entryOf = (name: string): Entry => {
    const entry = entries.get(name.toLowerCase())
    if (!entry) throw new TableFileError('damaged')
    return entry
  }
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async scan(name, hear) {
      for await (const _ of piecesOf(zip, entryOf(name), hear, () => null));
    },
    pieces: (name, hear, taken) => piecesOf(zip, entryOf(name), hear, taken),
    close: () => zip.close(),
  }
}

/** The part that a relationship of another part names. */
export const partOf = (base: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(base), target)
