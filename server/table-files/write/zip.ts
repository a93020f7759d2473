import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** An entry of an archive: its text in pieces. */
export type ZipPart = { name: string; text: AsyncIterable<string> | Iterable<string> }

/** Flags: sizes and checksum follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, the first day that the format knows: equal tables give equal bytes. */
const FIRST_DAY = 0x0021
const MAX_32 = 0xffffffff
/** Fast: a sheet shrinks to a tenth at once, and to little less with much effort. */
const LEVEL = 1

function header(name: string): Buffer {
  const path = Buffer.from(name)
  const bytes = Buffer.alloc(30)
  bytes.writeUInt32LE(0x04034b50)
  bytes.writeUInt16LE(VERSION, 4)
  bytes.writeUInt16LE(FLAGS, 6)
  bytes.writeUInt16LE(DEFLATED, 8)
  bytes.writeUInt16LE(FIRST_DAY, 12)
  bytes.writeUInt16LE(path.length, 26)
  return Buffer.concat([bytes, path])
}

type Written = { name: string; offset: number; crc: number; packed: number; size: number }

function sizes({ crc, packed, size }: Written): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry(written: Written): Buffer {
  const path = Buffer.from(written.name)
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(0x02014b50)
  bytes.writeUInt16LE(VERSION, 4)
  header(written.name).copy(bytes, 6, 4, 30)
  sizes(written).copy(bytes, 16, 4)
  bytes.writeUInt32LE(written.offset, 42)
  return Buffer.concat([bytes, path])
}

function ending(entries: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50)
  bytes.writeUInt16LE(entries, 8)
  bytes.writeUInt16LE(entries, 10)
  bytes.writeUInt32LE(length, 12)
  bytes.writeUInt32LE(offset, 16)
  return bytes
}

/** Compresses an entry; `written` holds its sizes when it is done. */
async function* packed(part: ZipPart, written: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const text of part.text) {
      const bytes = Buffer.from(text)
      written.crc = crc32(bytes, written.crc)
      written.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: LEVEL })
  // The stream that is read throws the error.
  pipeline(counted, deflate, () => {})
  for await (const piece of deflate) {
    written.packed += (piece as Buffer).length
    yield piece as Buffer
  }
}

/**
 * A compressed zip of texts as it is made, in constant memory. Parts are requested one after another, so that later
 * ones can depend on earlier ones. Throws RangeError above 4 GiB, which would need the 64-bit form.
 */
export async function* zipOf(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const entries: Written[] = []
  let offset = 0
  for await (const part of parts) {
    const written: Written = { name: part.name, offset, crc: 0, packed: 0, size: 0 }
    const head = header(part.name)
    yield head
    yield* packed(part, written)
    yield sizes(written)
    offset += head.length + written.packed + 16
    if (written.size > MAX_32 || offset > MAX_32) throw new RangeError(`${part.name} is too large for an archive`)
    entries.push(written)
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  yield Buffer.concat([directory, ending(entries.length, offset, directory.length)])
}
