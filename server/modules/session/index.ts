import type { FastifyInstance } from 'fastify'
import { SESSION_MAX_MS } from '#contract/limits.ts'
import { session } from '#contract/session.ts'
import type { Deps } from '#server/app.ts'
import { clearSessionCookies, SESSION_COOKIE, setSessionCookies } from '#server/http/cookies.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { type SessionService, sessionService, userInfoOf } from './service.ts'
import { sqlSessionStore } from './store.ts'

/** Signing in and out, and who is behind each request (`request.actor`). */
export function sessionModule(app: FastifyInstance, { db, bus, now, config }: Deps): SessionService {
  const service = sessionService({ store: sqlSessionStore(db), bus, now })
  const secure = config.publicUrl?.startsWith('https:') ?? false

  app.decorateRequest('actor', null)
  app.decorateRequest('hadSession', false)
  app.addHook('onRequest', async (request) => {
    const secret = request.cookies[SESSION_COOKIE]
    if (!secret) return
    request.hadSession = true
    request.actor = await service.resume(secret)
  })

  mount(app, session.login, async ({ emailAccounts, password }, { request, reply }) => {
    const userAgent = request.headers['user-agent'] ?? ''
    const { secret, signedIn } = await service.login({ email: emailAccounts, password, address: request.ip, userAgent })
    setSessionCookies(reply, secret, { secure, maxAgeMs: SESSION_MAX_MS })
    return userInfoOf(signedIn)
  })
  mount(app, session.current, async (_input, { actor }) => userInfoOf(actor))
  mountBytes(app, session.logout, async (_input, { request, reply }) => {
    const secret = request.cookies[SESSION_COOKIE]
    // A page of another site may lead here, but not sign anybody out.
    const isOurs = request.headers['sec-fetch-site'] !== 'cross-site'
    if (secret && isOurs) {
      await service.logout(secret)
      clearSessionCookies(reply, { secure })
    }
    return reply.redirect('/', 302)
  })
  return service
}
