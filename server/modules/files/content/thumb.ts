import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { thumbOf } from './contents-store.ts'

/** Cache time in seconds: the thumbnail of a content never changes. */
const KEPT_S = 3600

/** Sends the thumbnail of a content, or the error that there is none. */
export async function sendThumb(
  { db, blobs }: { db: Db; blobs: BlobStore },
  { sha256, isNamed }: { sha256: string | null; isNamed: boolean },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const picture = sha256 && (await thumbOf(db, sha256))
  if (!picture) return reply.status(204).header('cache-control', 'no-store').send()
  const etag = `"${picture}"`
  reply.headers({
    etag,
    'cache-control': isNamed ? `private, max-age=${KEPT_S}` : 'private, no-cache',
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.send(await blobs.read(picture))
}
