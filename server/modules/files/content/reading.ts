import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#contract/core/policy.ts'
import type { FileSort } from '#contract/files.ts'
import type { Config } from '#server/config.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { itemsOf } from '../listing/items.ts'
import { pageOfFolder } from '../listing/list-store.ts'
import type { NodeRow } from '../listing/records.ts'
import { demandFor } from '../rights.ts'
import type { SendZip } from '../zip/zip-sender.ts'
import { sendContent } from './content.ts'
import { sendThumb } from './thumb.ts'

type Needs = { db: Db; blobs: BlobStore; config: Config; sendZip: SendZip }
type FolderQuery = {
  folderId: string
  sort: FileSort
  order: 'asc' | 'desc'
  after?: string
  size: number
  onlyBy: string | null
}

/** Reading for modules with access rules of their own, such as share links: only `demandShare` checks rights. */
export const readingFor = ({ db, blobs, config, sendZip }: Needs) => ({
  /** The items, if the caller may share them. Throws fileGone, fileForbidden. */
  async demandShare(space: EnteredSpace, actor: Actor, ids: readonly string[]): Promise<NodeRow[]> {
    const nodes = await itemsOf(db, space.id, ids)
    await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.share', nodes })
    return nodes
  },
  /** The content of a folder; `path` of the records is relative to that folder. */
  page: (query: FolderQuery) => pageOfFolder(db, query, ''),
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    node: NodeRow & { sha256: string },
    delivery: { isDownload: boolean; onBytes: (start: number | null) => void },
  ) => sendContent(request, reply, { node, sha256: node.sha256, accelPrefix: config.accelPrefix, blobs, ...delivery }),
  thumb: (request: FastifyRequest, reply: FastifyReply, { sha256 }: NodeRow) =>
    sendThumb({ db, blobs }, { sha256, isNamed: false }, { request, reply }),
  zip: sendZip,
})
