import type { ErrorName } from '#contract/core/errors.ts'
import type { MethodKind } from '#contract/sign-in.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Mails } from '#server/modules/mails/index.ts'
import type { Outsider } from '#server/modules/methods/index.ts'
import { lockOwn, type People, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import type { From, SessionService } from '#server/modules/session/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { OtherSides } from './other-sides.ts'
import type { IdentityStore } from './store.ts'

export type SignInNeeds = {
  db: Db
  store: IdentityStore
  now: () => Date
  newId: () => string
  origin: () => string
  audit: Audit
  settings: Pick<SettingService, 'accountRules' | 'agreement'>
  mails: Mails
  people: People
  secondStep: SecondStep
  session: SessionService
  methods: OtherSides
}
/** A person authenticated by another site. */
export type Arrival = { methodId: string; kind: MethodKind; outsider: Outsider }

/** Identities of other sites: binding them to accounts, and signing in by them. */
export function identityRules({ db, store, now, newId, audit, people, session }: SignInNeeds) {
  const admitBy = (person: PersonRow, { methodId, kind, outsider }: Arrival, from: From) =>
    session.admit({
      ...from,
      person,
      method: kind,
      role: outsider.role,
      ticket: outsider.ticket && `${methodId} ${outsider.ticket}`,
    })

  async function insertIdentity(tx: Db | Tx, personId: string, { methodId, outsider }: Arrival): Promise<void> {
    const { subject, label } = outsider
    const row = { id: newId(), method_id: methodId, subject, person_id: personId, label, bound_at: now() }
    if (!(await store.bind(tx, row))) throw new Failure('identityTaken')
  }
  async function writeDown(tx: Tx, person: PersonRow, arrival: Arrival, caller: Caller): Promise<void> {
    await insertIdentity(tx, person.id, arrival)
    const after = { method: arrival.kind, account: arrival.outsider.label }
    audit.record(tx, {
      action: 'identityBound',
      actor: person,
      caller,
      target: targetOf(person),
      after,
    })
  }

  /** Binds to an authenticated person. Throws when the authentication is no longer valid. */
  async function bindNoted(tx: Tx, proved: PersonRow, arrival: Arrival, caller: Caller): Promise<void> {
    const person = await people.lock(tx, proved.id)
    if (person?.password_hash !== proved.password_hash) throw new Failure('wrongCredentials')
    const refusal = session.refusalOf(person)
    if (refusal) throw new Failure(refusal)
    await writeDown(tx, person, arrival, caller)
  }

  /** Binds to a signed-in person; returns the refusal, if any. */
  async function bindTo(
    owner: { id: string; sessionId: string | null },
    arrival: Arrival,
    caller: Caller,
  ): Promise<ErrorName | null> {
    try {
      await transact(db, async (tx) => writeDown(tx, await lockOwn(tx, owner), arrival, caller))
      return null
    } catch (error) {
      if (error instanceof Failure) return error.refusal
      throw error
    }
  }

  return { admitBy, bindNoted, bindTo }
}
export type Identities = ReturnType<typeof identityRules>
