import { randomBytes } from 'node:crypto'
import type { ErrorName } from '#contract/errors.ts'
import { CONFIRM_MS, HISTORY_KEEP_DAYS, ONLINE_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '#contract/limits.ts'
import type { Role, SecondWay, UserInfo } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Language, SignedIn } from '#server/http/context.ts'
import { markOf } from '#server/http/cookies.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { type Mails, occasionOf } from '#server/modules/mails/index.ts'
import type { People, PersonRow } from '#server/modules/people/index.ts'
import type { SecondStep } from '#server/modules/second-step/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { Attempts } from './attempts.ts'
import { MEMORY_MS } from './delay.ts'
import { verifyPassword } from './password.ts'
import { patience } from './patience.ts'
import type { SessionRow, SessionStore } from './store.ts'

/** `seen_at` is written at most this often, and often enough to tell who is online. */
const TOUCH_MS = ONLINE_MS / 2
/** Sessions kept in memory; the oldest is forgotten first. */
const CACHE_MAX = 20_000
const DAY_MS = 86_400_000
/** Passwords that are hashed at a time; the other threads go on reading files. */
const HASHES_AT_ONCE = 2
/** Names that are asked of directories at a time. */
const DIRECTORY_AT_ONCE = 20
/** A hash that no password matches: an unknown address costs as much time as a wrong password. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
/** What programs send in `Authorization: Bearer …`. */
export const TOKEN_PREFIX = 'dst_'

