import { crc32 } from 'node:zlib'

/** A file or folder of an archive. Names use `/`; a folder's ends with it and has no content. */
export type ZipEntry = { name: string; size: number; modified: Date; open: () => Promise<AsyncIterable<Buffer>> }

/** Above these limits the 64-bit fields of the format are needed. */
const MAX_32 = 0xffffffff
const MAX_16 = 0xffff
/** Files up to this size are read ahead, this many at once; output is flushed when this much is buffered. */
const SMALL_BYTES = 262_144
const AHEAD = 16
const PIECE_BYTES = 262_144

/** Flags: sizes and checksum follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808
const VERSION_64 = 45
const UNIX_FILE = 0o100644
const UNIX_FOLDER = 0o40755

/** MS-DOS date and time, as zip archives store them: two-second steps from 1980. */
function dosTime(date: Date): { time: number; day: number } {
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  const day =
    ((Math.max(1980, date.getUTCFullYear()) - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  return { time, day }
}

const isBig = (size: number) => size >= MAX_32
const nameBytes = (entry: { name: string }) => Buffer.byteLength(entry.name)
const localLength = (entry: { name: string; size: number }) => 30 + nameBytes(entry) + (isBig(entry.size) ? 20 : 0)
const trailerLength = (size: number) => (isBig(size) ? 24 : 16)
const centralExtra = (size: number, offset: number) => (isBig(size) ? 16 : 0) + (offset >= MAX_32 ? 8 : 0)
const centralLength = (entry: { name: string; size: number }, offset: number) => {
  const extra = centralExtra(entry.size, offset)
  return 46 + nameBytes(entry) + (extra ? extra + 4 : 0)
}
const needs64 = (count: number, offset: number, central: number) =>
  count >= MAX_16 || offset >= MAX_32 || central >= MAX_32

/** Exact length in bytes of the zip of these entries. */
export function zipLength(entries: readonly { name: string; size: number }[]): number {
  let offset = 0
  let central = 0
  for (const entry of entries) {
    central += centralLength(entry, offset)
    offset += localLength(entry) + entry.size + trailerLength(entry.size)
  }
  return offset + central + (needs64(entries.length, offset, central) ? 76 : 0) + 22
}

function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name)
  const big = isBig(entry.size)
  const { time, day } = dosTime(entry.modified)
  const header = Buffer.alloc(localLength(entry))
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(big ? VERSION_64 : 20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(day, 12)
  header.writeUInt32LE(big ? MAX_32 : 0, 18)
  header.writeUInt32LE(big ? MAX_32 : 0, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(big ? 20 : 0, 28)
  name.copy(header, 30)
  if (big) {
    header.writeUInt16LE(1, 30 + name.length)
    header.writeUInt16LE(16, 32 + name.length)
  }
  return header
}

function trailer(size: number, crc: number): Buffer {
  const bytes = Buffer.alloc(trailerLength(size))
  bytes.writeUInt32LE(0x08074b50)
  bytes.writeUInt32LE(crc, 4)
  if (!isBig(size)) {
    bytes.writeUInt32LE(size, 8)
    bytes.writeUInt32LE(size, 12)
    return bytes
  }
  bytes.writeBigUInt64LE(BigInt(size), 8)
  bytes.writeBigUInt64LE(BigInt(size), 16)
  return bytes
}

function centralHeader(entry: ZipEntry, offset: number, crc: number): Buffer {
  const name = Buffer.from(entry.name)
  const { time, day } = dosTime(entry.modified)
  const big = isBig(entry.size)
  const size = BigInt(entry.size)
  const wide = big ? [size, size] : []
  if (offset >= MAX_32) wide.push(BigInt(offset))
  const header = Buffer.alloc(centralLength(entry, offset))
  header.writeUInt32LE(0x02014b50)
  header.writeUInt16LE((3 << 8) | VERSION_64, 4)
  header.writeUInt16LE(wide.length ? VERSION_64 : 20, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(time, 12)
  header.writeUInt16LE(day, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(big ? MAX_32 : entry.size, 20)
  header.writeUInt32LE(big ? MAX_32 : entry.size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(wide.length ? 4 + wide.length * 8 : 0, 30)
  header.writeUInt32LE(((entry.name.endsWith('/') ? UNIX_FOLDER : UNIX_FILE) << 16) >>> 0, 38)
  header.writeUInt32LE(Math.min(offset, MAX_32), 42)
  name.copy(header, 46)
  if (wide.length) {
    header.writeUInt16LE(1, 46 + name.length)
    header.writeUInt16LE(wide.length * 8, 48 + name.length)
    for (const [at, value] of wide.entries()) header.writeBigUInt64LE(value, 50 + name.length + at * 8)
  }
  return header
}

function ending(count: number, offset: number, central: number): Buffer {
  const wide = needs64(count, offset, central)
  const bytes = Buffer.alloc((wide ? 76 : 0) + 22)
  if (wide) {
    bytes.writeUInt32LE(0x06064b50, 0)
    bytes.writeBigUInt64LE(44n, 4)
    bytes.writeUInt16LE(VERSION_64, 12)
    bytes.writeUInt16LE(VERSION_64, 14)
    bytes.writeBigUInt64LE(BigInt(count), 24)
    bytes.writeBigUInt64LE(BigInt(count), 32)
    bytes.writeBigUInt64LE(BigInt(central), 40)
    bytes.writeBigUInt64LE(BigInt(offset), 48)
    bytes.writeUInt32LE(0x07064b50, 56)
    bytes.writeBigUInt64LE(BigInt(offset + central), 64)
    bytes.writeUInt32LE(1, 72)
  }
  const at = wide ? 76 : 0
  bytes.writeUInt32LE(0x06054b50, at)
  bytes.writeUInt16LE(Math.min(count, MAX_16), at + 8)
  bytes.writeUInt16LE(Math.min(count, MAX_16), at + 10)
  bytes.writeUInt32LE(Math.min(central, MAX_32), at + 12)
  bytes.writeUInt32LE(Math.min(offset, MAX_32), at + 16)
  return bytes
}

async function whole(entry: ZipEntry): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of await entry.open()) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * Streams a zip in store mode (no compression, because research data mostly is compressed already), with zip64 where
 * needed, in constant memory. Throws when a content's length differs from its announced size.
 */
export async function* zipStream(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const central: Buffer[] = []
  const ahead = new Map<number, Promise<Buffer>>()
  let buffered: Buffer[] = []
  let bufferedBytes = 0
  let offset = 0
  let started = 0

  const buffer = (piece: Buffer) => {
    buffered.push(piece)
    bufferedBytes += piece.length
    offset += piece.length
  }
  const flush = () => {
    const piece = Buffer.concat(buffered)
    buffered = []
    bufferedBytes = 0
    return piece
  }
  const readAhead = (at: number) => {
    for (; started < Math.min(entries.length, at + AHEAD); started += 1) {
      const entry = entries[started]
      if (!entry || entry.size > SMALL_BYTES || entry.size === 0) continue
      const reading = whole(entry)
      // The rejection is thrown where the promise is awaited; until then it must not count as unhandled.
      reading.catch(() => undefined)
      ahead.set(started, reading)
    }
  }

  for (const [at, entry] of entries.entries()) {
    readAhead(at)
    const start = offset
    buffer(localHeader(entry))
    let crc = 0
    let length = 0
    const small = ahead.get(at)
    ahead.delete(at)
    for await (const piece of small ? [await small] : entry.size ? await entry.open() : []) {
      crc = crc32(piece, crc)
      length += piece.length
      if (piece.length < PIECE_BYTES) buffer(piece)
      else {
        // A large piece is passed on without a copy.
        if (bufferedBytes) yield flush()
        offset += piece.length
        yield piece
      }
      if (bufferedBytes >= PIECE_BYTES) yield flush()
    }
    if (length !== entry.size) throw new Error(`${entry.name} has ${length} bytes, not ${entry.size}`)
    buffer(trailer(length, crc))
    central.push(centralHeader(entry, start, crc))
    if (bufferedBytes >= PIECE_BYTES) yield flush()
  }
  const directory = Buffer.concat(central)
  const end = ending(entries.length, offset, directory.length)
  yield Buffer.concat([...buffered, directory, end])
}
