import { randomBytes } from 'node:crypto'
import type { Role } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import { csrfTokenOf } from '#server/http/cookies.ts'
import { textOf } from '#server/http/texts.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type Mails, occasionOf, toOwner } from '#server/modules/mails/index.ts'
import type { RoleMessages } from '#server/modules/messages/index.ts'
import { lockAdministrators, type People, type PersonRow, targetOf } from '#server/modules/people/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import { type Admission, type Entry, refusalOf } from './entry.ts'
import type { SessionStore } from './store.ts'

export type OpeningNeeds = {
  db: Db
  store: SessionStore
  now: () => Date
  newId: () => string
  audit: Audit
  mails: Mails
  people: People
  messages: RoleMessages
}
/** Whether such a session is restricted until a second step is set up. */
export type IsShort = (role: Role, method: string, isPassed: boolean) => Promise<boolean>

/** Opens sessions. */
export function openingRules(needs: OpeningNeeds, isShortOf: IsShort) {
  const { db, store, now, newId, audit, mails, people, messages } = needs
  /** Opens a session. The rules of roles are applied again here. */
  async function open(entry: Entry): Promise<Admission> {
    const { person, method, caller, ticket = null, role = null } = entry
    const at = now()
    const secret = randomBytes(32).toString('base64url')
    const device = entry.device ?? randomBytes(16).toString('base64url')
    const sessionId = newId()
    const isPassed = entry.isSecondPassed ?? method === 'passkey'
    const nextRole = await transact(db, async (tx) => {
      const working = mayTakeAway(person, role) ? await lockAdministrators(tx) : null
      const fresh = await stillProved(tx, person, method)
      const ruled = await ruledRole(fresh, role, working)
      const next = ruled.role ?? fresh.role
      await people.update(tx, person.id, { ...ruled, last_sign_in_at: at, language: entry.language })
      const isNewDevice = await store.isNewDevice(tx, person.id, sha256(device), at)
      const row = { id: sessionId, token_hash: sha256(secret), person_id: person.id, user_agent: caller.agent }
      await store.insertSession(tx, {
        ...row,
        address: caller.address,
        method,
        ticket,
        second_passed: isPassed,
        created_at: at,
        seen_at: at,
        confirmed_at: at,
      })
      const target = targetOf(person)
      audit.record(tx, { action: 'signIn', actor: person, caller, method, target })
      if (next !== fresh.role) {
        const [before, after] = [{ role: fresh.role }, { role: next }]
        audit.record(tx, { action: 'roleChanged', actor: null, caller, target, before, after })
        await messages.notifyRole(tx, [{ before, after: { ...after, id: person.id } }])
      }
      if (isNewDevice && fresh.last_sign_in_at) await notifyNewDevice(tx, fresh, { method, caller, at })
      return next
    })
    if (nextRole !== person.role) await people.publishChange(person.id)
    mails.kick()
    const { id, email, name, avatar } = person
    const isLimited = await isShortOf(nextRole, method, isPassed)
    const signedIn = {
      id,
      role: nextRole,
      email,
      name,
      avatar,
      token: csrfTokenOf(secret),
      sessionId,
      channel: 'web' as const,
      scope: null,
      isConfirmed: true,
      mustSetUp: isLimited,
    }
    return { kind: 'done', secret, signedIn, device }
  }

  const mayTakeAway = ({ role, role_source }: PersonRow, next: Role | null) =>
    role === 'role_admin' && role_source !== 'administrator' && next !== 'role_admin'

  /**
   * The role by the rules of the method, else by the address. A role set by an administrator stays, and so does the
   * last administrator (`working`: the active ones; null when not read).
   */
  async function ruledRole(person: PersonRow, role: Role | null, working: ReadonlySet<string> | null) {
    if (person.role_source === 'administrator') return {}
    const next = role ?? (await people.roleBySuffix(person))
    if (mayTakeAway(person, next) && (working?.size ?? 1) <= 1) return {}
    return {
      ...(next !== person.role && { role: next }),
      ...(role && { role_source: 'method' as const }),
    }
  }

  /** The locked current row of an account; the account may have changed since the person was authenticated. */
  async function stillProved(tx: Tx, proved: PersonRow, method: string): Promise<PersonRow> {
    const fresh = await people.lock(tx, proved.id)
    const isOther = method === 'password' && fresh?.password_hash !== proved.password_hash
    if (!fresh || isOther) throw new Failure('wrongCredentials')
    const refusal = refusalOf(fresh)
    if (refusal) throw new Failure(refusal)
    return fresh
  }

  async function notifyNewDevice(
    tx: Tx,
    person: PersonRow,
    { method, caller, at }: { method: string; caller: Caller; at: Date },
  ) {
    if (await people.isMailOff(tx, person.id, 'account_security')) return
    await mails.queue(tx, {
      kind: 'newDevice',
      ...toOwner(person),
      details: { ...occasionOf(person, caller, at), method: textOf(person.language, `account.methods.${method}`) },
    })
  }

  return { open }
}
