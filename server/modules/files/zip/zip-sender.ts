import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { ARCHIVE_ENTRIES_MAX, ZIPS_ENTRIES } from '#contract/core/limits.ts'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'
import type { Call } from '#server/http/context.ts'
import { endStalled } from '#server/http/stalled.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { disposition } from '../content/content.ts'
import type { NodeRow } from '../listing/records.ts'
import { entriesBelow, zipEntries, zipName } from './zip.ts'
import { zipLength, zipStream } from './zip-writer.ts'

type Asked = Pick<Call, 'actor' | 'request' | 'reply'>
type Wish = { nodes: NodeRow[]; onlyBy?: string | null; name?: string }
export type SendZip = ReturnType<typeof zipSender>

/**
 * Streams a selection as one zip; `onlyBy` limits it to items of one author, `onBytes` is called when sending begins.
 * The entry list stays in memory until the last byte is sent, so concurrent downloads are limited; a disconnect ends
 * one. Throws archiveTooLarge, tooManyRequests, busy.
 */
export function zipSender(needs: { db: Db; blobs: BlobStore }) {
  const listed = inFlightLimit(ZIPS_ENTRIES)

  return async (
    { actor, request, reply }: Asked,
    { nodes, onlyBy = null, name = 'files' }: Wish,
    onBytes: () => void,
  ): Promise<FastifyReply> => {
    const isAwaited = () => !reply.raw.destroyed
    if (!isAwaited()) return reply.hijack()
    const most = Math.min(entriesBelow(nodes), ARCHIVE_ENTRIES_MAX)
    endStalled(reply.raw)
    reply.raw.once('close', listed.take(actor?.id ?? request.ip, most))
    const entries = await zipEntries(needs, nodes, { onlyBy, isAwaited })
    if (!entries || !isAwaited()) return reply.hijack()
    if (request.method !== 'HEAD') onBytes()
    return reply
      .type('application/zip')
      .header('content-length', zipLength(entries))
      .header('content-disposition', disposition('attachment', zipName(nodes, name)))
      .header('cache-control', 'no-store')
      .send(Readable.from(zipStream(entries), { objectMode: false, highWaterMark: 1_048_576 }))
  }
}
