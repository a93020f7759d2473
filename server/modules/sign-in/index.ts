import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signIn } from '#contract/sign-in.ts'
import type { Deps } from '#server/deps.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import { ATTEMPT_COOKIE, clearAttemptCookie, setAttemptCookie } from '#server/http/cookies.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { Methods } from '#server/modules/methods/index.ts'
import { type Admission, answerAdmission, fromOf } from '#server/modules/session/index.ts'
import { WAITING_MINUTES } from './newcomers.ts'
import { otherSides } from './other-sides.ts'
import { type Ending, places } from './places.ts'
import { type SignInService, signInService } from './service.ts'
import { sqlIdentityStore } from './store.ts'

type Needs = Deps & Omit<Parameters<typeof signInService>[0], 'store' | 'methods'> & { methods: Methods }

export type { SignInService } from './service.ts'

/** Redirects to other sites, and codes, that one address may try per minute. */
const TRIES_A_MINUTE = 60

const cookieOf = (request: FastifyRequest) => request.cookies[ATTEMPT_COOKIE]
/** A form part may be JSON; values that are no text are ignored. */
const textOfField = (value: unknown): string => (typeof value === 'string' ? value : '')
/** Query or form as plain strings: the first value of a repeated name counts. */
const plainForm = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body ?? {}) as object).map(([key, value]) => [
      key,
      textOfField(Array.isArray(value) ? value[0] : value),
    ]),
  )

/** Sign-in through other sites, accounts for newcomers, and the second step. */
export function signInModule(app: FastifyInstance, needs: Needs): SignInService {
  const { config, origin, now } = needs
  const methods = otherSides(needs.methods, needs.log)
  const service = signInService({ ...needs, methods, store: sqlIdentityStore(needs.db) })
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const rateLimit = rateLimitOf(TRIES_A_MINUTE, now)
  const take = (request: FastifyRequest) => rateLimit.take(request.ip)

  const answer = (reply: FastifyReply, admission: Admission) => {
    clearAttemptCookie(reply, secure)
    return answerAdmission(reply, admission, secure)
  }
  function lead(reply: FastifyReply, { to, admission, attempt }: Ending) {
    if (attempt) setAttemptCookie(reply, attempt, secure)
    else clearAttemptCookie(reply, secure)
    if (admission) answerAdmission(reply, admission, secure)
    return reply.redirect(to, 303)
  }
  /** A browser on its way is led to the sign-in page with the refusal, where the other methods are; programs get it. */
  const orLogin =
    <Input extends { id: string }>(lead: (input: Input, call: Call) => Promise<FastifyReply>) =>
    async (input: Input, call: Call): Promise<FastifyReply> => {
      const led = lead(input, call)
      if (!call.request.headers.accept?.includes('text/html')) return led
      const outcome = await orRefusal(led)
      return outcome instanceof Failure ? call.reply.redirect(places.problem(outcome.refusal, input.id), 303) : outcome
    }
  const returnOf = (request: FastifyRequest, form: Record<string, string>) => ({
    url: new URL(request.url, origin()),
    form,
  })

  mount(app, signIn.methods, async (_input, { language }) => methods.publicMethods(language))
  mountBytes(
    app,
    signIn.start,
    orLogin(async ({ id, callback }, { request, reply }) => {
      take(request)
      const { url, secret } = await service.start(id, { ...(callback && { callback }) })
      setAttemptCookie(reply, secret, secure)
      return reply.redirect(url, 302)
    }),
  )
  mountBytes(
    app,
    signIn.callback,
    orLogin(async ({ id }, { request, reply }) => {
      take(request)
      const from = { ...fromOf(request), sessionId: request.actor?.sessionId ?? null }
      return lead(reply, await service.finish(id, returnOf(request, {}), cookieOf(request), from))
    }),
  )
  mountBytes(
    app,
    signIn.post,
    orLogin(async ({ id }, { request, reply }) => {
      take(request)
      const ending = await service.post(id, returnOf(request, plainForm(request.body)))
      // The browser's cookie is not changed: this call comes from another site, without it.
      return ending ? reply.redirect(ending.to, 303) : reply.status(204).send()
    }),
  )
  mountBytes(app, signIn.metadata, async ({ id }, { reply }) =>
    reply.type('application/samlmetadata+xml; charset=utf-8').send(await methods.metadata(id)),
  )
  mount(app, signIn.directory, async (input, { request, reply }) => {
    const { admission, attempt, isPending } = await service.directory(input, fromOf(request))
    if (attempt) setAttemptCookie(reply, attempt, secure)
    return { ...(admission ? answerAdmission(reply, admission, secure) : { user: null, ways: [] }), isPending }
  })
  mount(app, signIn.pending, async (_input, { request, language }) => service.pending(cookieOf(request), language))
  mount(app, signIn.bind, async (input, { request, reply }) =>
    answer(reply, await service.bind(input, cookieOf(request), fromOf(request))),
  )
  mount(app, signIn.bindByMail, async (input, { request }) => {
    take(request)
    return service.bindByMail(input, cookieOf(request))
  })
  mount(app, signIn.confirmBind, async (input, { request, reply }) => {
    take(request)
    return answer(reply, await service.confirmBind(input, cookieOf(request), fromOf(request)))
  })
  mount(app, signIn.complete, async (input, { request, reply }) => {
    take(request)
    const { state, admission } = await service.complete(input, cookieOf(request), fromOf(request))
    const secret = cookieOf(request)
    // This browser may be bound after the activation mail.
    if (!admission && secret) setAttemptCookie(reply, secret, secure, WAITING_MINUTES)
    if (!admission) return { state, user: null, ways: [] }
    return { state, ...answer(reply, admission) }
  })
  mount(app, signIn.second, async (input, { request, reply }) => {
    take(request)
    return answer(reply, await service.second(input, cookieOf(request), fromOf(request)))
  })
  mount(app, signIn.passkeyOptions, async (_input, { request, reply }) => {
    take(request)
    const { options, secret } = await service.passkeyOptions(cookieOf(request))
    if (secret) setAttemptCookie(reply, secret, secure)
    return { ...options }
  })
  mount(app, signIn.passkey, async (input, { request, reply }) => {
    take(request)
    return answer(reply, await service.passkey(input, cookieOf(request), fromOf(request)))
  })
  return service
}
