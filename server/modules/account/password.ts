import type { account } from '#contract/account.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { By } from '#server/http/context.ts'
import { occasionOf, toOwner } from '#server/modules/mails/index.ts'
import { lockOwn, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import { isCommonPassword } from '#server/modules/registration/index.ts'
import { hashPassword, verifyPassword } from '#server/modules/session/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { type AccountNeeds, ownRow } from './own.ts'

/** Confirming the caller's identity, and changing the password. */
export function passwordRules({ db, now, audit, mails, people, session, secondStep }: AccountNeeds) {
  /** Whether this is the password of the account; repeated wrong guesses are delayed as at sign-in. */
  async function provePassword(person: PersonRow, password: string, caller: Caller): Promise<void> {
    const proved = await session.tryThrottled({ address: caller.address, name: person.email }, async () =>
      person.password_hash && (await verifyPassword(password, person.password_hash)) ? true : null,
    )
    if (!proved) throw new Failure('wrongPassword')
  }

  async function proveCode(person: PersonRow, code: string, caller: Caller): Promise<void> {
    const isTotp = /^\d{6}$/.test(code.trim())
    const proved = await session.tryThrottled({ address: caller.address, name: person.email }, async () =>
      (await secondStep.isCode(person.id, isTotp ? 'totp' : 'recovery', code)) ? true : null,
    )
    if (!proved) throw new Failure('codeWrong')
  }

  /**
   * Confirms the caller's identity. With a password set, only the password counts: a stolen phone has just the code.
   */
  async function confirm({ password, code }: ParsedOf<typeof account.confirm>, { actor, caller }: By): Promise<null> {
    const person = await ownRow(people, actor)
    const target = targetOf(actor)
    try {
      if (password !== undefined) await provePassword(person, password, caller)
      else if (code !== undefined && person.password_hash === null) await proveCode(person, code, caller)
      else throw new Failure('wrongPassword')
    } catch (error) {
      const reason = error instanceof Failure ? error.refusal : 'unknown'
      await audit.note({ action: 'confirm', outcome: 'refused', reason, actor, caller, target })
      throw error
    }
    await session.confirm(actor.sessionId ?? '', actor.id)
    await audit.note({ action: 'confirm', actor, caller, target })
    return null
  }

  async function changePassword(
    { origPwd, newPwd, conPwd }: ParsedOf<typeof account.changePassword>,
    { actor, caller }: By,
  ): Promise<null> {
    const person = await ownRow(people, actor)
    if (newPwd !== conPwd) throw new Failure('passwordsDiffer')
    if (person.password_hash) await provePassword(person, origPwd ?? '', caller)
    // An account without a password must confirm its identity in another way.
    else if (!actor.isConfirmed) throw new Failure('confirmNeeded')
    if (origPwd === newPwd) throw new Failure('passwordSame')
    if (await isCommonPassword(newPwd)) throw new Failure('passwordCommon')
    const password_hash = await hashPassword(newPwd)
    await transact(db, async (tx) => {
      // The account may have been recovered meanwhile: the password that was checked must still be the current one.
      const { password_hash: proved } = await lockOwn(tx, actor)
      if (proved !== person.password_hash) throw new Failure('wrongPassword')
      await people.update(tx, actor.id, { password_hash, password_changed_at: now() })
      await people.endSessions(tx, actor.id, actor.sessionId)
      await people.endLinks(tx, actor.id, ['reset'])
      audit.record(tx, { action: 'passwordChanged', actor, caller, target: targetOf(actor) })
      await notifyPasswordChange(tx, person, caller)
    })
    mails.kick()
    await people.publishChange(actor.id)
    return null
  }
  const notifyPasswordChange = (tx: Tx, person: PersonRow, caller: Caller) =>
    mails.queue(tx, {
      kind: 'passwordChanged',
      ...toOwner(person),
      details: occasionOf(person, caller, now()),
    })

  return { confirm, changePassword }
}
