import type { account, Passkey } from '#contract/account.ts'
import { KEYS_PER_PERSON } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import { lockOwn } from '#server/modules/people/index.ts'
import type { PasskeyRow } from '#server/modules/second-step/index.ts'
import { transact } from '#server/storage/database.ts'
import { noteChange, publishChanged, refuseLast, type SecondStepNeeds, setupKey } from './second-step-changes.ts'

export const passkeyOf = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The passkeys of one's own account. */
export function passkeyRules(needs: SecondStepNeeds) {
  const { db, session, secondStep } = needs
  const { attempts } = session

  async function beginPasskey(actor: SignedIn) {
    if ((await secondStep.passkeys(actor.id)).length >= KEYS_PER_PERSON) throw new Failure('tooManyKeys')
    const options = await secondStep.askToRegister(actor)
    await attempts.put(setupKey(actor, 'newPasskey'), 'newPasskey', {
      personId: actor.id,
      data: { challenge: options.challenge },
    })
    return { ...options }
  }
  async function addPasskey({ name, response }: ParsedOf<typeof account.addPasskey>, { actor, caller }: By) {
    const attempt = await attempts.find<{ challenge: string }>(setupKey(actor, 'newPasskey'), ['newPasskey'])
    if (!attempt || !(await attempts.end(attempt.key))) throw new Failure('passkeyRefused')
    const { row, recoveryCodes } = await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      if ((await secondStep.passkeys(actor.id, tx)).length >= KEYS_PER_PERSON) throw new Failure('tooManyKeys')
      const made = await secondStep.register(tx, actor.id, name, response, attempt.data.challenge)
      await session.passSecond(tx, actor)
      await noteChange(needs, tx, 'passkeyAdded', { actor, caller })
      return made
    })
    await publishChanged(needs, actor)
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
      await noteChange(needs, tx, 'passkeyRemoved', { actor, caller })
    })
    await publishChanged(needs, actor)
    return null
  }

  return { beginPasskey, addPasskey, removePasskey }
}
