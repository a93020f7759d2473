import { STATUS_CODES } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { admitAgain } from '#server/http/mount.ts'
import { streamOf } from '#server/http/stalled.ts'
import type { BlobStore } from '#server/storage/blobs/index.ts'
import { released } from '#server/storage/release.ts'
import type { UploadService } from './service.ts'
import { checksumOf, countOf, wishOf } from './tus-headers.ts'
import { NotTaken, receive } from './tus-receive.ts'
import type { TusStore, TusUpload } from './tus-store.ts'

export type TusNeeds = { service: UploadService; store: TusStore; blobs: BlobStore; now: () => Date }
export type Exchange = { request: FastifyRequest; reply: FastifyReply; actor: SignedIn }

const BYTES = 'application/offset+octet-stream'
export const RULES = { gate: 'signedIn', changes: true } as const
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const plain = (reply: FastifyReply, status: number) =>
  reply
    .status(status)
    .type('text/plain; charset=utf-8')
    .send(STATUS_CODES[status] ?? 'Checksum Mismatch')

/** The requests of the tus protocol for an upload of their caller. */
export function tusActions({ service, store, blobs, now }: TusNeeds) {
  async function find(id: string, actor: SignedIn): Promise<TusUpload> {
    const upload = ID.test(id) ? await store.find(id, actor.id) : undefined
    if (!upload) throw new Failure('uploadGone')
    return upload
  }

  /** Makes the complete upload a file; a repeated call returns the same file. */
  async function finish({ id, size, received }: TusUpload, { request, reply }: Exchange): Promise<void> {
    if (received < size) return
    // The caller may have lost access while the bytes arrived.
    await admitAgain(RULES, request)
    const { actor } = request
    if (!actor) throw new Failure('sessionExpired')
    const { hash } = await service.merge({ checkId: id }, { actor })
    reply.header('content-location', `/api/files/${hash}`)
  }

  function setOffset(reply: FastifyReply, { received }: Pick<TusUpload, 'received'>): void {
    reply.header('upload-offset', received)
    reply.header('upload-expires', new Date(now().getTime() + UPLOAD_IDLE_MS).toUTCString())
  }

  /** Receives the body of a request; returns the updated upload. */
  async function take(upload: TusUpload, exchange: Exchange): Promise<TusUpload> {
    const { request, actor } = exchange
    const checksum = checksumOf(request.headers['upload-checksum'])
    // Refused unread; a body without a length is refused once it is too long.
    if ((countOf(request.headers['content-length']) ?? 0) > upload.size - upload.received) throw new NotTaken('tooLong')
    const chunkCount = chunkCountOf(upload.size)
    const writeChunk = (chunkIndex: number, bytes: Buffer) =>
      service.chunk({ checkId: upload.id, chunkCount, chunkIndex }, bytes, { actor })
    const received = await receive(
      { store, staging: blobs.staging, writeChunk },
      upload,
      released(streamOf(request)),
      checksum,
    )
    return { ...upload, received }
  }

  async function create(exchange: Exchange): Promise<FastifyReply> {
    const { request, reply, actor } = exchange
    const total = countOf(request.headers['upload-length'])
    const metadata = String(request.headers['upload-metadata'] ?? '')
    if (total === null) throw new Failure('invalid')
    const { id } = await service.begin(wishOf(metadata, total), actor)
    await store.begin(id, metadata)
    if (total === 0)
      await service.chunk({ checkId: id, chunkCount: 1, chunkIndex: 0 }, blobs.staging.buffer(0), { actor })
    let upload = await find(id, actor)
    reply.header('location', `/tus/${id}`)
    if (request.headers['content-type'] === BYTES) upload = await take(upload, exchange)
    await finish(upload, exchange)
    setOffset(reply, upload)
    return reply.status(201).send()
  }

  async function head(id: string, exchange: Exchange): Promise<FastifyReply> {
    const { reply, actor } = exchange
    const upload = await find(id, actor)
    // All bytes are here, but there is no file yet: the client must not take it for done.
    if (!upload.nodeId) await finish(upload, exchange)
    setOffset(reply, upload)
    reply.headers({ 'upload-length': upload.size, 'upload-metadata': upload.metadata, 'cache-control': 'no-store' })
    return reply.status(200).send()
  }

  async function patch(id: string, exchange: Exchange): Promise<FastifyReply> {
    const { request, reply, actor } = exchange
    if (request.headers['content-type'] !== BYTES) return plain(reply, 415)
    const upload = await find(id, actor)
    if (countOf(request.headers['upload-offset']) !== upload.received) return plain(reply, 409)
    const after = upload.nodeId ? upload : await take(upload, exchange)
    await finish(after, exchange)
    setOffset(reply, after)
    return reply.status(204).send()
  }

  const remove = async (id: string, { reply, actor }: Exchange): Promise<FastifyReply> => {
    await find(id, actor)
    await service.cancel({ checkId: id }, { actor })
    return reply.status(204).send()
  }

  return { create, head, patch, remove }
}
