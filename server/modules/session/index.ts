import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_MAX_MS } from '#contract/core/limits.ts'
import { type SignInAnswer, session } from '#contract/session.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import { callerOf } from '#server/http/caller.ts'
import type { SignedIn } from '#server/http/context.ts'
import {
  clearSessionCookies,
  DEVICE_COOKIE,
  SESSION_COOKIE,
  setAttemptCookie,
  setDeviceCookie,
  setSessionCookies,
} from '#server/http/cookies.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { isOfProgram } from '#server/http/program.ts'
import { chosenLanguageOf, languageOf } from '#server/http/texts.ts'
import { attemptStore } from './attempt-store.ts'
import type { Admission, From } from './entry.ts'
import { personLimit } from './person-limit.ts'
import { sessionService, userInfoOf } from './service.ts'
import { sqlSessionStore } from './store.ts'

export type { Attempt } from './attempt-store.ts'
export type { Admission, From, SecondData } from './entry.ts'
export { hashPassword, verifyPassword } from './password.ts'
export { TOKEN_PREFIX } from './resuming.ts'
export { userInfoOf } from './service.ts'

type Needs = Deps & Omit<Parameters<typeof sessionService>[0], 'store' | 'attempts'>
type IdentifyProgram = (request: FastifyRequest) => Promise<SignedIn>
const BEARER = /^Bearer (\S+)$/i

/** Origin of a sign-in: address, browser and device cookie. */
export const fromOf = (request: FastifyRequest): From => ({
  caller: callerOf(request),
  language: languageOf(request),
  device: request.cookies[DEVICE_COOKIE]?.slice(0, 100),
})

/** Sets the cookies for the result of a sign-in, and answers it. */
export function answerAdmission(reply: FastifyReply, admission: Admission, secure: boolean): SignInAnswer {
  if (admission.kind === 'second') {
    setAttemptCookie(reply, admission.secret, secure)
    return { user: null, ways: admission.ways }
  }
  setSessionCookies(reply, admission.secret, { secure, maxAgeMs: SESSION_MAX_MS })
  setDeviceCookie(reply, admission.device, secure)
  return { user: userInfoOf(admission.signedIn), ways: [] }
}

/** Sign-in and sign-out, and the caller of each request (`request.actor`). */
export function sessionModule(app: FastifyInstance, needs: Needs) {
  const { db, config } = needs
  const service = sessionService({ ...needs, store: sqlSessionStore(db), attempts: attemptStore(needs) })
  const secure = config.publicUrl?.startsWith('https:') ?? false

  let identifyProgram: IdentifyProgram = async () => {
    throw new Failure('applicationWrong')
  }

  app.decorateRequest('actor', null)
  app.decorateRequest('hadSession', false)
  app.decorateRequest('identify', async function (this: FastifyRequest) {
    if (isOfProgram(this)) {
      this.hadSession = true
      return identifyProgram(this)
    }
    const [, token] = BEARER.exec(this.headers.authorization ?? '') ?? []
    const secret = this.cookies[SESSION_COOKIE]
    this.hadSession = Boolean(token || secret)
    if (token) return service.resumeToken(token)
    return secret ? service.resume(secret, chosenLanguageOf(this)) : null
  })
  const take = personLimit({ most: config.personCalls, now: needs.now })
  app.addHook('onRequest', async (request) => {
    request.actor = await request.identify()
    if (request.actor && !isOfProgram(request)) await take(request, request.actor)
  })

  mount(app, session.login, async ({ emailAccounts, password }, { request, reply }) =>
    answerAdmission(reply, await service.login({ email: emailAccounts, password }, fromOf(request)), secure),
  )
  mount(app, session.current, async (_input, { actor }) => userInfoOf(actor))
  mountBytes(app, session.logout, async (_input, { request, reply }) => {
    const secret = request.cookies[SESSION_COOKIE]
    // Another site may link here, but not sign anybody out.
    const isOurs = request.headers['sec-fetch-site'] !== 'cross-site'
    if (secret && isOurs) {
      await service.logout(secret, callerOf(request))
      clearSessionCookies(reply, { secure })
    }
    return reply.redirect('/', 302)
  })
  return {
    ...service,
    /** The module that knows applications identifies the application behind a request. */
    identifyPrograms(identify: IdentifyProgram): void {
      identifyProgram = identify
    },
  }
}
export type SessionService = ReturnType<typeof sessionModule>
