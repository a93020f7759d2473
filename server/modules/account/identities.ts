import type { account, Identity } from '#contract/account.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { Failure } from '#server/failure.ts'
import type { By, Language, SignedIn } from '#server/http/context.ts'
import { lockOwn, targetOf } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import type { AccountNeeds } from './own.ts'

/** Outside accounts that are bound to the caller's account. */
export function identityRules({ db, store, audit, secondStep, signIn, methods }: AccountNeeds) {
  async function identities(actor: SignedIn, language: Language) {
    const [rows, all] = await Promise.all([signIn.identities(actor.id), methods.publicMethods(language)])
    const bound = rows.map(
      (row): Identity => ({
        id: row.id,
        kind: row.kind,
        methodName: row.name[language],
        label: row.label,
        boundAt: row.bound_at.toISOString(),
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      }),
    )
    return { bound, free: all.filter((method) => !rows.some((row) => row.method_id === method.id)) }
  }

  async function bindDirectory(
    { methodId, username, password }: ParsedOf<typeof account.bindDirectory>,
    { actor, caller, language }: By,
  ): Promise<Identity> {
    const outsider = await signIn.verifyDirectory(methodId, username, password, { caller, language, device: undefined })
    const problem = await signIn.bindTo(actor, { methodId, kind: 'ldap', outsider }, caller)
    if (problem) throw new Failure(problem)
    const { bound } = await identities(actor, language)
    const identity = bound.find((one) => one.kind === 'ldap' && one.label === outsider.label)
    if (!identity) throw new Failure('notFound')
    return identity
  }

  async function unbind({ id }: ParsedOf<typeof account.unbind>, { actor, caller }: By): Promise<null> {
    await transact(db, async (tx) => {
      const person = await lockOwn(tx, actor)
      const gone = await signIn.removeIdentity(tx, actor.id, id)
      if (!gone) throw new Failure('notFound')
      const [others, passkeys] = await Promise.all([store.identities(tx, actor.id), secondStep.passkeys(actor.id, tx)])
      if (!person.password_hash && !others.length && !passkeys.length) throw new Failure('lastWay')
      audit.record(tx, {
        action: 'identityUnbound',
        actor,
        caller,
        target: targetOf(actor),
        before: { account: gone.label },
      })
    })
    return null
  }

  return { identities, bindDirectory, unbind }
}
