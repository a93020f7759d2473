import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ACTIVATION_HOURS } from '#contract/core/limits.ts'
import { registration } from '#contract/registration.ts'
import type { Deps } from '#server/deps.ts'
import type { Call } from '#server/http/context.ts'
import { ATTEMPT_COOKIE, setAttemptCookie } from '#server/http/cookies.ts'
import { mount } from '#server/http/mount.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { SignInService } from '#server/modules/sign-in/index.ts'
import { type RegistrationService, registrationService } from './service.ts'
import { sqlRegistrationStore } from './store.ts'

export { isCommonPassword } from './common-passwords.ts'
export type { RegistrationService } from './service.ts'

type Needs = Deps &
  Omit<Parameters<typeof registrationService>[0], 'store' | 'draw' | 'tryThrottled'> & {
    session: SessionService
    signIn: Pick<SignInService, 'bindWaiting'>
  }

/** Images and questions that one address may ask for in a minute, and links it may try. */
const CAPTCHAS_A_MINUTE = 60
const TRIES_A_MINUTE = 30

/** Sign-up and password recovery. No response reveals to a visitor whether an address is known. */
export function registrationModule(app: FastifyInstance, needs: Needs): RegistrationService {
  const { config, session, signIn } = needs
  const { attempts, tryThrottled } = session
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const service = registrationService({
    ...needs,
    tryThrottled,
    store: sqlRegistrationStore(needs.db),
    draw: (below) => randomInt(below),
  })
  const images = rateLimitOf(CAPTCHAS_A_MINUTE, needs.now)
  const tries = rateLimitOf(TRIES_A_MINUTE, needs.now)
  mount(app, registration.captcha, (input, call) => {
    images.take(call.request.ip)
    return service.captcha(input, call)
  })
  const rationed =
    <Input, Answer>(run: (input: Input, ask: Call) => Promise<Answer>) =>
    (input: Input, call: Call) => {
      tries.take(call.request.ip)
      return run(input, call)
    }
  mount(app, registration.register, async (form, call) => {
    tries.take(call.request.ip)
    const { state, claimId } = await service.register(form, call)
    // The same for a known address: the cookie says only that this browser registered.
    const minutes = ACTIVATION_HOURS * 60
    setAttemptCookie(call.reply, await attempts.begin('registered', { data: { claimId }, minutes }), secure, minutes)
    return { state }
  })
  mount(app, registration.invitation, rationed(service.invitation))
  mount(app, registration.resend, rationed(service.resend))
  mount(app, registration.activate, async (input, call) => {
    const { caller, request } = call
    tries.take(request.ip)
    const cookie = request.cookies[ATTEMPT_COOKIE]
    const own = await attempts.find<{ claimId: string }>(cookie, ['registered'])
    const { emailAccounts, personId } = await service.activate(input, { claimId: own?.data.claimId ?? null, caller })
    await signIn.bindWaiting(personId, cookie, caller)
    return { emailAccounts }
  })
  mount(app, registration.requestReset, rationed(service.requestReset))
  mount(app, registration.checkReset, rationed(service.checkReset))
  mount(app, registration.reset, rationed(service.reset))
  mount(app, registration.confirmBackup, rationed(service.confirmBackup))
  return service
}
