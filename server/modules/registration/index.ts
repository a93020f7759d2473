import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { registration } from '#contract/registration.ts'
import type { Deps } from '#server/app.ts'
import { callerOf } from '#server/http/caller.ts'
import type { Call } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import { rationOf } from '#server/http/ration.ts'
import { type RegistrationService, registrationService } from './service.ts'
import { sqlRegistrationStore } from './store.ts'

export { isCommonPassword } from './common-passwords.ts'
export type { RegistrationService } from './service.ts'

type Needs = Deps & Omit<Parameters<typeof registrationService>[0], 'store' | 'draw'>

/** Images and questions that one address may ask for in a minute, and links it may try. */
const CAPTCHAS_A_MINUTE = 60
const TRIES_A_MINUTE = 30

const askOf = ({ language, request }: Call) => ({ language, caller: callerOf(request) })

/** Getting an account, and getting back into one. No answer tells a stranger whether an address is known. */
export function registrationModule(app: FastifyInstance, needs: Needs): RegistrationService {
  const service = registrationService({
    ...needs,
    store: sqlRegistrationStore(needs.db),
    draw: (below) => randomInt(below),
  })
  const images = rationOf(CAPTCHAS_A_MINUTE, needs.now)
  const tries = rationOf(TRIES_A_MINUTE, needs.now)
  mount(app, registration.captcha, (input, call) => {
    images.take(call.request.ip)
    return service.captcha(input, askOf(call))
  })
  const rationed =
    <Input, Answer>(run: (input: Input, ask: ReturnType<typeof askOf>) => Promise<Answer>) =>
    (input: Input, call: Call) => {
      tries.take(call.request.ip)
      return run(input, askOf(call))
    }
  mount(app, registration.register, rationed(service.register))
  mount(app, registration.invitation, rationed(service.invitation))
  mount(app, registration.resend, rationed(service.resend))
  mount(app, registration.activate, rationed(service.activate))
  mount(app, registration.requestReset, rationed(service.requestReset))
  mount(app, registration.checkReset, rationed(service.checkReset))
  mount(app, registration.reset, rationed(service.reset))
  mount(app, registration.confirmBackup, rationed(service.confirmBackup))
  return service
}
