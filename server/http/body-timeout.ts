import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inFlightLimit } from '../concurrency/in-flight-limit.ts'

/** Bodies under way together, in bytes: of one person or address, of all together (our choice). */
export const BODIES_BYTES = { each: 67_108_864, all: 536_870_912 } as const

/** A body comes within this time, a form that somebody who is signed in uploads within that one: nine chunks at 10 KB/s. */
const BODY_MS = 30_000
const UPLOAD_MS = 30 * 60_000
/** What a visitor of a drop box uploads: three chunks at once at 20 KB/s. */
const VISIT_MS = 5 * 60_000
/** What a stop waits for requests under way; who has sent half a request then is not waited for. */
const STOP_MS = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Carries bytes that may take their time. */
    isUpload?: boolean
    /** Its handler takes the bytes as they come, holds none, and cuts who sends nothing. */
    isStreamed?: boolean
  }
}

/** What a body may come to take: what it says of its length; of one that says nothing, what its route allows. */
function announced({ headers, routeOptions }: FastifyRequest): number {
  if (routeOptions.config.isStreamed) return 0
  const bytes = Number(headers['content-length'])
  if (Number.isNaN(bytes)) return headers['transfer-encoding'] ? routeOptions.bodyLimit : 0
  // More than the route allows is refused unread; a form of files says itself how much of it is read.
  return routeOptions.config.isUpload ? bytes : Math.min(bytes, routeOptions.bodyLimit)
}

/**
 * Refuses bodies beyond what one person, one address and all together may have under way: each is held in memory until
 * it is complete. Uploads, which only people who signed in send, count for their person alone. Comes after it is known
 * who asks.
 */
export function boundBodies(app: FastifyInstance): void {
  const held = inFlightLimit(BODIES_BYTES)
  app.addHook('onRequest', async (request, reply) => {
    const { raw, actor, ip, routeOptions } = request
    const bytes = announced(request)
    // Who has hung up meanwhile says so no more.
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

/** Closes the connection of whoever begins a request and does not finish it. Comes after it is known who asks. */
export function closeIncomplete(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw, actor, routeOptions } = request
    if (routeOptions.config.isStreamed) return
    const timer = setTimeout(
      () => {
        if (!raw.complete) raw.destroy()
      },
      routeOptions.config.isUpload ? (actor ? UPLOAD_MS : VISIT_MS) : BODY_MS,
    ).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/** While the server stops, connections close as their last answer is out; one look at the start would miss some. */
export function closeAsTheyRest(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const resting = setInterval(() => app.server.closeIdleConnections(), 20)
    const late = setTimeout(() => app.server.closeAllConnections(), STOP_MS)
    app.server.once('close', () => {
      clearInterval(resting)
      clearTimeout(late)
    })
  })
}
