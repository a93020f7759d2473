import type { ParsedOf } from '#contract/core/operation.ts'
import type { Pending, signIn } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language } from '#server/http/context.ts'
import type { Attempt, From } from '#server/modules/session/index.ts'
import { transact } from '#server/storage/database.ts'
import type { Arrival, Identities, SignInNeeds } from './identities.ts'
import { createAccount } from './new-account.ts'
import { type Ending, places } from './places.ts'

export type PendingData = {
  arrival: Arrival
  callback: string | null
  mailed?: { hash: string; personId: string; untilMs: number }
  /** The new account that waits for activation; the identity is bound when this browser activates it. */
  activating?: string
}
/** How long after registering a browser can be bound by the activation mail. */
export const WAITING_MINUTES = 60

/** People authenticated by another site without an account here: their options, and new accounts. */
export function newcomerRules(needs: SignInNeeds, identities: Identities) {
  const { admitBy, bindTo } = identities
  const { db, store, mails, people, session, methods, settings } = needs
  const { attempts } = session

  async function becomeKnown(arrival: Arrival, callback: string | null): Promise<Ending> {
    const data: PendingData = { arrival, callback }
    const attempt = await attempts.begin('pending', { methodId: arrival.methodId, data })
    const { mayCreate, isEmailTaken } = await prospects(arrival)
    return { to: places.newHere(arrival.kind, mayCreate && !isEmailTaken, callback), attempt }
  }

  /** For an address verified by the other site, "taken" may be revealed: the caller owns it. */
  async function prospects({ methodId, outsider }: Arrival) {
    const { maySignUp } = await methods.summary(methodId)
    const isVouched = outsider.isEmailVerified && outsider.email !== ''
    const isEmailTaken = isVouched && (await people.byEmail(outsider.email)) !== undefined
    return { mayCreate: maySignUp, isEmailTaken }
  }

  async function findPending(cookie: string | undefined): Promise<Attempt<PendingData>> {
    const attempt = await attempts.find<PendingData>(cookie, ['pending'])
    if (!attempt) throw new Failure('pendingGone')
    return attempt
  }

  async function pending(cookie: string | undefined, language: Language): Promise<Pending> {
    const { data } = await findPending(cookie)
    const { kind, methodId, outsider } = data.arrival
    const { name } = await methods.summary(methodId)
    const { mayCreate, isEmailTaken } = await prospects(data.arrival)
    return {
      kind,
      methodName: name[language],
      name: outsider.name,
      org: outsider.org,
      emailAccounts: outsider.email,
      isEmailVerified: outsider.isEmailVerified,
      isEmailTaken,
      mayBind: true,
      mayCreate: mayCreate && !isEmailTaken,
    }
  }

  async function complete(form: ParsedOf<typeof signIn.complete>, cookie: string | undefined, from: From) {
    const attempt = await findPending(cookie)
    const { arrival } = attempt.data
    const { outsider } = arrival
    if (!(await methods.summary(arrival.methodId)).maySignUp) throw new Failure('registrationClosed')
    const agreement = await settings.agreement(form.clause, from.language)
    // Checked before the address, so that the answer does not depend on it.
    if (await store.personOf(arrival.methodId, outsider.subject)) throw new Failure('identityTaken')
    if (!(await attempts.count(attempt.key))) throw new Failure('pendingGone')
    const isVouched = outsider.isEmailVerified && outsider.email.toLowerCase() === form.emailAccounts.toLowerCase()
    if (!isVouched) await people.limitMails('activation', form.emailAccounts)
    const creation = { arrival, form, isVouched, from, agreement }
    const person = await transact(db, (tx) => createAccount(needs, identities, tx, creation))
    mails.kick()
    if (person && !isVouched)
      await attempts.keep(
        attempt.key,
        { ...attempt.data, activating: person.id } satisfies PendingData,
        WAITING_MINUTES,
      )
    if (!person || !isVouched) return { state: 'mailSent' as const }
    await attempts.end(attempt.key)
    return { state: 'signedIn' as const, admission: await admitBy(person, arrival, from) }
  }

  /** After activation, binds the identity only if the same browser registered it. */
  async function bindWaiting(personId: string, cookie: string | undefined, caller: Caller): Promise<void> {
    const attempt = await attempts.find<PendingData>(cookie, ['pending'])
    if (attempt?.data.activating !== personId || !(await attempts.end(attempt.key))) return
    await bindTo({ id: personId, sessionId: null }, attempt.data.arrival, caller)
  }

  return { becomeKnown, findPending, pending, complete, bindWaiting }
}
export type Newcomers = ReturnType<typeof newcomerRules>
