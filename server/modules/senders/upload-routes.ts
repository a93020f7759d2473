import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Arriving, NotTaken, type Part, pathOf } from './arriving.ts'

type One = { Params: { id: string; '*': string } }
type Needs = { arriving: Arriving; settings: Pick<SettingService, 'features'> }

/** The part of a file in a request, by Content-Range; without one it is the whole file. Throws NotTaken. */
function partOf(request: FastifyRequest, path: string): Part {
  const { 'content-range': range, 'content-length': length } = request.headers
  const size = /^\d{1,15}$/.test(length ?? '') ? Number(length) : null
  if (size === null) throw new NotTaken(411, 'a length is needed')
  const bytes = request.raw
  if (range === undefined) return { path, from: 0, size, bytes }
  const [, first, last, total = ''] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/.exec(range) ?? []
  const whole = Number(total)
  const from = first === undefined ? whole : Number(first)
  // A part extends to the end of the file: after an interruption, HEAD returns the position to continue from.
  const isPart = total !== '' && from + size === whole && (last === undefined || Number(last) === whole - 1)
  if (!isPart) throw new NotTaken(400, 'no part up to the end')
  return { path, from, size: whole, bytes }
}

/** The password in the Basic credentials of an account; '' if missing, or for another account. */
function passwordOf(id: string, authorization = ''): string {
  const [, credentials = ''] = /^Basic ([A-Za-z0-9+/=]{1,500})$/.exec(authorization) ?? []
  const said = Buffer.from(credentials, 'base64').toString()
  return said.startsWith(`${id}:`) ? said.slice(id.length + 1) : ''
}

/**
 * Files of submissions by HTTPS: PUT sends a file or, with Content-Range, its remaining part; HEAD returns the number
 * of stored bytes as Upload-Offset.
 */
export function uploadRoutes(app: FastifyInstance, { arriving, settings }: Needs): void {
  const serve =
    (run: (request: FastifyRequest<One>, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest<One>, reply: FastifyReply): Promise<FastifyReply> => {
      reply.header('cache-control', 'no-store')
      if (!(await settings.features()).senders) throw new Failure('notFound')
      try {
        return await run(request, reply)
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error
        if (error.offset !== null) reply.header('upload-offset', error.offset)
        // Unread bytes of the body would be taken for the next request.
        return reply.status(error.status).header('connection', 'close').type('text/plain').send(error.message)
      }
    }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const url = '/fair/upload/:id/*'
    scope.put<One>(
      url,
      { compress: false, config: { isStreamed: true } },
      serve(async (request, reply) => {
        const { row } = await arriving.admitted(
          request.params.id,
          passwordOf(request.params.id, request.headers.authorization),
        )
        await arriving.take(row, partOf(request, pathOf(request.params['*'])))
        return reply.status(201).send()
      }),
    )
    scope.head<One>(
      url,
      serve(async (request, reply) => {
        const { row } = await arriving.admitted(
          request.params.id,
          passwordOf(request.params.id, request.headers.authorization),
        )
        const offset = await arriving.offsetOf(row, pathOf(request.params['*']))
        if (offset === null) throw new NotTaken(404, 'nothing of it is here')
        return reply.status(200).header('upload-offset', offset).send()
      }),
    )
  })
}
