import { sql } from 'kysely'
import { LOCKS_PER_PERSON } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** An active lock. `itemId` is a file or folder, or an auxiliary file of a protocol; `owner` is XML of the client. */
export type LockRow = {
  token: string
  itemId: string
  isDeep: boolean
  isShared: boolean
  personId: string
  personName: string
  owner: string
  seconds: number
  expiresAt: Date
  secondsLeft: number
}
export type NewLock = Omit<LockRow, 'personName' | 'expiresAt' | 'secondsLeft'> & { spaceId: string }

const columns = sql`l.token, l.item_id as "itemId", l.is_deep as "isDeep", l.is_shared as "isShared", l.person_id as "personId",
  p.name as "personName", l.owner, l.seconds, l.expires_at as "expiresAt",
  ceil(extract(epoch from l.expires_at - now()))::int as "secondsLeft"`
const holds = sql`l.expires_at > now()`

/** Every active lock of a space. */
export async function locksOf(from: Db | Tx, spaceId: string): Promise<LockRow[]> {
  const { rows } = await sql<LockRow>`
    select ${columns} from file_lock l join person p on p.id = l.person_id
    where l.space_id = ${spaceId}::uuid and ${holds}`.execute(from)
  return rows
}

/** Ends all locks: no client is connected any more. */
export async function endAllLocks(tx: Tx): Promise<void> {
  await tx.deleteFrom('file_lock').execute()
}

/** Locks in the database, shared by all servers; only the database's clock decides which are active. */
export const sqlLockStore = (db: Db) => ({
  /** Active locks on any of these items. */
  async on(spaceId: string, ids: readonly string[], from: Db | Tx = db): Promise<LockRow[]> {
    const { rows } = await sql<LockRow>`
      select ${columns} from file_lock l join person p on p.id = l.person_id
      where l.space_id = ${spaceId}::uuid and l.item_id = any(${[...ids]}::uuid[]) and ${holds} order by l.token`.execute(
      from,
    )
    return rows
  },
  /** Active locks on anything below a folder. */
  async below(spaceId: string, folderId: string, from: Db | Tx = db): Promise<LockRow[]> {
    const { rows } = await sql<LockRow>`
      select ${columns} from file_lock l join person p on p.id = l.person_id
      where l.space_id = ${spaceId}::uuid and ${holds} and l.item_id <> ${folderId}::uuid and exists (
        with recursive up as (
          select parent_id from node where id = l.item_id
          union all
          select n.parent_id from up join node n on n.id = up.parent_id
        ) select 1 from up where parent_id = ${folderId}::uuid)`.execute(from)
    return rows
  },
  /** Inserts a lock; the caller holds the space's queue and has checked for conflicts. Throws tooManyRequests. */
  async add(tx: Tx, lock: NewLock): Promise<void> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from file_lock l where l.person_id = ${lock.personId}::uuid and ${holds}`.execute(
      tx,
    )
    if ((rows[0]?.count ?? 0) >= LOCKS_PER_PERSON) throw new Failure('tooManyRequests')
    await sql`
      insert into file_lock (token, item_id, space_id, is_deep, is_shared, person_id, owner, seconds, expires_at)
      values (${lock.token}::uuid, ${lock.itemId}::uuid, ${lock.spaceId}::uuid, ${lock.isDeep}, ${lock.isShared},
        ${lock.personId}::uuid, ${lock.owner}, ${lock.seconds}, now() + make_interval(secs => ${lock.seconds}))`.execute(
      tx,
    )
  },
  refresh: (token: string, seconds: number) =>
    sql`
      update file_lock set seconds = ${seconds}, expires_at = now() + make_interval(secs => ${seconds})
      where token = ${token}::uuid`.execute(db),
  end: (tokens: readonly string[]) => sql`delete from file_lock where token = any(${[...tokens]}::uuid[])`.execute(db),
  sweep: () => sql`delete from file_lock where expires_at <= now()`.execute(db),
})
