import { createHash, randomBytes } from 'node:crypto'
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '#contract/limits.ts'
import type { UserInfo } from '#contract/session.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { markOf } from '#server/http/cookies.ts'
import type { Bus } from '#server/storage/bus.ts'
import { keysOf, MEMORY_MS, waitMs } from './delay.ts'
import { verifyPassword } from './password.ts'
import type { SessionRow, SessionStore } from './store.ts'
import { turnstile } from './turnstile.ts'

/** `seen_at` is written at most this often. */
const TOUCH_MS = 5 * 60_000
/** Sessions kept in memory; the oldest is forgotten first. */
const CACHE_MAX = 20_000
/** A hash that no password matches: an unknown address costs as much time as a wrong password. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

type Cached = { signedIn: SignedIn; createdMs: number; seenMs: number }
type Needs = { store: SessionStore; bus: Bus; now: () => Date }

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export const userInfoOf = (person: SignedIn): UserInfo => ({
  userId: person.id,
  name: person.name,
  avatar: person.avatar,
  roles: [person.role],
  emailAccounts: person.email,
  accessToken: person.token,
})

type Attempt = { email: string; password: string; address: string; userAgent: string }
/** Passwords that are hashed at a time; the other threads go on reading files. */
const HASHES_AT_ONCE = 2

export function sessionService({ store, bus, now }: Needs) {
  const cache = new Map<string, Cached>()
  // Moves with every forgetting, so that a row read before it is not remembered after it.
  let forgotten = 0
  // An ended session, a disabled account or another role bites at once on every node; while this node cannot hear
  // of it, nothing is answered from memory.
  bus.on('person', (payload) => {
    const { id } = payload as { id: string }
    forgotten += 1
    for (const [key, cached] of cache) if (cached.signedIn.id === id) cache.delete(key)
  })
  bus.onGap(() => {
    forgotten += 1
    cache.clear()
  })

  const isOver = ({ createdMs, seenMs }: Cached) => {
    const at = now().getTime()
    return at - seenMs > SESSION_IDLE_MS || at - createdMs > SESSION_MAX_MS
  }

  async function load(secret: string): Promise<Cached | null> {
    const before = forgotten
    const row: SessionRow | undefined = await store.find(hashOf(secret))
    if (!row || row.disabled_at) return null
    const { id, role, email, name, avatar } = row
    const signedIn = { id, role, email, name, avatar, token: markOf(secret) }
    const loaded = { signedIn, createdMs: row.created_at.getTime(), seenMs: row.seen_at.getTime() }
    if (before !== forgotten) return loaded
    if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value ?? '')
    cache.set(secret, loaded)
    return loaded
  }

  /** Who owns this secret, or null: unknown, ended, expired, or the account is disabled. */
  async function resume(secret: string): Promise<SignedIn | null> {
    const found = (bus.isConnected() && cache.get(secret)) || (await load(secret))
    if (!found || isOver(found)) return null
    const at = now()
    if (at.getTime() - found.seenMs > TOUCH_MS) {
      found.seenMs = at.getTime()
      await store.touch(hashOf(secret), at)
    }
    return found.signedIn
  }

  async function refuseHasty(keys: ReturnType<typeof keysOf>) {
    const delays = await store.delaysOf(keys.map(({ key }) => key))
    const waits = delays.map((delay) => delay.until.getTime() - now().getTime())
    const longest = Math.max(0, ...waits)
    if (longest > 0) throw new Failure('loginDelayed', { values: { seconds: Math.ceil(longest / 1000) } })
    return delays
  }

  const pass = turnstile(HASHES_AT_ONCE)

  /** Signs in; the answer to an unknown address and to a wrong password is the same. */
  const login = (attempt: Attempt) => pass(attempt.address, () => tryToSignIn(attempt))

  async function tryToSignIn(attempt: Attempt) {
    const keys = keysOf(attempt.address, attempt.email)
    const delays = await refuseHasty(keys)
    const person = await store.personByEmail(attempt.email)
    const matches = await verifyPassword(attempt.password, person?.password_hash ?? NOBODY)
    if (!person || !matches) {
      await countMiss(keys, delays)
      throw new Failure('wrongCredentials')
    }
    if (person.disabled_at) throw new Failure('accountDisabled')
    await store.forgetDelay(keys[0]?.key ?? '')
    const secret = randomBytes(32).toString('base64url')
    const at = now()
    await store.insertSession({
      token_hash: hashOf(secret),
      person_id: person.id,
      user_agent: attempt.userAgent.slice(0, 300),
      created_at: at,
      seen_at: at,
    })
    const { id, role, email, name, avatar } = person
    return { secret, signedIn: { id, role, email, name, avatar, token: markOf(secret) } }
  }

  async function countMiss(
    keys: ReturnType<typeof keysOf>,
    delays: { key: string; failures: number; last_at: Date }[],
  ) {
    const at = now()
    for (const { key, free } of keys) {
      const before = delays.find((delay) => delay.key === key)
      const isFresh = before && at.getTime() - before.last_at.getTime() < MEMORY_MS
      const failures = isFresh ? before.failures + 1 : 1
      await store.saveDelay({ key, failures, last_at: at, until: new Date(at.getTime() + waitMs(failures, free)) })
    }
  }

  async function logout(secret: string) {
    const person = await resume(secret)
    await store.remove(hashOf(secret))
    forgotten += 1
    cache.delete(secret)
    if (person) await bus.publish('person', { id: person.id })
  }

  /** Forgets what has expired; run by schedule. */
  async function sweep() {
    const at = now().getTime()
    await store.sweepSessions(new Date(at - SESSION_IDLE_MS), new Date(at - SESSION_MAX_MS))
    await store.sweepDelays(new Date(at - MEMORY_MS))
  }

  return { resume, login, logout, sweep }
}
export type SessionService = ReturnType<typeof sessionService>
