import type { FastifyInstance } from 'fastify'
import { account } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { callerOf } from '#server/http/caller.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { setAttemptCookie } from '#server/http/cookies.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { AuditService } from '#server/modules/audit/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { keyService } from './keys.ts'
import { secondStepsService } from './second-steps.ts'
import { type AccountService, accountService } from './service.ts'
import { sqlAccountStore } from './store.ts'

type Needs = Deps &
  Omit<Parameters<typeof accountService>[0], 'store'> & {
    audit: AuditService
    settings: SettingService
    spaces: SpaceService
  }
const YEAR_S = 31_536_000
/** Changes of the own account in a minute: each is written down for good. */
const CHANGES_A_MINUTE = 60

/** The personal center: one's own profile, ways to sign in, devices, keys and mails. */
export function accountModule(app: FastifyInstance, needs: Needs): AccountService {
  const { db, config, audit, signIn, spaces } = needs
  const store = sqlAccountStore(db)
  const service = accountService({ ...needs, store })
  const keys = keyService({ ...needs, store, spaces })
  const steps = secondStepsService(needs)
  const changes = rateLimitOf(CHANGES_A_MINUTE, needs.now)
  const whoOf = ({ actor, request }: SignedInCall) => {
    changes.take(actor.id)
    return { actor, caller: callerOf(request) }
  }
  const secure = config.publicUrl?.startsWith('https:') ?? false

  mount(app, account.profile, (_input, { actor }) => service.profile(actor))
  mount(app, account.update, (change, call) => service.update(change, whoOf(call)))
  mount(app, account.setAvatar, ({ image }, call) => service.setAvatar(image, whoOf(call)))
  mount(app, account.removeAvatar, (_input, call) => service.setAvatar(null, whoOf(call)))
  mountBytes(app, account.avatar, async ({ hash }, { reply }) =>
    reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(await service.avatar(hash)),
  )
  mount(app, account.confirm, (input, call) => service.confirm(input, whoOf(call)))
  mount(app, account.checkPassword, ({ password }) => service.checkPassword(password))
  mount(app, account.changePassword, (input, call) => service.changePassword(input, whoOf(call)))
  mount(app, account.setBackupEmail, ({ spareEmail }, call) =>
    service.setBackupEmail(spareEmail, whoOf(call), call.language),
  )

  mount(app, account.identities, (_input, { actor, language }) => service.identities(actor, language))
  mount(app, account.bind, async ({ methodId }, { actor, reply }) => {
    const { url, secret } = await signIn.start(methodId, { actor })
    setAttemptCookie(reply, secret, secure)
    return { url }
  })
  mount(app, account.bindDirectory, (input, call) => service.bindDirectory(input, whoOf(call), call.language))
  mount(app, account.unbind, ({ id }, call) => service.unbind(id, whoOf(call)))

  mount(app, account.devices, (_input, { actor }) => service.devices(actor))
  mount(app, account.endDevice, ({ id }, call) => service.endDevice(id, whoOf(call)))
  mount(app, account.endOthers, (_input, call) => service.endOthers(whoOf(call)))
  mount(app, account.history, (page, { actor }) => audit.signInsOf(actor.id, page))

  mount(app, account.secondSteps, (_input, { actor }) => steps.show(actor))
  mount(app, account.beginTotp, (_input, { actor, language }) => steps.beginTotp(actor, language))
  mount(app, account.confirmTotp, (input, { actor, request }) => steps.confirmTotp(input, actor, callerOf(request)))
  mount(app, account.removeTotp, (_input, { actor, request }) => steps.removeTotp(actor, callerOf(request)))
  mount(app, account.renewRecovery, (_input, { actor, request }) => steps.renewRecovery(actor, callerOf(request)))
  mount(app, account.beginPasskey, (_input, { actor }) => steps.beginPasskey(actor))
  mount(app, account.addPasskey, (input, { actor, request }) => steps.addPasskey(input, actor, callerOf(request)))
  mount(app, account.removePasskey, ({ id }, { actor, request }) => steps.removePasskey(id, actor, callerOf(request)))

  mount(app, account.appPasswords, (_input, { actor }) => keys.appPasswords(actor.id))
  mount(app, account.addAppPassword, (draft, { actor, request }) =>
    keys.addAppPassword(draft, actor, callerOf(request)),
  )
  mount(app, account.removeAppPassword, ({ id }, { actor, request }) =>
    keys.removeAppPassword(id, actor, callerOf(request)),
  )
  mount(app, account.tokens, (_input, { actor }) => keys.tokens(actor.id))
  mount(app, account.addToken, (draft, { actor, request }) => keys.addToken(draft, actor, callerOf(request)))
  mount(app, account.removeToken, ({ id }, { actor, request }) => keys.removeToken(id, actor, callerOf(request)))

  mount(app, account.mailTypes, (_input, { actor }) => service.mailTypes(actor))
  mount(app, account.setMailType, (input, call) => service.setMailType(input, whoOf(call)))
  return service
}
