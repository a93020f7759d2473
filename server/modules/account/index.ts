import type { FastifyInstance } from 'fastify'
import { account } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
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
import { sshKeyService } from './ssh-keys.ts'
import { sqlAccountStore } from './store.ts'

type Needs = Deps &
  Omit<Parameters<typeof accountService>[0], 'store'> & {
    audit: AuditService
    settings: SettingService
    spaces: SpaceService
  }
const YEAR_S = 31_536_000
/** Maximum number of changes of one's own account per minute: each one stays in the audit log for ever. */
const CHANGES_A_MINUTE = 60

/** My account: the user's profile, sign-in methods, devices, keys and emails. */
export function accountModule(app: FastifyInstance, needs: Needs): AccountService {
  const { db, config, audit, signIn, spaces } = needs
  const store = sqlAccountStore(db)
  const service = accountService({ ...needs, store })
  const keys = keyService({ ...needs, store, spaces })
  const sshKeys = sshKeyService({ ...needs, store, spaces })
  const steps = secondStepsService(needs)
  const changes = rateLimitOf(CHANGES_A_MINUTE, needs.now)
  const rationed =
    <Input, Answer>(run: (input: Input, call: SignedInCall) => Promise<Answer>) =>
    (input: Input, call: SignedInCall) => {
      changes.take(call.actor.id)
      return run(input, call)
    }
  const secure = config.publicUrl?.startsWith('https:') ?? false

  mount(app, account.profile, (_input, { actor }) => service.profile(actor))
  mount(app, account.update, rationed(service.update))
  mount(
    app,
    account.setAvatar,
    rationed(({ image }, call) => service.setAvatar(image, call)),
  )
  mount(
    app,
    account.removeAvatar,
    rationed((_input, call) => service.setAvatar(null, call)),
  )
  mountBytes(app, account.avatar, async ({ hash }, { reply }) =>
    reply
      .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type('image/png')
      .send(await service.avatar(hash)),
  )
  mount(app, account.confirm, rationed(service.confirm))
  mount(app, account.checkPassword, ({ password }) => service.checkPassword(password))
  mount(app, account.changePassword, rationed(service.changePassword))
  mount(app, account.setBackupEmail, rationed(service.setBackupEmail))

  mount(app, account.identities, (_input, { actor, language }) => service.identities(actor, language))
  mount(app, account.bind, async ({ methodId }, { actor, reply }) => {
    const { url, secret } = await signIn.start(methodId, { actor })
    setAttemptCookie(reply, secret, secure)
    return { url }
  })
  mount(app, account.bindDirectory, rationed(service.bindDirectory))
  mount(app, account.unbind, rationed(service.unbind))

  mount(app, account.devices, (_input, { actor }) => service.devices(actor))
  mount(app, account.endDevice, rationed(service.endDevice))
  mount(
    app,
    account.endOthers,
    rationed((_input, call) => service.endOthers(call)),
  )
  mount(app, account.history, (page, { actor }) => audit.signInsOf(actor.id, page))

  mount(app, account.secondSteps, (_input, { actor }) => steps.show(actor))
  mount(app, account.beginTotp, (_input, { actor, language }) => steps.beginTotp(actor, language))
  mount(app, account.confirmTotp, steps.confirmTotp)
  mount(app, account.removeTotp, (_input, call) => steps.removeTotp(call))
  mount(app, account.renewRecovery, (_input, call) => steps.renewRecovery(call))
  mount(app, account.beginPasskey, (_input, { actor }) => steps.beginPasskey(actor))
  mount(app, account.addPasskey, steps.addPasskey)
  mount(app, account.removePasskey, steps.removePasskey)

  mount(app, account.appPasswords, (_input, { actor }) => keys.appPasswords(actor.id))
  mount(app, account.addAppPassword, keys.addAppPassword)
  mount(app, account.removeAppPassword, keys.removeAppPassword)
  mount(app, account.sshKeys, (_input, { actor }) => sshKeys.list(actor.id))
  mount(app, account.addSshKey, rationed(sshKeys.add))
  mount(app, account.removeSshKey, sshKeys.remove)
  mount(app, account.tokens, (_input, { actor }) => keys.tokens(actor.id))
  mount(app, account.addToken, keys.addToken)
  mount(app, account.removeToken, keys.removeToken)

  mount(app, account.mailTypes, (_input, { actor }) => service.mailTypes(actor))
  mount(app, account.setMailType, rationed(service.setMailType))
  return service
}
