import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { type PersonRow, targetOf } from '#server/modules/people/index.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Entry } from './entry.ts'
import type { GuessThrottle } from './guess-throttle.ts'
import type { OpeningNeeds } from './opening.ts'
import { verifyPassword } from './password.ts'

/** A hash that no password matches: an unknown address takes as long as a wrong password. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export type Credentials = { email: string; password: string }

/** Proving who somebody is by a password, and recording who was refused. */
export function provingRules({ store, audit, people }: OpeningNeeds, tryThrottled: GuessThrottle) {
  /** Records a refused sign-in: with the account, or with the typed name when there is no such account. */
  function noteRefusal(way: Omit<Entry, 'person'>, reason: ErrorName, person: PersonRow | null, typed = '') {
    const target = person ? targetOf(person) : { id: '', name: typed.slice(0, 254) }
    const { method, caller } = way
    return audit.note({ action: 'signIn', outcome: 'refused', reason, actor: null, caller, method, target })
  }
  async function refuse(entry: Entry, reason: ErrorName): Promise<never> {
    await noteRefusal(entry, reason, entry.person)
    // The person has proved their identity, so they may learn which account was kept.
    const kept = entry.person.merged_into ? await people.byId(entry.person.merged_into) : null
    throw new Failure(reason, kept ? { values: { email: kept.email } } : {})
  }

  /** An account that is not activated yet is reported as such: until then the password hash is stored with the link. */
  async function hashFor(person: PersonRow | undefined): Promise<string> {
    const claimed = person?.state === 'pending' ? (await people.lastClaim(person.id))?.password_hash : null
    return person?.password_hash ?? claimed ?? NOBODY
  }

  /** The person of these credentials; an unknown address and a wrong password get the same answer. */
  async function prove({ email, password }: Credentials, way: Omit<Entry, 'person'>): Promise<PersonRow> {
    const isKnownDevice = way.device !== undefined && (await store.knowsDevice(email, sha256(way.device)))
    const person = await tryThrottled({ address: way.caller.address, name: email, isKnownDevice }, async () => {
      const found = await people.byEmail(email)
      const matches = await verifyPassword(password, await hashFor(found))
      if (found && matches) return found
      await noteRefusal(way, 'wrongCredentials', found ?? null, email)
      return null
    })
    if (!person) throw new Failure('wrongCredentials')
    return person
  }

  return { noteRefusal, refuse, prove }
}