type Known = Omit<SignedIn, 'isConfirmed'>
type Cached = { signedIn: Known; createdMs: number; seenMs: number; confirmedMs: number }
type Needs = {
  db: Db
  store: SessionStore
  attempts: Attempts
  bus: Bus
  now: () => Date
  newId: () => string
  audit: Audit
  mails: Mails
  people: People
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

/** How somebody stands at the door: who, by which method, from where. */
export type Entry = {
  person: PersonRow
  /** `password`, `passkey`, or the kind of an outside method. */
  method: string
  caller: Caller
  /** The other side's name for its session. */
  ticket?: string | null
  /** What the rules of the method say about the role. */
  role?: Role | null
  /** Cookie of the browser, if it has one; a new one is told by mail. */
  device: string | undefined
  /** Mails speak it from now on. */
  language: Language
  /** The second step was taken. */
  isSecondPassed?: boolean
}
/** What every way in knows of the request. */
export type From = Pick<Entry, 'caller' | 'device' | 'language'>
export type Credentials = { email: string; password: string }
/** What a second step under way keeps. */
export type SecondData = { method: string; ways: SecondWay[]; then: unknown; challenge?: string }
/** A session, or the second step that comes before it. */
export type Admission =
  | { kind: 'done'; secret: string; signedIn: SignedIn; device: string }
  | { kind: 'second'; secret: string; ways: SecondWay[] }

export function sessionService(needs: Needs) {
  const { db, store, attempts, bus, now, newId, audit, mails, people, settings, secondStep } = needs
  const cache = new Map<string, Cached>()
  const tryPatiently = patience(store, now, HASHES_AT_ONCE)
  // A directory that is slow holds up nobody who signs in by a password of ours.
  const tryDirectory = patience(store, now, DIRECTORY_AT_ONCE)
  // Moves with every forgetting, so that a row read before it is not remembered after it.
  let forgotten = 0
  const forgetAll = () => {
    forgotten += 1
    cache.clear()
  }
  // An ended session, a disabled account or another role bites at once on every node; while this node cannot hear
  // of it, nothing is answered from memory.
  bus.on('person', (payload) => {
    const { id } = payload as { id: string }
    forgotten += 1
    for (const [key, cached] of cache) if (cached.signedIn.id === id) cache.delete(key)
  })
  bus.on('settings', forgetAll)
  bus.onGap(forgetAll)

  const isOver = ({ createdMs, seenMs }: Cached) => {
    const at = now().getTime()
    return at - seenMs > SESSION_IDLE_MS || at - createdMs > SESSION_MAX_MS
  }

  const asksForSecond = async (role: Role) => (await settings.accountRules()).secondStepRoles.includes(role)

  /** A session by the password alone, of a role that asks for more. Who signs in elsewhere takes the second step there. */
  const isShortOf = async (role: Role, method: string, isPassed: boolean) =>
    !isPassed && method === 'password' && (await asksForSecond(role))

  /** Null for a session that must begin anew: the account has a second step now, and this one never took it. */
  async function knownOf(row: SessionRow, secret: string): Promise<Known | null> {
    const { id, role, email, name, avatar, session_id: sessionId } = row
    const isLimited = await isShortOf(role, row.method, row.second_passed)
    if (isLimited && row.has_second_step) return null
    return { id, role, email, name, avatar, token: markOf(secret), sessionId, scope: null, mustSetUp: isLimited }
  }

  async function load(secret: string): Promise<Cached | null> {
    const before = forgotten
    const row: SessionRow | undefined = await store.find(sha256(secret))
    if (!row || row.disabled_at || row.locked_at) return null
    const signedIn = await knownOf(row, secret)
    if (!signedIn) return null
    const loaded = {
      signedIn,
      createdMs: row.created_at.getTime(),
      seenMs: row.seen_at.getTime(),
      confirmedMs: row.confirmed_at.getTime(),
    }
    if (before !== forgotten) return loaded
    if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value ?? '')
    cache.set(secret, loaded)
    return loaded
  }

  /** Who owns this secret, or null: unknown, ended, expired, or the account is locked or disabled. */
  async function resume(secret: string): Promise<SignedIn | null> {
    const found = (bus.isConnected() && cache.get(secret)) || (await load(secret))
    if (!found || isOver(found)) return null
    const at = now()
    if (at.getTime() - found.seenMs > TOUCH_MS) {
      found.seenMs = at.getTime()
      await store.touch(sha256(secret), at)
    }
    return { ...found.signedIn, isConfirmed: at.getTime() - found.confirmedMs <= CONFIRM_MS }
  }

  /** Whose program sends this token, or null. Read each time: a token that was ended is dead at once. */
  async function resumeToken(token: string): Promise<SignedIn | null> {
    const at = now()
    const row = token.startsWith(TOKEN_PREFIX) ? await store.token(sha256(token), at) : undefined
    if (!row) return null
    if (!row.last_used_at || at.getTime() - row.last_used_at.getTime() > TOUCH_MS)
      await store.touchToken(row.token_id, at)
    const { id, role, email, name, avatar, scope } = row
    return { id, role, email, name, avatar, token: '', sessionId: null, scope, isConfirmed: false, mustSetUp: false }
  }

  /** Writes a refusal down: whose account was meant, or what was typed when nobody has it. */
  function noteRefusal(way: Omit<Entry, 'person'>, reason: ErrorName, person: PersonRow | null, typed = '') {
    const target = person ? { id: person.id, name: person.email } : { id: '', name: typed.slice(0, 254) }
    const { method, caller } = way
    return audit.note({ action: 'signIn', outcome: 'refused', reason, actor: null, caller, method, target })
  }
  async function refuse(entry: Entry, reason: ErrorName): Promise<never> {
    await noteRefusal(entry, reason, entry.person)
    throw new Failure(reason)
  }

  function refusalOf(person: PersonRow): ErrorName | null {
    if (person.disabled_at) return 'accountDisabled'
    if (person.locked_at) return 'accountLocked'
    return person.state === 'active' ? null : 'accountInactive'
  }

  /** Whose password this is; the answer to an unknown address and to a wrong password is the same. */
  async function prove({ email, password }: Credentials, way: Omit<Entry, 'person'>): Promise<PersonRow> {
    const isKnownDevice = way.device !== undefined && (await store.knowsDevice(email, sha256(way.device)))
    const person = await tryPatiently({ address: way.caller.address, name: email, isKnownDevice }, async () => {
      const found = await people.byEmail(email)
      const matches = await verifyPassword(password, found?.password_hash ?? NOBODY)
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

  /** Opens the session. Role rules are looked at again here. */
  async function open(entry: Entry): Promise<Admission> {
    const { person, method, caller, ticket = null, role = null } = entry
    const at = now()
    const secret = randomBytes(32).toString('base64url')
    const device = entry.device ?? randomBytes(16).toString('base64url')
    const sessionId = newId()
    const isPassed = entry.isSecondPassed ?? method === 'passkey'
    const nextRole = await db.transaction().execute(async (tx) => {
      const fresh = await stillProved(tx, person, method)
      const next = role ?? (await people.roleBySuffix(fresh))
      const ruled = { ...(next !== fresh.role && { role: next }), ...(role && { role_source: 'method' as const }) }
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
      const target = { id: person.id, name: person.email }
      await audit.record(tx, { action: 'signIn', actor: person, caller, method, target })
      if (next !== fresh.role) {
        const [before, after] = [{ role: fresh.role }, { role: next }]
        await audit.record(tx, { action: 'roleChanged', actor: null, caller, target, before, after })
      }
      if (isNewDevice && fresh.last_sign_in_at) await tellNewDevice(tx, fresh, { method, caller, at })
      return next
    })
    if (nextRole !== person.role) await people.told(person.id)
    mails.kick()
    const { id, email, name, avatar } = person
    const isLimited = await isShortOf(nextRole, method, isPassed)
    const signedIn = {
      id,
      role: nextRole,
      email,
      name,
      avatar,
      token: markOf(secret),
      sessionId,
      scope: null,
      isConfirmed: true,
      mustSetUp: isLimited,
    }
    return { kind: 'done', secret, signedIn, device }
  }

  /** The account as it is now, kept so; what was proved a moment ago may hold no longer. */
  async function stillProved(tx: Tx, proved: PersonRow, method: string): Promise<PersonRow> {
    const fresh = await people.lock(tx, proved.id)
    const isOther = method === 'password' && fresh?.password_hash !== proved.password_hash
    if (!fresh || isOther) throw new Failure('wrongCredentials')
    const refusal = refusalOf(fresh)
    if (refusal) throw new Failure(refusal)
    return fresh
  }

  async function tellNewDevice(
    tx: Parameters<Mails['queue']>[0],
    person: PersonRow,
    { method, caller, at }: { method: string; caller: Caller; at: Date },
  ) {
    if (await people.isMailOff(tx, person.id, 'account_security')) return
    await mails.queue(tx, {
      kind: 'newDevice',
      recipient: person.email,
      language: person.language,
      personId: person.id,
      details: { ...occasionOf(person, caller, at), method },
    })
  }

  async function logout(secret: string, caller: Caller) {
    const person = await resume(secret)
    await store.remove(sha256(secret))
    forgotten += 1
    cache.delete(secret)
    if (!person) return
    await audit.note({ action: 'signOut', actor: person, caller, target: { id: person.id, name: person.email } })
    await people.told(person.id)
  }

  /** Ends the sessions that the other side ended; true when there was one. */
  async function endTicket(ticket: string): Promise<boolean> {
    const persons = await store.removeByTicket(ticket)
    for (const id of new Set(persons)) await people.told(id)
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
    await people.told(personId)
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
    tryPatiently,
    tryDirectory,
    attempts,
  }
}
export type SessionService = ReturnType<typeof sessionService>
