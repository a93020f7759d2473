import type { ParsedOf } from '#contract/core/operation.ts'
import type { Pending, signIn } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language } from '#server/http/context.ts'
import { toOwner } from '#server/modules/mails/index.ts'
import { type PersonRow, targetOf } from '#server/modules/people/index.ts'
import type { Attempt, From } from '#server/modules/session/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { Arrival, Identities, SignInNeeds } from './identities.ts'
import { type Ending, places } from './places.ts'

export type PendingData = {
  arrival: Arrival
  callback: string | null
  mailed?: { hash: string; personId: string; untilMs: number }
  /** The new account that waits for activation; the identity is bound when this browser activates it. */
  activating?: string
}
type Creation = {
  arrival: Arrival
  form: ParsedOf<typeof signIn.complete>
  isVouched: boolean
  from: From
}
/** How long after registering a browser can be bound by the activation mail. */
export const WAITING_MINUTES = 60

/** People authenticated by another site without an account here: their options, and new accounts. */
export function newcomerRules(needs: SignInNeeds, { admitBy, bindNoted, bindTo }: Identities) {
  const { db, store, now, newId, audit, mails, people, session, methods } = needs
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
    // Checked before the address, so that the answer does not depend on it.
    if (await store.personOf(arrival.methodId, outsider.subject)) throw new Failure('identityTaken')
    if (!(await attempts.count(attempt.key))) throw new Failure('pendingGone')
    const isVouched = outsider.isEmailVerified && outsider.email.toLowerCase() === form.emailAccounts.toLowerCase()
    if (!isVouched) await people.limitMails('activation', form.emailAccounts)
    const person = await transact(db, (tx) => create(tx, { arrival, form, isVouched, from }))
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

  /** Creates an account; null when the address is taken: then only its owner is told, by mail. */
  async function create(tx: Tx, { arrival, form, isVouched, from }: Creation): Promise<PersonRow | null> {
    const { kind, outsider } = arrival
    const { caller, language } = from
    const email = form.emailAccounts
    const bySuffix = await people.roleBySuffix({ email, role: 'role_general', role_source: 'suffix' })
    const person = await people.insert(tx, {
      id: newId(),
      email,
      name: form.name,
      english_name: outsider.englishName,
      unit: form.org,
      phone: outsider.phone,
      role: outsider.role ?? (isVouched ? bySuffix : 'role_general'),
      role_source: outsider.role ? 'method' : 'suffix',
      state: isVouched ? 'active' : 'pending',
      join_method: kind,
      language,
      created_at: now(),
    })
    if (!person) {
      await notifyOwner(tx, email, arrival)
      return null
    }
    const after = { method: kind, state: person.state, role: person.role }
    audit.record(tx, { action: 'register', actor: null, caller, target: targetOf(person), after })
    if (isVouched) await bindNoted(tx, person, arrival, caller)
    else await mailActivation(tx, person)
    return person
  }

  /** Mails the owner of a registered address that somebody used it through another site. */
  async function notifyOwner(tx: Tx, email: string, { methodId }: Arrival): Promise<void> {
    const known = await people.byEmail(email, tx)
    if (!known) return
    const { name } = await methods.summary(methodId)
    const details = { name: known.name, method: name[known.language] }
    await mails.queue(tx, { kind: 'resetElsewhere', ...toOwner(known), details })
  }

  async function mailActivation(tx: Tx, person: PersonRow): Promise<void> {
    const kind = 'activation'
    const url = await people.makeLink(tx, { kind, personId: person.id, email: person.email })
    const details = { name: person.name, hours: people.hoursOf(kind) }
    await mails.queue(tx, { kind, ...toOwner(person), details, secrets: { url } })
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
