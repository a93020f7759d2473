import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileSort } from '#contract/files.ts'
import type { Actor } from '#contract/policy.ts'
import type { Config } from '#server/config.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { disposition, sendContent } from './content.ts'
import { itemsOf } from './items.ts'
import { pageOfFolder } from './list.ts'
import type { NodeRow } from './records.ts'
import { demandFor } from './rights.ts'
import { sendThumb } from './thumb.ts'
import { zipEntries, zipName } from './zip.ts'
import { zipLength, zipStream } from './zip-writer.ts'

type Needs = { db: Db; blobs: BlobStore; config: Config }
type FolderQuery = {
  folderId: string
  sort: FileSort
  order: 'asc' | 'desc'
  after?: string
  size: number
  onlyBy: string | null
}

/** Streams a selection as one zip; `onlyBy` leaves out what is somebody else's. */
export async function sendZip(
  reply: FastifyReply,
  { db, blobs }: Pick<Needs, 'db' | 'blobs'>,
  { nodes, onlyBy = null, name = 'files' }: { nodes: NodeRow[]; onlyBy?: string | null; name?: string },
): Promise<FastifyReply> {
  const entries = await zipEntries(db, blobs, nodes, onlyBy)
  return reply
    .type('application/zip')
    .header('content-length', zipLength(entries))
    .header('content-disposition', disposition('attachment', zipName(nodes, name)))
    .header('cache-control', 'no-store')
    .send(Readable.from(zipStream(entries), { objectMode: false, highWaterMark: 1_048_576 }))
}

/** For doors with rules of their own, such as share links: nothing here asks who wants it, but `demand`. */
export const readingFor = ({ db, blobs, config }: Needs) => ({
  /** Items that the caller may share. Throws fileGone, fileForbidden. */
  async demandShare(space: EnteredSpace, actor: Actor, ids: readonly string[]): Promise<NodeRow[]> {
    const nodes = await itemsOf(db, space.id, ids)
    await demandFor(db, { actor, facts: space.facts, permission: 'file.share', nodes })
    return nodes
  },
  /** What lies in a folder; `path` of the records begins in it. */
  page: (query: FolderQuery) => pageOfFolder(db, query, ''),
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    node: NodeRow & { sha256: string },
    told: { isDownload: boolean; onBytes: (start: number | null) => void },
  ) => sendContent(request, reply, { node, sha256: node.sha256, accelPrefix: config.accelPrefix, blobs, ...told }),
  thumb: (request: FastifyRequest, reply: FastifyReply, { sha256 }: NodeRow) =>
    sendThumb({ db, blobs }, { sha256, isNamed: false }, { request, reply }),
  zip: (reply: FastifyReply, wish: Parameters<typeof sendZip>[2]) => sendZip(reply, { db, blobs }, wish),
})
