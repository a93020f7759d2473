import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TrafficChannel } from '#contract/traffic.ts'
import { comingAndGoing } from '#server/concurrency/coming-and-going.ts'

/** The space and the person of a request, as far as known. */
export type Attribution = { spaceId: string | null; personId: string | null; applicationId?: string }
/** Traffic of a channel; bytes as on the wire, before TLS. */
export type Passage = Attribution & { channel: TrafficChannel; requests: number; inBytes: number; outBytes: number }

const attribution = new AsyncLocalStorage<Attribution>()

/**
 * Counts the request that is being answered for a space, a person, and the application that acts; the first space that
 * it enters stays.
 */
export function attributeRequest({ spaceId, personId, applicationId }: Partial<Attribution>): void {
  const known = attribution.getStore()
  if (!known) return
  if (spaceId) known.spaceId ??= spaceId
  if (personId) known.personId = personId
  if (applicationId) known.applicationId = applicationId
}

/** The attribution of the current work. */
export function attributionNow(): Attribution {
  const { spaceId = null, personId = null } = attribution.getStore() ?? {}
  return { spaceId, personId }
}

/** Does work apart from requests for a space and a person: what it sends to other sites is counted for them. */
export const attributed = <T>(whose: Attribution, work: () => T): T => attribution.run({ ...whose }, work)

/** A request under way. Its connection is kept here, since a request may have forgotten it when its answer closes. */
type UnderWay = { request: FastifyRequest; whose: Attribution; socket: Socket }

/** Paths that machines of the operator ask for all the time. */
const UNCOUNTED = /^\/(healthz|readyz|metrics)(\?|$)/

/** The path as decoded by the router; unchanged if it can't be decoded. */
function pathOf(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

function channelOf(request: FastifyRequest): TrafficChannel {
  const { actor } = request
  const url = pathOf(request.url)
  if (url.startsWith('/dav/')) return 'webdav'
  if (/^\/(api\/share|file-share|space-share|board-share)\b/.test(url)) return 'share'
  // Requests from other installations.
  if (url.startsWith('/fair/')) return 'transfer'
  return actor?.scope ? 'token' : 'web'
}

/**
 * Counts all requests by the bytes of their connections. The answer counts what passed since in requests that are
 * still under way.
 */
export function watchTraffic(app: FastifyInstance, count: (passage: Passage) => void): () => void {
  const counted = new WeakMap<Socket, { read: number; written: number }>()
  const underWay = comingAndGoing<UnderWay>()

  function countOf({ request, whose, socket }: UnderWay, requests: number): void {
    const before = counted.get(socket) ?? { read: 0, written: 0 }
    const { bytesRead: read, bytesWritten: written } = socket
    counted.set(socket, { read, written })
    const personId = request.actor?.id ?? whose.personId
    const bytes = { inBytes: read - before.read, outBytes: written - before.written }
    count({ ...whose, ...bytes, channel: channelOf(request), personId, requests })
  }

  app.decorateRequest('attribution', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // A request of this installation to itself passes no connection.
    if (UNCOUNTED.test(request.url) || !(socket instanceof Socket)) return done()
    const whose: Attribution = { spaceId: null, personId: null }
    const one = { request, whose, socket }
    const leave = underWay.add(one)
    request.attribution = whose
    reply.raw.once('close', () => {
      leave()
      countOf(one, 1)
    })
    attribution.run(whose, done)
  })
  // The body parser runs in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const { attribution: whose, actor } = request
    if (!whose) return done()
    whose.personId ??= actor?.id ?? null
    attribution.run(whose, done)
  })
  return () => {
    for (const one of underWay) countOf(one, 0)
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request is counted for; null if it is not counted. */
    attribution: Attribution | null
  }
}
