import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { admit, admitAgain } from '#server/http/mount.ts'
import { streamOf } from '#server/http/stalled.ts'
import type { BlobStore } from '#server/storage/blobs/index.ts'
import { preemptiveMutex } from '../../concurrency/preemptive-mutex.ts'
import type { UploadService } from './service.ts'
import { CHECKSUMS, checksumOf, countOf, TUS_EXTENSIONS, TUS_VERSION, wishOf } from './tus-headers.ts'
import { NotTaken, receive, type Trouble } from './tus-receive.ts'
import type { TusStore, TusUpload } from './tus-store.ts'

type Needs = { service: UploadService; store: TusStore; blobs: BlobStore; now: () => Date }
type Exchange = { request: FastifyRequest; reply: FastifyReply; actor: SignedIn }
type One = { Params: { id: string } }

const BYTES = 'application/offset+octet-stream'
const RULES = { gate: 'signedIn', changes: true } as const
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** HTTP statuses of the tus protocol without a refusal of ours. */
const statuses: Record<Trouble, number> = { tooLong: 413, checksum: 460, overtaken: 409 }

const plain = (reply: FastifyReply, status: number) =>
  reply
    .status(status)
    .type('text/plain; charset=utf-8')
    .send(STATUS_CODES[status] ?? 'Checksum Mismatch')

/** tus 1.0 at `/tus/`: another protocol for the same uploads. See docs/upload-protocol.md. */
export function tusRoutes(app: FastifyInstance, { service, store, blobs, now }: Needs): void {
  const alone = preemptiveMutex()

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
    const received = await receive({ store, staging: blobs.staging, writeChunk }, upload, streamOf(request), checksum)
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

  /** Admits a caller and runs the request; a newer request for the same upload aborts the earlier one. */
  const serve =
    (work: (id: string, exchange: Exchange) => Promise<FastifyReply>) =>
    async (request: FastifyRequest<One>, reply: FastifyReply): Promise<FastifyReply> => {
      const { actor } = request
      if (request.headers['tus-resumable'] !== TUS_VERSION) return plain(reply.header('tus-version', TUS_VERSION), 412)
      admit(RULES, request)
      if (!actor) throw new Failure('notSignedIn')
      const { id = '' } = request.params
      try {
        const run = () => work(id, { request, reply, actor })
        return id ? await alone(`${actor.id} ${id}`, () => request.raw.destroy(), run) : await run()
      } catch (error) {
        if (error instanceof NotTaken) return plain(reply, statuses[error.why])
        throw error
      }
    }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (_request, reply) => void reply.header('tus-resumable', TUS_VERSION))
    const streamed = { compress: false, config: { isStreamed: true } } as const
    const capabilities = {
      'tus-version': TUS_VERSION,
      'tus-extension': TUS_EXTENSIONS,
      'tus-checksum-algorithm': CHECKSUMS.join(),
    }
    for (const url of ['/tus', '/tus/', '/tus/:id'])
      scope.options(url, async (_request, reply) => reply.status(204).headers(capabilities).send())
    for (const url of ['/tus', '/tus/'])
      scope.post<One>(
        url,
        streamed,
        serve((_id, exchange) => create(exchange)),
      )
    scope.head<One>('/tus/:id', serve(head))
    scope.patch<One>('/tus/:id', streamed, serve(patch))
    scope.delete<One>('/tus/:id', serve(remove))
    // For clients that can't send these methods.
    const meant: Record<string, typeof head> = { PATCH: patch, HEAD: head, DELETE: remove }
    scope.post<One>(
      '/tus/:id',
      streamed,
      serve((id, exchange) => {
        const work = meant[String(exchange.request.headers['x-http-method-override']).toUpperCase()]
        if (!work) throw new Failure('notFound')
        return work(id, exchange)
      }),
    )
  })
}
