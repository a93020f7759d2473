import type { RawBuilder } from 'kysely'
import { type Actor, type ContextOf, can, explain, type Permission, type SpaceContext } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { attributeRequest } from '#server/http/traffic.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { isStorable } from '#server/storage/storable.ts'
import { type EnteredRow, policyContextOf, type SpaceRow } from './rows.ts'
import type { SpaceStore } from './store.ts'
import { asViewed, type Viewer } from './view-as.ts'

/** A space that the caller may work in, with the policy context for everything inside. */
export type EnteredSpace = {
  id: string
  rootId: string
  name: string
  policyContext: SpaceContext
  /** Bytes stored and reserved, and the most that may be. */
  usedBytes: number
  capacityBytes: number
  /** Whether a program holds a lock of anything inside. */
  hasLocks: boolean
}
/** Permissions that depend only on the context of a space. */
export type SpacePermission = {
  [P in Permission]: SpaceContext extends ContextOf<P> ? P : never
}[Permission]

/** Throws spaceForbidden. */
function enteredOf(row: EnteredRow, actor: Actor): EnteredSpace {
  const policyContext = policyContextOf(row)
  if (!can(actor, 'space.read', policyContext)) throw new Failure('spaceForbidden')
  const { id, root_id: rootId, name, capacity_bytes: capacityBytes, has_locks: hasLocks } = row
  return { id, rootId, name, policyContext, usedBytes: row.used_bytes + row.reserved_bytes, capacityBytes, hasLocks }
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Every access to a space, for reading and for changes, goes through this guard. */
export function spaceGuard({ db, store }: { db: Db; store: SpaceStore }) {
  /** The space of a code (id or identifier), if the caller may know of it. */
  async function seen(code: string, actor: Viewer, tx?: Tx, along?: RawBuilder<unknown>): Promise<EnteredRow> {
    const me = actor?.id ?? null
    const stored = UUID.test(code) ? await store.byId(code, me, tx, along) : await named(code, me, along)
    const row = stored && (await asViewed(stored, actor, (role) => store.flagsOf(stored.id, role)))
    if (!row || !can(actor, 'space.see', policyContextOf(row))) throw new Failure('spaceNotFound')
    attributeRequest({ spaceId: row.id })
    return { ...stored, ...row }
  }

  const named = async (identifier: string, me: string | null, along?: RawBuilder<unknown>) =>
    isStorable(identifier) ? store.byIdentifier(identifier, me, along) : undefined

  const see = (code: string, actor: Viewer, tx?: Tx): Promise<SpaceRow> => seen(code, actor, tx)

  /**
   * Enters a space and reads something else of it in the same statement: `along` is a value of JSON, with the space as
   * `s`.
   */
  async function enterWith<T>(
    code: string,
    actor: Actor,
    along: RawBuilder<T>,
    tx?: Tx,
  ): Promise<{ space: EnteredSpace; along: T }> {
    const row = await seen(code, actor, tx, along)
    return { space: enteredOf(row, actor), along: row.along as T }
  }

  const enter = async (spaceId: string, actor: Actor, tx?: Tx): Promise<EnteredSpace> =>
    enteredOf(await seen(spaceId, actor, tx), actor)

  /** Readable spaces of a member, the latest joined first; filtered by `q` in their names. */
  async function belonging(actor: SignedIn, most: number, q = ''): Promise<SpaceRow[]> {
    const rows = await store.ofMember(actor.id, most, q)
    const seen = await Promise.all(rows.map((row) => asViewed(row, actor, (role) => store.flagsOf(row.id, role))))
    return seen.filter((row) => can(actor, 'space.read', policyContextOf(row)) && row.my_role)
  }

  function judge(row: SpaceRow, actor: SignedIn, permission: SpacePermission): void {
    const { allowed, rule } = explain(actor, permission, policyContextOf(row))
    if (!allowed) throw new Failure(rule === 'spaceNotFailed' ? 'spaceNotFailed' : 'spaceRightMissing')
  }

  /** The space, if the caller has the permission in it. */
  async function demand(spaceId: string, actor: SignedIn, permission: SpacePermission, tx?: Tx): Promise<SpaceRow> {
    const row = await see(spaceId, actor, tx)
    judge(row, actor, permission)
    return row
  }

  /**
   * If a permission comes only from the administrator role, checks that role again and locks the account until the
   * transaction ends. The person is locked before the space, as everywhere.
   */
  async function holdOffice(tx: Tx, spaceId: string, actor: SignedIn, permission: SpacePermission): Promise<void> {
    if (actor.role !== 'role_admin') return
    const row = await store.byId(spaceId, actor.id, tx)
    if (row && explain(actor, permission, policyContextOf(row)).rule === 'administrator')
      await holdAdministrator(tx, actor)
  }

  /** Locks a space until the transaction ends, if the caller may still see it. */
  async function hold(tx: Tx, spaceId: string, actor: SignedIn): Promise<SpaceRow> {
    await store.hold(tx, spaceId)
    const row = await store.byId(spaceId, actor.id, tx)
    if (!row || !can(actor, 'space.see', policyContextOf(row))) throw new Failure('spaceNotFound')
    return row
  }

  /** Changes a space in a transaction: one change at a time, with rights checked under the lock. */
  const change = <T>(
    spaceId: string,
    actor: SignedIn,
    permission: SpacePermission,
    run: (tx: Tx, row: SpaceRow) => Promise<T>,
  ): Promise<T> =>
    transact(db, async (tx) => {
      await holdOffice(tx, spaceId, actor, permission)
      const row = await hold(tx, spaceId, actor)
      judge(row, actor, permission)
      return run(tx, row)
    })

  return { see, enter, enterWith, belonging, demand, holdOffice, hold, judge, change }
}
export type SpaceGuard = ReturnType<typeof spaceGuard>
