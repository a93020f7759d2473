import type { FastifyInstance } from 'fastify'

/** A body comes within this time, a form that somebody who is signed in uploads within that one: nine chunks at 10 KB/s. */
const BODY_MS = 30_000
const UPLOAD_MS = 30 * 60_000
/** What a stop waits for requests under way; who has sent half a request then is not waited for. */
const STOP_MS = 10_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Carries bytes that may take their time. */
    isUpload?: boolean
  }
}

/** Closes the connection of whoever begins a request and does not finish it. Comes after it is known who asks. */
export function closeHalfSent(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw, actor, routeOptions } = request
    const timer = setTimeout(
      () => {
        if (!raw.complete) raw.destroy()
      },
      actor && routeOptions.config.isUpload ? UPLOAD_MS : BODY_MS,
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
