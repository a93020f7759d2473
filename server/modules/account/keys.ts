import { randomBytes } from 'node:crypto'
import type { AccessToken, AppPassword, account } from '#contract/account.ts'
import { KEYS_PER_PERSON } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import { lockOwn, type People, targetOf } from '#server/modules/people/index.ts'
import { TOKEN_PREFIX } from '#server/modules/session/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { drawReadableCode } from '#server/readable-code.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { sha256 } from '#server/storage/seal.ts'
import type { AccountStore, AppPasswordRow, TokenRow } from './store.ts'

const PREFIX_SHOWN = 10
/** App passwords are typed on phones and in mount dialogs: four groups, 98 bits. */
const PASSWORD_GROUPS = 4

const accessTokenOf = (row: TokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  prefix: row.prefix,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
export const appPasswordOf = (row: AppPasswordRow): AppPassword => ({
  id: row.id,
  name: row.name,
  protocols: row.protocols,
  space: row.space_id ? { id: row.space_id, name: row.space_name ?? '' } : null,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

/** The expiry of a key by its creation time and validity in days. */
export const endOfDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

export type KeyNeeds = {
  db: Db
  store: AccountStore
  now: () => Date
  newId: () => string
  audit: Audit
  spaces: Pick<SpaceService, 'show'>
  people: Pick<People, 'publishChange'>
}

/** Access tokens for the API, and app passwords for the protocols without a second step. */
export function keyService({ db, store, now, newId, audit, spaces, people }: KeyNeeds) {
  async function addToken(draft: ParsedOf<typeof account.addToken>, { actor, caller }: By) {
    const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
    const { name, scope, validityDays } = draft
    const row = {
      id: newId(),
      person_id: actor.id,
      name,
      hash: sha256(token),
      prefix: token.slice(0, PREFIX_SHOWN),
      scope,
      created_at: now(),
      expires_at: endOfDays(now(), validityDays),
    }
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      if ((await store.tokens(actor.id, tx)).length >= KEYS_PER_PERSON) throw new Failure('tooManyKeys')
      await store.addToken(tx, row)
      audit.record(tx, {
        action: 'tokenMade',
        actor,
        caller,
        target: targetOf(actor),
        after: { name, scope, validityDays },
      })
    })
    return { item: accessTokenOf({ ...row, last_used_at: null }), token }
  }
  async function removeToken({ id }: ParsedOf<typeof account.removeToken>, { actor, caller }: By) {
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const gone = await store.removeToken(tx, actor.id, id)
      if (!gone) throw new Failure('notFound')
      audit.record(tx, {
        action: 'tokenEnded',
        actor,
        caller,
        target: targetOf(actor),
        before: { name: gone.name },
      })
    })
    return null
  }

  async function addAppPassword(draft: ParsedOf<typeof account.addAppPassword>, { actor, caller }: By) {
    const { name, protocols, spaceId, validityDays } = draft
    // A space that the person can't see is answered as not found.
    const space = spaceId ? await spaces.show(spaceId, actor) : null
    const password = drawReadableCode(PASSWORD_GROUPS)
    const row = {
      id: newId(),
      person_id: actor.id,
      name,
      hash: sha256(password),
      protocols,
      space_id: space?.id ?? null,
      ssh_key_type: null,
      created_at: now(),
      expires_at: validityDays ? endOfDays(now(), validityDays) : null,
    }
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      if ((await store.appPasswords('password', actor.id, tx)).length >= KEYS_PER_PERSON)
        throw new Failure('tooManyKeys')
      await store.addAppPassword(tx, row)
      const after = { name, protocols, space: space?.name ?? null, validityDays: validityDays ?? null }
      audit.record(tx, { action: 'appPasswordMade', actor, caller, target: targetOf(actor), after })
    })
    return { item: appPasswordOf({ ...row, last_used_at: null, space_name: space?.name ?? null }), password }
  }
  async function removeAppPassword({ id }: ParsedOf<typeof account.removeAppPassword>, { actor, caller }: By) {
    await transact(db, async (tx) => {
      await lockOwn(tx, actor)
      const gone = await store.removeAppPassword(tx, 'password', actor.id, id)
      if (!gone) throw new Failure('notFound')
      audit.record(tx, {
        action: 'appPasswordEnded',
        actor,
        caller,
        target: targetOf(actor),
        before: { name: gone.name },
      })
    })
    // Protocols cache which person an app password belongs to, so the change is published.
    await people.publishChange(actor.id)
    return null
  }

  return {
    tokens: async (personId: string) => (await store.tokens(personId)).map(accessTokenOf),
    addToken,
    removeToken,
    appPasswords: async (personId: string) => (await store.appPasswords('password', personId)).map(appPasswordOf),
    addAppPassword,
    removeAppPassword,
  }
}
