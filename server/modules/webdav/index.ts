import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SCRATCH } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { callerOf } from '#server/http/caller.ts'
import { attributeRequest } from '#server/http/traffic.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { ClientSession, Protocols } from '#server/modules/protocols/index.ts'
import { DAV, placeIn, placeOf } from './address.ts'
import { contentRules } from './content.ts'
import { lockingRules } from './locking.ts'
import { movingRules } from './moving.ts'
import { propfindOf, spacesAnswer } from './propfind.ts'
import { proppatchOf } from './proppatch.ts'
import { refuse } from './refusal.ts'
import { sqlDavStore } from './store.ts'
import { headerOf, listsOf, type Visit, visitRules } from './visit.ts'

type Needs = Deps & { protocols: Protocols; files: FilesModule }
type Handler = (visit: Visit) => Promise<FastifyReply>

/** Methods of WebDAV itself. */
const METHODS = ['PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK'] as const
/** Unsupported methods, answered with the list of supported ones. */
const OTHERS = ['POST', 'PATCH', 'REPORT', 'SEARCH', 'ACL'] as const
/** Methods that change nothing; a lock without a change does no harm. */
const READS: readonly string[] = ['GET', 'HEAD', 'PROPFIND', 'LOCK', 'UNLOCK']
const ALLOW = ['OPTIONS', 'GET', 'HEAD', 'PUT', 'DELETE', ...METHODS].join(', ')

/** WebDAV, classes 1 and 2: every space as a folder of `/dav/`. Returns the scheduled sweep. */
export function webdavModule(app: FastifyInstance, needs: Needs) {
  const { db, blobs, config, now, newId, protocols, files } = needs
  const store = sqlDavStore(db)
  const rules = visitRules({ store, files })
  const content = contentRules({ store, blobs, accelPrefix: config.accelPrefix, now, newId }, rules)
  const moving = movingRules({ store, now, newId }, rules)
  const locking = lockingRules({ db, store, files, now, newId }, rules)

  const handlers: Record<string, Handler> = {
    GET: content.get,
    HEAD: content.get,
    PUT: content.put,
    DELETE: moving.remove,
    MKCOL: moving.mkcol,
    MOVE: moving.move,
    COPY: moving.copy,
    PROPFIND: propfindOf({ store }, rules),
    PROPPATCH: proppatchOf({ store }, rules),
    LOCK: locking.lock,
    UNLOCK: locking.unlock,
  }

  async function visited(
    request: FastifyRequest,
    reply: FastifyReply,
    clientSession: ClientSession,
  ): Promise<FastifyReply> {
    const [path = ''] = (request.raw.url ?? '').split('?')
    const place = placeOf(path)
    if (!place) throw new Failure('davInvalid')
    const { identifier } = place
    if (identifier === null) {
      if (request.method !== 'PROPFIND') throw new Failure('davMethod')
      return spacesAnswer(request, reply, clientSession, () => protocols.spaces(clientSession))
    }
    const to = destinationOf(request, identifier)
    const { tree, ways } = await protocols.visit(clientSession, identifier, to ? [place.path, to] : [place.path])
    const [along = [], goal = null] = ways
    const spot = await rules.spotOf(along, clientSession, { ...place, identifier })
    const handler = handlers[request.method]
    if (!handler) throw new Failure('davMethod')
    if (!READS.includes(request.method)) await protocols.demandWritable(clientSession)
    return handler({ ...spot, request, reply, clientSession, tree, goal, lists: listsOf(request) })
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.headers({ dav: '1, 2', 'ms-author-via': 'DAV' })
    try {
      if (request.method === 'OPTIONS') return reply.header('allow', ALLOW).status(200).send()
      return await visited(request, reply, await clientSessionOf(protocols, request))
    } catch (error) {
      if (error instanceof Failure && error.refusal === 'davMethod') reply.header('allow', ALLOW)
      return refuse(error, request, reply)
    }
  }

  mountAt(app, serve)
  return {
    /** Deletes unused scratch files of operating systems, and expired locks. */
    async sweep(): Promise<void> {
      await store.sweepScratch(new Date(now().getTime() - SCRATCH.days * DAY_MS))
      await files.locks.sweep()
    },
  }
}

/** The path of a `Destination` in the same space; null for any other, which its method refuses. */
function destinationOf(request: FastifyRequest, identifier: string): string[] | null {
  const header = headerOf(request, 'destination')
  if (header === undefined) return null
  try {
    const to = placeIn(header, request.headers.host)
    return to.identifier?.toLowerCase() === identifier.toLowerCase() ? to.path : null
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Authenticates a request, only by app password. Throws appPasswordWrong. */
async function clientSessionOf(protocols: Protocols, request: FastifyRequest): Promise<ClientSession> {
  const [, coded = ''] = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '') ?? []
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(coded, 'base64').toString('utf8')) ?? []
  if (!password) throw new Failure('appPasswordWrong')
  const { address, agent } = callerOf(request)
  const clientSession = await protocols.admit({ protocol: 'webdav', user, password, address, agent })
  attributeRequest({ personId: clientSession.actor.id })
  return clientSession
}

/**
 * Routes whose handler reads the body as a stream, without a time limit for the whole, and sends `100 Continue` itself.
 */
function mountAt(
  app: FastifyInstance,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
) {
  const added = [...METHODS, ...OTHERS].filter((method) => !app.supportedMethods.includes(method))
  for (const method of added) app.addHttpMethod(method, { hasBody: true })
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith(`${DAV}/`)) response.writeContinue()
    app.server.emit('request', request, response)
  })
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of [DAV, `${DAV}/*`]) {
      const others = ['OPTIONS', 'GET', 'DELETE', ...METHODS, ...OTHERS]
      scope.route({ method: others, url, handler, compress: false })
      scope.route({ method: 'PUT', url, handler, compress: false, config: { isStreamed: true } })
    }
  })
}
