import { Failure } from '#server/failure.ts'
import type { By, Language, SignedIn } from '#server/http/context.ts'
import { lockOwn } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import { noteChange, publishChanged, refuseLast, type SecondStepNeeds, setupKey } from './second-step-changes.ts'

/** The authenticator app of one's own account, and the recovery codes. */
export function totpRules(needs: SecondStepNeeds) {
  const { db, session, secondStep, settings } = needs
  const { attempts } = session

  async function beginTotp(actor: SignedIn, language: Language) {
    const begun = await secondStep.newTotp(actor.email, (await settings.basic(language)).dataSpaceName)
    await attempts.put(setupKey(actor, 'totp'), 'totp', { personId: actor.id, data: { secret: begun.secret } })
    return begun
  }
  async function confirmTotp({ code }: { code: string }, { actor, caller }: By) {
    const attempt = await attempts.find<{ secret: string }>(setupKey(actor, 'totp'), ['totp'])
    if (!attempt || !(await attempts.count(attempt.key))) throw new Failure('secondGone')
    const recoveryCodes = await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const codes = await secondStep.switchOnTotp(tx, actor.id, attempt.data.secret, code)
      await session.passSecond(tx, actor)
      await noteChange(needs, tx, 'totpOn', { actor, caller })
      return codes
    })
    await attempts.end(attempt.key)
    await publishChanged(needs, actor)
    return { recoveryCodes }
  }

  async function removeTotp({ actor, caller }: By) {
    const isRequired = await session.asksForSecond(actor.role)
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const passkeys = await secondStep.passkeys(actor.id, tx)
      refuseLast(isRequired, passkeys.length)
      await secondStep.removeTotp(tx, actor.id)
      if (!passkeys.length) await secondStep.forgetRecovery(tx, actor.id)
      await noteChange(needs, tx, 'totpOff', { actor, caller })
    })
    await publishChanged(needs, actor)
    return null
  }

  async function renewRecovery({ actor, caller }: By) {
    const recoveryCodes = await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      if (!(await secondStep.waysOf(actor.id, tx)).length) throw new Failure('secondGone')
      await noteChange(needs, tx, 'recoveryRenewed', { actor, caller })
      return secondStep.freshRecovery(tx, actor.id)
    })
    await publishChanged(needs, actor)
    return { recoveryCodes }
  }

  return { beginTotp, confirmTotp, removeTotp, renewRecovery }
}
