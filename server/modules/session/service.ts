import { HISTORY_KEEP_DAYS, SESSION_IDLE_MS, SESSION_MAX_MS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Role, UserInfo } from '#contract/session.ts'
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
import { type Credentials, provingRules } from './proving.ts'
import { resuming } from './resuming.ts'

/** Passwords hashed concurrently; the other threads continue reading files. */
const HASHES_AT_ONCE = 2
/** App passwords checked concurrently: their hash is fast. */
const KEYS_AT_ONCE = 20
/** Concurrent directory queries. */
const DIRECTORY_AT_ONCE = 20
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
  // Separate from local passwords, so that a slow directory does not delay them.
  const tryDirectory = guessThrottle(store, now, DIRECTORY_AT_ONCE)
  const tryKey = guessThrottle(store, now, KEYS_AT_ONCE)
  const asksForSecond = async (role: Role) => (await settings.accountRules()).secondStepRoles.includes(role)

  /** True for a session by password alone whose role requires more. Other sites do their own second step. */
  const isShortOf = async (role: Role, method: string, isPassed: boolean) =>
    !isPassed && method === 'password' && (await asksForSecond(role))
  const { noteRefusal, refuse, prove } = provingRules(needs, tryThrottled)
  const { resume, holding, resumeToken, forget } = resuming(needs, isShortOf)
  const { open } = openingRules(needs, isShortOf)

  /** Administrators can always use their local password, or a failed directory would lock everybody out. */
  const opensByPassword = async ({ role }: PersonRow) =>
    role === 'role_admin' || (await settings.accountRules()).isPasswordSignInOn

  async function login(given: Credentials, from: From): Promise<Admission> {
    const way = { ...from, method: 'password' }
    const person = await prove(given, way)
    if (!(await opensByPassword(person))) await refuse({ ...way, person }, 'passwordSignInOff')
    return admit({ ...way, person })
  }

  /**
   * Signs in an authenticated person, after the second step if their account has one. `then` is stored with the step
   * and processed after it.
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

  /** Ends the sessions that the other site ended; true when there was one. */
  async function endTicket(ticket: string): Promise<boolean> {
    const persons = await store.removeByTicket(ticket)
    for (const id of new Set(persons)) await people.publishChange(id)
    return persons.length > 0
  }

  /** A second step was set up in this session: the session becomes unrestricted, and all others of the account end. */
  async function passSecond(tx: Tx, { id, sessionId }: { id: string; sessionId: string | null }): Promise<void> {
    if (sessionId) await store.passSecond(tx, sessionId)
    if (await asksForSecond((await people.byId(id, tx))?.role ?? 'role_general'))
      await people.endSessions(tx, id, sessionId)
  }

  /** Records a confirmation of identity as of now. */
  async function confirm(sessionId: string, personId: string): Promise<void> {
    await store.confirm(sessionId, now())
    await people.publishChange(personId)
  }

  /** Deletes expired rows; run by schedule. */
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
