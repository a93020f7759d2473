import type { FastifyReply } from 'fastify'
import { SCRATCH } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { streamOf } from '#server/http/stalled.ts'
import { languageOf, textOf } from '#server/http/texts.ts'
import { disposition, inlineTypeOf, SANDBOX, sendBytes } from '#server/modules/files/index.ts'
import type { Item } from '#server/modules/protocols/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { released } from '#server/storage/release.ts'
import { bytesOf, goOn, lengthOf } from './body.ts'
import { digestsOf } from './checksum.ts'
import { modifiedOf } from './dates.ts'
import { checksumsOf } from './properties.ts'
import type { DavStore } from './store.ts'
import { headerOf, type Visit, type VisitRules } from './visit.ts'

type Needs = { store: DavStore; blobs: BlobStore; accelPrefix: string | null; now: () => Date; newId: () => string }

/** Headers about a file's content. */
function setContentHeaders(reply: FastifyReply, item: Item): void {
  reply.headers({ etag: item.etag, 'oc-etag': item.etag, 'oc-fileid': item.hash, 'oc-checksum': checksumsOf(item) })
}

/** Reading and writing files. */
export function contentRules({ store, blobs, accelPrefix, now, newId }: Needs, rules: VisitRules) {
  async function getScratch({ reply }: Visit, id: string, etag: string): Promise<FastifyReply> {
    return reply
      .headers({ etag, 'content-security-policy': SANDBOX, 'x-content-type-options': 'nosniff' })
      .type('application/octet-stream')
      .send(await store.openScratch(id, now()))
  }

  async function get(visit: Visit): Promise<FastifyReply> {
    const { request, reply, item, scratch, tree } = visit
    if (!item && scratch?.found) return getScratch(visit, scratch.found.id, scratch.found.etag)
    if (!item) throw new Failure('fileGone')
    await rules.demandAsThought(visit)
    if (item.isFolder) return reply.type('text/plain; charset=utf-8').send(textOf(languageOf(request), 'webdav.folder'))
    const sha256 = await tree.demandRead(item)
    setContentHeaders(reply, item)
    reply.headers({
      'last-modified': item.modifiedAt.toUTCString(),
      'cache-control': 'private, no-cache',
      'content-type': inlineTypeOf(item.mime) ?? 'application/octet-stream',
      // A browser may open this address: as an attachment, no script in the file runs.
      'content-disposition': disposition('attachment', item.name),
      'content-security-policy': SANDBOX,
    })
    const onBytes = (start: number | null) => tree.noteRead(item, start)
    return sendBytes(request, reply, { sha256, size: item.size, etag: item.etag, accelPrefix, blobs, onBytes })
  }

  async function putScratch(visit: Visit, scratch: NonNullable<Visit['scratch']>): Promise<FastifyReply> {
    const { request, reply } = visit
    await rules.demandOpen(visit)
    const content = await bytesOf(request, reply, SCRATCH.bytes)
    const isKept = await store.keepScratch(scratch.place, { id: newId(), content, at: now() })
    if (!isKept) throw new Failure('davPropertiesFull')
    return reply.status(scratch.found ? 204 : 201).send()
  }

  /** Refuses a PUT on a folder, without a parent folder, encoded, or with a partial range. */
  function judgePut({ item, folder, request, place }: Visit): void {
    if (!place.path.length || item?.isFolder) throw new Failure('davMethod')
    if (!folder) throw new Failure('folderGone')
    const coding = headerOf(request, 'content-encoding') ?? 'identity'
    if (coding !== 'identity') throw new Failure('davMedia')
    if (headerOf(request, 'content-range') !== undefined) throw new Failure('davInvalid')
  }

  async function put(visit: Visit): Promise<FastifyReply> {
    const { request, reply, item, scratch, tree, place, lists, along } = visit
    judgePut(visit)
    await rules.demandAsThought(visit)
    if (scratch) return putScratch(visit, scratch)
    await (item ? rules.demandOpen(visit) : rules.demandOpenFolder(visit))
    const isConditional = ['if-match', 'if-none-match'].some((name) => headerOf(request, name) !== undefined)
    const sizeBytes = lengthOf(request)
    const modifiedAt = modifiedOf(headerOf(request, 'x-oc-mtime'))
    const arrival = await tree.prepare(place.path, {
      ...(sizeBytes !== undefined && { sizeBytes }),
      ...(modifiedAt && { modifiedAt }),
      ...((isConditional || lists.length > 0) && { base: item }),
      expected: digestsOf(headerOf(request, 'oc-checksum')),
      along,
    })
    goOn(request, reply)
    const written = await arrival.take(released(streamOf(request)))
    setContentHeaders(reply, written.item)
    if (modifiedAt) reply.header('x-oc-mtime', 'accepted')
    return reply.status(written.isNew ? 201 : 204).send()
  }

  return { get, put }
}
