import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ARCHIVE_ENTRIES_MAX, ZIPS_ENTRIES } from '#contract/core/limits.ts'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'
import type { Call } from '#server/http/context.ts'
import { releasing } from '#server/http/send-pieces.ts'
import { endStalled } from '#server/http/stalled.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { disposition } from '../content/content.ts'
import type { NodeRow } from '../listing/records.ts'
import { entriesBelow, zipEntries, zipName } from './zip.ts'
import { type ZipEntry, zipLength, zipStream } from './zip-writer.ts'

/** Pieces of a zip that are made before the one ahead of them is sent. */
const PIECES_AHEAD = 2

type Asked = Pick<Call, 'actor' | 'request' | 'reply'>
type Wish = { nodes: NodeRow[]; onlyBy?: string | null; name?: string }
/** An archive to be sent: at most `most` entries, read when its turn comes; null if the client has disconnected. */
type Archive = { name: string; most: number; read: (isAwaited: () => boolean) => Promise<ZipEntry[] | null> }
export type SendEntries = ReturnType<typeof entrySender>
export type SendZip = ReturnType<typeof zipSender>

/**
 * Streams entries as one zip; `onBytes` is called when sending begins. The entry list stays in memory until the last
 * byte is sent, so concurrent downloads are limited; a disconnect ends one. Throws tooManyRequests, busy.
 */
export function entrySender() {
  const listed = inFlightLimit(ZIPS_ENTRIES)

  return async ({ actor, request, reply }: Asked, { name, most, read }: Archive, onBytes: () => void) => {
    const isAwaited = () => !reply.raw.destroyed
    if (!isAwaited()) return reply.hijack()
    endStalled(reply.raw)
    reply.raw.once('close', listed.take(actor?.id ?? request.ip, most))
    const entries = await read(isAwaited)
    if (!entries || !isAwaited()) return reply.hijack()
    if (request.method !== 'HEAD') onBytes()
    return reply
      .type('application/zip')
      .header('content-length', zipLength(entries))
      .header('content-disposition', disposition('attachment', name))
      .header('cache-control', 'no-store')
      .send(releasing(Readable.from(zipStream(entries), { highWaterMark: PIECES_AHEAD })))
  }
}

/** Streams a selection as one zip; `onlyBy` limits it to items of one author. Throws archiveTooLarge too. */
export const zipSender =
  (needs: { db: Db; blobs: BlobStore; sendEntries: SendEntries }) =>
  (asked: Asked, { nodes, onlyBy = null, name = 'files' }: Wish, onBytes: () => void): Promise<FastifyReply> =>
    needs.sendEntries(
      asked,
      {
        name: zipName(nodes, name),
        most: Math.min(entriesBelow(nodes), ARCHIVE_ENTRIES_MAX),
        read: (isAwaited) => zipEntries(needs, nodes, { onlyBy, isAwaited }),
      },
      onBytes,
    )
