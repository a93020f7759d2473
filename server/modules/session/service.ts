import type { ErrorName } from '#contract/core/errors.ts'
import { HISTORY_KEEP_DAYS, SESSION_IDLE_MS, SESSION_MAX_MS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Role, UserInfo } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type PersonRow, targetOf } from '#server/modules/people/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Tx } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Attempts } from './attempt-store.ts'
import { MEMORY_MS } from './delay.ts'
import { type Admission, type Entry, type From, refusalOf, type SecondData } from './entry.ts'
import { guessThrottle } from './guess-throttle.ts'
import { type OpeningNeeds, openingRules } from './opening.ts'
import { verifyPassword } from './password.ts'
import { resuming } from './resuming.ts'

/** Passwords that are hashed at a time; the other threads go on reading files. */
const HASHES_AT_ONCE = 2
/** App passwords that are looked up at a time: no hash that takes long. */
const KEYS_AT_ONCE = 20
/** Names that are asked of directories at a time. */
const DIRECTORY_AT_ONCE = 20
/** A hash that no password matches: an unknown address costs as much time as a wrong password. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

type Credentials = { email: string; password: string }
type Needs = OpeningNeeds & {
  attempts: Attempts
  bus: Bus
  settings: Pick<SettingService, 'accountRules'>
  secondStep: SecondStep
}

export const userInfoOf = (person: SignedIn): UserInfo => ({
  userId: person.id,
  name: person.name,
  avatar: person.avatar,
  roles: [person.role],
  emailAccounts: person.email,
  accessToken: person.token,
  mustSetUp: person.mustSetUp,
})

export function sessionService(needs: Needs) {
  const { store, attempts, now, audit, people, settings, secondStep } = needs
  const tryThrottled = guessThrottle(store, now, HASHES_AT_ONCE)
  // A directory that is slow holds up nobody who signs in by a password of ours.
  const tryDirectory = guessThrottle(store, now, DIRECTORY_AT_ONCE)
  const tryKey = guessThrottle(store, now, KEYS_AT_ONCE)
  const asksForSecond = async (role: Role) => (await settings.accountRules()).secondStepRoles.includes(role)

  /** A session by the password alone, of a role that asks for more. Who signs in elsewhere takes the second step there. */
  const isShortOf = async (role: Role, method: string, isPassed: boolean) =>
    !isPassed && method === 'password' && (await asksForSecond(role))
  const { resume, holding, resumeToken, forget } = resuming(needs, isShortOf)
  const { open } = openingRules(needs, isShortOf)

  /** Writes a refusal down: whose account was meant, or what was typed when nobody has it. */
  function noteRefusal(way: Omit<Entry, 'person'>, reason: ErrorName, person: PersonRow | null, typed = '') {
    const target = person ? targetOf(person) : { id: '', name: typed.slice(0, 254) }
    const { method, caller } = way
    return audit.note({ action: 'signIn', outcome: 'refused', reason, actor: null, caller, method, target })
  }
  async function refuse(entry: Entry, reason: ErrorName): Promise<never> {
    await noteRefusal(entry, reason, entry.person)
    throw new Failure(reason)
  }

  /** Who registered and has not followed the link is told just that: until then the password is with the link. */
  async function hashFor(person: PersonRow | undefined): Promise<string> {
    const claimed = person?.state === 'pending' ? (await people.lastClaim(person.id))?.password_hash : null
    return person?.password_hash ?? claimed ?? NOBODY
  }

  /** Whose password this is; the answer to an unknown address and to a wrong password is the same. */
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

  /** Administrators always get in by their local password, or a dead directory would lock everybody out. */
  const opensByPassword = async ({ role }: PersonRow) =>
    role === 'role_admin' || (await settings.accountRules()).isPasswordSignInOn

  async function login(given: Credentials, from: From): Promise<Admission> {
    const way = { ...from, method: 'password' }
    const person = await prove(given, way)
    if (!(await opensByPassword(person))) await refuse({ ...way, person }, 'passwordSignInOff')
    return admit({ ...way, person })
  }

  /**
   * Lets somebody in who proved who they are, after the second step if their password has one. `then` is kept with it:
   * what else happens once it is taken.
   */
  async function admit(entry: Entry, then: unknown = null): Promise<Admission> {
    const refusal = refusalOf(entry.person)
    if (refusal) await refuse(entry, refusal)
    const ways = entry.method === 'password' ? await secondStep.waysOf(entry.person.id) : []
    if (!ways.length) return open(entry)
    const data: SecondData = { method: entry.method, ways, then }
    return { kind: 'second', ways, secret: await attempts.begin('second', { personId: entry.person.id, data }) }
  }

  async function logout(secret: string, caller: Caller) {
    const person = await resume(secret)
    await store.remove(sha256(secret))
    forget(secret)
    if (!person) return
    await audit.note({ action: 'signOut', actor: person, caller, target: targetOf(person) })
    await people.publishChange(person.id)
  }

  /** Ends the sessions that the other side ended; true when there was one. */
  async function endTicket(ticket: string): Promise<boolean> {
    const persons = await store.removeByTicket(ticket)
    for (const id of new Set(persons)) await people.publishChange(id)
    return persons.length > 0
  }

  /** A second step was set up in this session: it is whole now, and every other one of the account ends. */
  async function passSecond(tx: Tx, { id, sessionId }: { id: string; sessionId: string | null }): Promise<void> {
    if (sessionId) await store.passSecond(tx, sessionId)
    if (await asksForSecond((await people.byId(id, tx))?.role ?? 'role_general'))
      await people.endSessions(tx, id, sessionId)
  }

  /** A proof of identity, counted from now. */
  async function confirm(sessionId: string, personId: string): Promise<void> {
    await store.confirm(sessionId, now())
    await people.publishChange(personId)
  }

  /** Forgets what has expired; run by schedule. */
  async function sweep() {
    const at = now().getTime()
    await store.sweepSessions(new Date(at - SESSION_IDLE_MS), new Date(at - SESSION_MAX_MS))
    await store.sweepDelays(new Date(at - MEMORY_MS))
    await store.sweepDevices(new Date(at - HISTORY_KEEP_DAYS * DAY_MS))
  }

  return {
    resume,
    holding,
    resumeToken,
    prove,
    login,
    admit,
    open,
    noteRefusal,
    refuse,
    refusalOf,
    logout,
    endTicket,
    asksForSecond,
    opensByPassword,
    passSecond,
    confirm,
    sweep,
    tryThrottled,
    tryDirectory,
    tryKey,
    attempts,
  }
}
export type SessionService = ReturnType<typeof sessionService>
