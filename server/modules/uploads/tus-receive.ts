import { createHash } from 'node:crypto'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { TusStore, TusUpload } from './tus-store.ts'

/** Why bytes are refused. */
export type Trouble = 'tooLong' | 'checksum' | 'overtaken'
export class NotTaken extends Error {
  readonly why: Trouble

  constructor(why: Trouble) {
    super(why)
    this.why = why
  }
}
type Needs = {
  store: TusStore
  staging: Pick<BlobStore['staging'], 'buffer'>
  writeChunk: (index: number, bytes: Buffer) => Promise<unknown>
}
type Checksum = { algorithm: string; digest: Buffer } | null

/**
 * Appends bytes to an upload, a chunk at a time; returns the new length. Bytes received before a broken connection are
 * kept; bytes with a checksum are kept all or not at all. Throws NotTaken.
 */
export async function receive(
  { store, staging, writeChunk }: Needs,
  { id, size, received, tail }: TusUpload,
  source: AsyncIterable<Buffer>,
  checksum: Checksum,
): Promise<number> {
  const hash = checksum && createHash(checksum.algorithm)
  const roomOf = (index: number) => staging.buffer(Math.max(0, Math.min(CHUNK_BYTES, size - index * CHUNK_BYTES)))
  let index = Math.floor(received / CHUNK_BYTES)
  let chunk = roomOf(index)
  let filled = tail.copy(chunk)
  let at = received
  let noted = received

  async function note(end: Buffer): Promise<void> {
    if (at === noted) return
    if (!(await store.advance(id, noted, at, end))) throw new NotTaken('overtaken')
    noted = at
  }
  async function take(piece: Buffer): Promise<void> {
    for (let from = 0; from < piece.length; ) {
      if (at === size) throw new NotTaken('tooLong')
      const length = piece.copy(chunk, filled, from)
      from += length
      filled += length
      at += length
      if (filled < chunk.length) return
      // The store owns the buffer after the write.
      await writeChunk(index, chunk)
      if (!hash) await note(Buffer.alloc(0))
      index += 1
      chunk = roomOf(index)
      filled = 0
    }
  }

  try {
    for await (const piece of source) {
      hash?.update(piece)
      await take(piece)
    }
  } catch (error) {
    if (!hash && filled && !(error instanceof NotTaken)) await note(Buffer.from(chunk.subarray(0, filled)))
    throw error
  }
  if (hash && !hash.digest().equals(checksum.digest)) throw new NotTaken('checksum')
  await note(Buffer.from(chunk.subarray(0, filled)))
  return at
}
