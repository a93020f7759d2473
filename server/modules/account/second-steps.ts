import type { account, Passkey, SecondSteps } from '#contract/account.ts'
import { KEYS_PER_PERSON } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { By, Language, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type Mails, toOwner } from '#server/modules/mails/index.ts'
import { lockOwn, type People, targetOf } from '#server/modules/people/index.ts'
import type { PasskeyRow, SecondStep } from '#server/modules/second-step/index.ts'
import type { SessionService } from '#server/modules/session/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'

const passkeyOf = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

type Needs = {
  db: Db
  now: () => Date
  audit: Audit
  mails: Mails
  people: People
  session: Pick<SessionService, 'attempts' | 'asksForSecond' | 'passSecond'>
  secondStep: SecondStep
  settings: Pick<SettingService, 'basic'>
}
type Change = 'totpOn' | 'totpOff' | 'recoveryRenewed' | 'passkeyAdded' | 'passkeyRemoved'

/** Setting up the second step of one's own account. */
export function secondStepsService({ db, now, audit, mails, people, session, secondStep, settings }: Needs) {
  const { attempts } = session
  /** The key of a setup in progress includes the session id, so the setup needs no cookie of its own. */
  const secretOf = (actor: SignedIn, what: 'totp' | 'newPasskey') => `${what} ${actor.sessionId}`

  async function show(actor: SignedIn): Promise<SecondSteps> {
    const [totp, recoveryLeft, passkeys, required] = await Promise.all([
      secondStep.totp(actor.id),
      secondStep.recoveryLeft(actor.id),
      secondStep.passkeys(actor.id),
      session.asksForSecond(actor.role),
    ])
    return {
      isRequired: required,
      totpSince: totp?.confirmed_at.toISOString() ?? null,
      recoveryLeft,
      passkeys: passkeys.map(passkeyOf),
    }
  }

  /** Records the change in the audit log and mails the account's owner, who should know of it whoever made it. */
  async function note(tx: Tx, action: Change, actor: SignedIn, caller: Caller): Promise<void> {
    audit.record(tx, { action, actor, caller, target: targetOf(actor) })
    const person = await people.byId(actor.id, tx)
    if (!person) return
    const details = {
      name: person.name,
      time: now().toISOString(),
      what: textOf(person.language, `audit.actions.${action}.did`),
      address: caller.address,
    }
    await mails.queue(tx, {
      kind: 'secondStepChanged',
      ...toOwner(person),
      details,
    })
  }
  async function changed(actor: SignedIn): Promise<void> {
    mails.kick()
    await people.publishChange(actor.id)
  }

  async function beginTotp(actor: SignedIn, language: Language) {
    const begun = await secondStep.newTotp(actor.email, (await settings.basic(language)).dataSpaceName)
    await attempts.put(secretOf(actor, 'totp'), 'totp', { personId: actor.id, data: { secret: begun.secret } })
    return begun
  }
  async function confirmTotp({ code }: { code: string }, { actor, caller }: By) {
    const attempt = await attempts.find<{ secret: string }>(secretOf(actor, 'totp'), ['totp'])
    if (!attempt || !(await attempts.count(attempt.key))) throw new Failure('secondGone')
    const recoveryCodes = await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const codes = await secondStep.switchOnTotp(tx, actor.id, attempt.data.secret, code)
      await session.passSecond(tx, actor)
      await note(tx, 'totpOn', actor, caller)
      return codes
    })
    await attempts.end(attempt.key)
    await changed(actor)
    return { recoveryCodes }
  }

  /** Refuses to remove the last second step of an account whose role requires one. */
  function refuseLast(isRequired: boolean, rest: number): void {
    if (rest === 0 && isRequired) throw new Failure('secondRequired')
  }
  async function removeTotp({ actor, caller }: By) {
    const isRequired = await session.asksForSecond(actor.role)
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const passkeys = await secondStep.passkeys(actor.id, tx)
      refuseLast(isRequired, passkeys.length)
      await secondStep.removeTotp(tx, actor.id)
      if (!passkeys.length) await secondStep.forgetRecovery(tx, actor.id)
      await note(tx, 'totpOff', actor, caller)
    })
    await changed(actor)
    return null
  }
  async function renewRecovery({ actor, caller }: By) {
    const recoveryCodes = await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      if (!(await secondStep.waysOf(actor.id, tx)).length) throw new Failure('secondGone')
      await note(tx, 'recoveryRenewed', actor, caller)
      return secondStep.freshRecovery(tx, actor.id)
    })
    await changed(actor)
    return { recoveryCodes }
  }

  async function beginPasskey(actor: SignedIn) {
    if ((await secondStep.passkeys(actor.id)).length >= KEYS_PER_PERSON) throw new Failure('tooManyKeys')
    const options = await secondStep.askToRegister(actor)
    await attempts.put(secretOf(actor, 'newPasskey'), 'newPasskey', {
      personId: actor.id,
      data: { challenge: options.challenge },
    })
    return { ...options }
  }
  async function addPasskey({ name, response }: ParsedOf<typeof account.addPasskey>, { actor, caller }: By) {
    const attempt = await attempts.find<{ challenge: string }>(secretOf(actor, 'newPasskey'), ['newPasskey'])
    if (!attempt || !(await attempts.end(attempt.key))) throw new Failure('passkeyRefused')
    const { row, recoveryCodes } = await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      if ((await secondStep.passkeys(actor.id, tx)).length >= KEYS_PER_PERSON) throw new Failure('tooManyKeys')
      const made = await secondStep.register(tx, actor.id, name, response, attempt.data.challenge)
      await session.passSecond(tx, actor)
      await note(tx, 'passkeyAdded', actor, caller)
      return made
    })
    await changed(actor)
    return { passkey: passkeyOf(row), recoveryCodes }
  }
  async function removePasskey({ id }: ParsedOf<typeof account.removePasskey>, { actor, caller }: By) {
    const isRequired = await session.asksForSecond(actor.role)
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const [totp, passkeys] = await Promise.all([secondStep.totp(actor.id, tx), secondStep.passkeys(actor.id, tx)])
      if (!passkeys.some((row) => row.id === id)) throw new Failure('notFound')
      const rest = passkeys.length - 1 + (totp ? 1 : 0)
      refuseLast(isRequired, rest)
      await secondStep.removePasskey(tx, actor.id, id)
      if (rest === 0) await secondStep.forgetRecovery(tx, actor.id)
      await note(tx, 'passkeyRemoved', actor, caller)
    })
    await changed(actor)
    return null
  }

  return { show, beginTotp, confirmTotp, removeTotp, renewRecovery, beginPasskey, addPasskey, removePasskey }
}
