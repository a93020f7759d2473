import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inFlightLimit } from '../concurrency/in-flight-limit.ts'
import { hasBody } from './message-signature.ts'

/** Most bytes of unfinished request bodies: of one person or address, and of all together (our choice). */
export const BODIES_BYTES = { each: 67_108_864, all: 536_870_912 } as const

/** Time for a whole body; the next one is for uploads of signed-in people: nine chunks at 10 KB/s. */
const BODY_MS = 30_000
const UPLOAD_MS = 30 * 60_000
/** Time for an upload of a visitor to a drop box: three chunks at once at 20 KB/s. */
const VISIT_MS = 5 * 60_000
/** How long a stop waits for running requests; incomplete requests are not waited for after that. */
const STOP_MS = 10_000
/** How long a stop waits for the first byte of a connection: browsers open some in advance and send nothing. */
const UNUSED_MS = 1000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes uploads, which get more time. */
    isUpload?: boolean
    /** The handler streams the body, keeps none of it in memory, and cuts senders that stall. */
    isStreamed?: boolean
  }
}

/** Bytes that a body may need: its Content-Length; without one, the limit of its route. */
function announced({ headers, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.isStreamed) return 0
  const bytes = Number(headers['content-length'])
  if (Number.isNaN(bytes)) return headers['transfer-encoding'] ? routeOptions.bodyLimit : 0
  // A body above the route's limit is refused unread; an upload form limits by itself how much it reads.
  return routeOptions.config.isUpload ? bytes : Math.min(bytes, routeOptions.bodyLimit)
}

/**
 * Refuses bodies beyond what one person, one address and all together may have unfinished: each is held in memory until
 * it is complete. Uploads, which only signed-in people send, count for their person alone. Must be registered after the
 * caller is identified.
 */
export function boundBodies(app: FastifyInstance): void {
  const held = inFlightLimit(BODIES_BYTES)
  app.addHook('onRequest', async (request, reply) => {
    const { raw, actor, ip, routeOptions } = request
    const bytes = announced(request)
    // A client that has already disconnected fires no `close` event any more.
    if (!bytes || raw.destroyed) return
    const all = actor && routeOptions.config.isUpload ? 0 : bytes
    try {
      raw.once('close', held.take(actor?.id ?? ip, bytes, all))
    } catch (refused) {
      reply.header('connection', 'close')
      throw refused
    }
  })
}

/** Closes connections whose request does not complete in time. Must be registered after the caller is identified. */
export function closeIncomplete(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw, actor, routeOptions } = request
    if (routeOptions.config.isStreamed || !hasBody(request)) return
    const timer = setTimeout(
      () => {
        if (!raw.complete) raw.destroy()
      },
      routeOptions.config.isUpload ? (actor ? UPLOAD_MS : VISIT_MS) : BODY_MS,
    ).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/**
 * While the server stops, each connection closes after its last answer; a single pass at the start would miss some.
 * Node does not count a connection as idle before its first request, so these are closed separately.
 */
export function closeAsTheyRest(app: FastifyInstance): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeUnused = () => {
    for (const socket of open) if (!socket.bytesRead) socket.destroy()
  }
  app.addHook('preClose', async () => {
    const resting = setInterval(() => app.server.closeIdleConnections(), 20)
    const unused = setTimeout(closeUnused, UNUSED_MS)
    const late = setTimeout(() => app.server.closeAllConnections(), STOP_MS)
    app.server.once('close', () => {
      clearInterval(resting)
      clearTimeout(unused)
      clearTimeout(late)
    })
  })
}
