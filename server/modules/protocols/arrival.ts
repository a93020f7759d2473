import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { fault } from '#server/storage/fault.ts'
import type { Room } from './room.ts'

/** Hashes that the client announced for a content; hex. */
export type Expected = { sha256?: string; md5?: string; sha1?: string }
export type Content = Digest & { sha1: string | null }
type Needs = { put: (content: AsyncIterable<Uint8Array>) => Promise<Digest>; room: Room }
type Promised = { sizeBytes?: number; expected?: Expected; before?: { bytes: number; read: () => Promise<Readable> } }

/** Counts the bytes of a source, with those already stored, and compares them with the announced size. */
async function* counted(source: AsyncIterable<Buffer>, room: Room, { sizeBytes, before }: Promised, sha1: Hash | null) {
  let came = 0
  if (before?.bytes)
    for await (const piece of await before.read()) {
      sha1?.update(piece as Buffer)
      yield piece as Buffer
    }
  for await (const piece of source) {
    came += piece.length
    if (sizeBytes !== undefined && came > sizeBytes) throw new Failure('uploadIncomplete')
    if (sizeBytes === undefined) await room.grow((before?.bytes ?? 0) + came)
    await room.stillComes()
    sha1?.update(piece)
    yield piece
  }
  if (sizeBytes !== undefined && came < sizeBytes) throw new Failure('uploadIncomplete')
}

/**
 * Stores the bytes of a source as they arrive. Throws uploadIncomplete if the length differs from the announced one,
 * uploadHashWrong if the hash differs, spaceFull; if the source fails, nothing is stored.
 */
export async function receive(
  { put, room }: Needs,
  source: AsyncIterable<Buffer>,
  promised: Promised,
): Promise<Content> {
  const { expected = {} } = promised
  const sha1 = expected.sha1 ? createHash('sha1') : null
  const digest = await put(counted(source, room, promised, sha1))
  fault('protocol-content')
  const found = { ...digest, sha1: sha1?.digest('hex') ?? null }
  const isRight = (['sha256', 'md5', 'sha1'] as const).every((kind) => {
    const wanted = expected[kind]?.toLowerCase()
    return wanted === undefined || wanted === found[kind]
  })
  if (!isRight) throw new Failure('uploadHashWrong')
  return found
}
