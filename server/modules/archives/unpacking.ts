import { pipeline, Readable } from 'node:stream'
import { crc32, createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib'
import { Failure } from '#server/failure.ts'
import { type Bytes, type Cursor, cursorOf, streamCursor } from './bytes.ts'
import { collectEntries, demandGrowth, type RawEntry } from './entries.ts'
import { isTarHead, tarEntries } from './tar.ts'
import { type ZipSource, zipContent, zipDirectory } from './zip.ts'

/** Formats that can be extracted: `gz` is a single file. */
export type Packing = 'zip' | 'tar' | 'tgz' | 'gz'

const HEAD = 512
const PIECE_BYTES = 65_536
const isWrong = (error: unknown) => String((error as NodeJS.ErrnoException).code).startsWith('Z_')

/** Pipes bytes through a decompressor. Throws `contentDamaged` when they can't be decompressed. */
async function* through(source: AsyncIterable<Buffer>, machine: Gunzip | InflateRaw): AsyncGenerator<Buffer> {
  // The reader receives the errors.
  pipeline(Readable.from(source, { objectMode: false }), machine, () => undefined)
  try {
    for await (const piece of machine) yield piece as Buffer
  } catch (error) {
    if (isWrong(error)) throw new Failure('contentDamaged', { cause: error })
    throw error
  } finally {
    machine.destroy()
  }
}

/** The unpacked content of a gzip. Throws archiveUnsafe as soon as it grows too large. */
export async function* gunzipped(bytes: Bytes, signal?: AbortSignal): AsyncGenerator<Buffer> {
  let size = 0
  for await (const piece of through(bytes.stream(0, bytes.size), createGunzip({ chunkSize: PIECE_BYTES }))) {
    signal?.throwIfAborted()
    size += piece.length
    demandGrowth(size, bytes.size)
    yield piece
  }
}

async function firstBlock(source: AsyncIterable<Buffer>): Promise<Buffer> {
  try {
    return await streamCursor(source).take(HEAD)
  } catch (error) {
    if (error instanceof Failure) return Buffer.alloc(0)
    throw error
  }
}

/** Detects the format by the bytes; for a self-extracting program only by its name. Null: not an archive. */
export async function packingOf(bytes: Bytes, suffix: string): Promise<Packing | null> {
  const head = await bytes.read(0, HEAD)
  const signature = head.length >= 4 ? head.readUInt32LE() : 0
  if (signature === 0x04034b50 || signature === 0x06054b50 || suffix === 'zip') return 'zip'
  if (head[0] === 0x1f && head[1] === 0x8b) return isTarHead(await firstBlock(gunzipped(bytes))) ? 'tgz' : 'gz'
  return isTarHead(head) ? 'tar' : null
}

const damaged = (error: unknown) =>
  error instanceof Failure && error.refusal === 'contentDamaged'
    ? new Failure('archiveDamaged', { cause: error })
    : error

/** The format of an archive, and the file name inside a gzip. */
type ArchiveKind = { packing: Packing; name: string }
/** All entries of an archive; throws when it is not allowed. */
export async function entriesIn(
  bytes: Bytes,
  { packing, name }: ArchiveKind,
  signal: AbortSignal,
): Promise<RawEntry[]> {
  try {
    if (packing === 'zip') {
      const entries = await zipDirectory(bytes)
      const unpacked = entries.reduce((sum, { size }) => sum + size, 0)
      demandGrowth(unpacked, bytes.size)
      return entries
    }
    if (packing === 'tar') return await collectEntries(tarEntries(cursorOf(bytes)))
    if (packing === 'tgz') return await collectEntries(tarEntries(streamCursor(gunzipped(bytes, signal))))
    const size = await streamCursor(gunzipped(bytes, signal)).skip(Number.POSITIVE_INFINITY)
    return [{ name: Buffer.from(name), isUtf8: true, size, kind: 'file', source: { at: 0 } }]
  } catch (error) {
    throw damaged(error)
  }
}

type Wanted = { size: number; source: Record<string, unknown> }
export type Watch = { signal: AbortSignal; onBytes: (bytes: number) => void }

/** Passes on exactly `size` bytes. Throws contentDamaged when there are more or fewer. */
async function* exactly(source: AsyncIterable<Buffer>, size: number, { signal, onBytes }: Watch, crc?: number) {
  let length = 0
  let sum = 0
  for await (const piece of source) {
    signal.throwIfAborted()
    length += piece.length
    if (length > size) throw new Failure('contentDamaged')
    if (crc !== undefined) sum = crc32(piece, sum)
    onBytes(piece.length)
    yield piece
  }
  if (length < size || (crc !== undefined && sum !== crc)) throw new Failure('contentDamaged')
}

/** The content of an entry of a zip or plain tar, read at its position. */
export async function* contentOf(bytes: Bytes, packing: 'zip' | 'tar', { size, source }: Wanted, watch: Watch) {
  if (packing === 'tar') return yield* exactly(bytes.stream(Number(source.at), size), size, watch)
  const place = source as ZipSource
  const { packed, isDeflated } = await zipContent(bytes, place)
  const plain = isDeflated ? through(packed, createInflateRaw({ chunkSize: PIECE_BYTES })) : packed
  yield* exactly(plain, size, watch, place.crc)
}

/** The content of the next entry of an archive that is read in order. */
export async function* nextContent(cursor: Cursor, { size, source }: Wanted, watch: Watch) {
  for (let left = Number(source.at) - cursor.at(); left > 0; ) {
    watch.signal.throwIfAborted()
    const passed = await cursor.skip(Math.min(left, PIECE_BYTES * 16))
    if (!passed) throw new Failure('contentDamaged')
    left -= passed
  }
  yield* exactly(cursor.pieces(size), size, watch)
}
