import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'

/** A picture of a content never changes: whoever names the content may keep it for a while. */
const KEPT_S = 3600

/** The small picture that was made of a content, by its SHA-256; null while there is none. */
async function thumbOf(db: Db, sha256: string): Promise<string | null> {
  const { rows } = await sql<{ picture: string | null }>`
    select encode(blob_sha256, 'hex') as picture from rendition where sha256 = decode(${sha256}, 'hex') and kind = 'thumb'`.execute(
    db,
  )
  return rows[0]?.picture ?? null
}

/** Sends the small picture of a content, or that there is none. */
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
