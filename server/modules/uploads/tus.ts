import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import { admit } from '#server/http/mount.ts'
import { preemptiveMutex } from '../../concurrency/preemptive-mutex.ts'
import { type Exchange, plain, RULES, type TusNeeds, tusActions } from './tus-actions.ts'
import { CHECKSUMS, TUS_EXTENSIONS, TUS_VERSION } from './tus-headers.ts'
import { NotTaken, type Trouble } from './tus-receive.ts'

type One = { Params: { id: string } }

/** HTTP statuses of the tus protocol without a refusal of ours. */
const statuses: Record<Trouble, number> = { tooLong: 413, checksum: 460, overtaken: 409 }

/** tus 1.0 at `/tus/`: another protocol for the same uploads. See docs/upload-protocol.md. */
export function tusRoutes(app: FastifyInstance, needs: TusNeeds): void {
  const { create, head, patch, remove } = tusActions(needs)
  const alone = preemptiveMutex()

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
