import { CONFIRM_MS, ONLINE_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '#contract/core/limits.ts'
import { byToken, type Language, type SignedIn } from '#server/http/context.ts'
import { csrfTokenOf } from '#server/http/cookies.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { IsShort } from './opening.ts'
import type { SessionRow, SessionStore } from './store.ts'

/** `seen_at` is written at most this often, and often enough to show who is online. */
const TOUCH_MS = ONLINE_MS / 2
/** Most cached sessions; the oldest is evicted first. */
const CACHE_MAX = 20_000
/** Prefix of the access tokens that programs send in `Authorization: Bearer …`. */
export const TOKEN_PREFIX = 'dst_'

type Known = Omit<SignedIn, 'isConfirmed'>
type Cached = { signedIn: Known; createdMs: number; seenMs: number; confirmedMs: number }
type Needs = { store: SessionStore; bus: Bus; settings: Pick<SettingService, 'accountRules'>; now: () => Date }

/** Identifies the caller of a request: by the session's secret, cached for a while, or by a program's token. */
export function resuming({ store, bus, settings, now }: Needs, isShortOf: IsShort) {
  const cache = new Map<string, Cached>()
  // Counts evictions, so that a row read before one is not cached after it.
  let forgotten = 0
  const forgetAll = () => {
    forgotten += 1
    cache.clear()
  }
  // An ended session, a disabled account or a changed role takes effect at once on every node; the cache is not used
  // while this node can't receive messages.
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

  /**
   * Null for a session that must sign in again: the account has a second step now, which this session has not passed.
   */
  async function knownOf(row: SessionRow, secret: string): Promise<Known | null> {
    const { id, role, email, name, avatar, session_id: sessionId } = row
    const isLimited = await isShortOf(role, row.method, row.second_passed)
    if (isLimited && row.has_second_step) return null
    return {
      id,
      role,
      email,
      name,
      avatar,
      token: csrfTokenOf(secret),
      sessionId,
      channel: 'web',
      scope: null,
      mustSetUp: isLimited,
    }
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

  /**
   * The owner of a session secret, or null: unknown, ended, expired, or the account is locked or disabled. `language` is
   * the one chosen in the browser, in which emails are written from then on.
   */
  async function resume(secret: string, language: Language | null = null): Promise<SignedIn | null> {
    const found = (bus.isConnected() && cache.get(secret)) || (await load(secret))
    if (!found || isOver(found)) return null
    const at = now()
    if (at.getTime() - found.seenMs > TOUCH_MS) {
      found.seenMs = at.getTime()
      await store.touch(sha256(secret), at, language)
    }
    return { ...found.signedIn, isConfirmed: at.getTime() - found.confirmedMs <= CONFIRM_MS }
  }

  /** The valid, unrestricted ones of these sessions: long-lived listeners check again. */
  async function holding(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const at = now().getTime()
    const since = { idle: new Date(at - SESSION_IDLE_MS), begun: new Date(at - SESSION_MAX_MS) }
    return new Set(await store.holding(ids, since, (await settings.accountRules()).secondStepRoles))
  }

  /** The owner of a program's token, or null. Not cached: an ended token is invalid at once. */
  async function resumeToken(token: string): Promise<SignedIn | null> {
    const at = now()
    const row = token.startsWith(TOKEN_PREFIX) ? await store.token(sha256(token), at) : undefined
    if (!row) return null
    if (!row.last_used_at || at.getTime() - row.last_used_at.getTime() > TOUCH_MS)
      await store.touchToken(row.token_id, at)
    const { id, role, email, name, avatar, scope } = row
    return byToken({ id, role, email, name, avatar, scope })
  }

  /** Removes an ended session from the cache; a read in progress is not cached either. */
  function forget(secret: string): void {
    forgotten += 1
    cache.delete(secret)
  }

  return { resume, holding, resumeToken, forget }
}
