import { sql } from 'kysely'
import { UNFINISHED_MAX, UPLOAD_IDLE_MS } from '#contract/limits.ts'
import { keepBlobs } from '#server/modules/files/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'

/** The sender of a file is gone before its end; what came before is whole and in order. */
export class BrokenOff extends Error {
  constructor(cause?: unknown) {
    super('the file broke off', { cause })
  }
}

/** What came of a file before it broke off; size in bytes. */
export type Part = { id: string; spaceId: string; name: string; sha256: string; size: number; at: Date }
/** Where a person was bringing something to. */
export type Spot = { personId: string; spaceId: string; folderId: string; name: string }
type Needs = { db: Db; now: () => Date; newId: () => string }

const columns = sql`id, space_id as "spaceId", name, encode(blob_sha256, 'hex') as sha256, size, kept_at as at`

/** Gives back what parts hold, and forgets them; the caller has the place in the space's queue. */
const forget = (tx: Tx, spaceId: string, which: ReturnType<typeof sql>) =>
  sql`
  with gone as (delete from unfinished where space_id = ${spaceId}::uuid and ${which} returning held_bytes)
  update space_usage set reserved_bytes = reserved_bytes - (select coalesce(sum(held_bytes), 0) from gone)
  where space_id = ${spaceId}::uuid`.execute(tx)

/** Files that broke off, each for its person alone to go on with. */
export function unfinishedRules({ db, now, newId }: Needs) {
  const inQueue = (spaceId: string, run: (tx: Tx) => Promise<unknown>) =>
    transact(db, async (tx) => {
      await lockSpace(tx, spaceId)
      await run(tx)
    })

  /** Parts of a person in a folder: of one name, or all. */
  async function find({
    personId,
    folderId,
    name,
  }: Omit<Spot, 'spaceId' | 'name'> & { name?: string }): Promise<Part[]> {
    const { rows } = await sql<Part>`
      select ${columns} from unfinished where person_id = ${personId}::uuid and folder_id = ${folderId}::uuid
      and (${name ?? null}::text is null or name = ${name ?? null})`.execute(db)
    return rows
  }

  /** Inserts the part when there is room for it, and its person has not too many. */
  const insert = (tx: Tx, { personId, spaceId, folderId, name }: Spot, { sha256, size }: Digest) =>
    sql`
    with held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share), room as (
      update space_usage u set reserved_bytes = u.reserved_bytes + ${size} from held h
      where u.space_id = h.id and u.used_bytes + u.reserved_bytes + ${size} <= h.capacity_bytes
        and (select count(*) from unfinished where person_id = ${personId}::uuid) < ${UNFINISHED_MAX} returning 1
    )
    insert into unfinished (id, person_id, space_id, folder_id, name, blob_sha256, size, held_bytes, kept_at)
    select ${newId()}::uuid, ${personId}::uuid, ${spaceId}::uuid, ${folderId}::uuid, ${name}, decode(${sha256}, 'hex'),
      ${size}, ${size}, ${now()} from room`.execute(tx)

  return {
    find,
    /** Keeps what came, in the place of what was kept before; nothing when there is no room for it. */
    keep: (spot: Spot, content: Digest): Promise<void> =>
      inQueue(spot.spaceId, async (tx) => {
        const { personId, folderId, name } = spot
        const same = sql`person_id = ${personId}::uuid and folder_id = ${folderId}::uuid and name = ${name}`
        await forget(tx, spot.spaceId, same)
        if (!content.size) return
        await keepBlobs(tx, [{ blob: content }], now())
        await insert(tx, spot, content)
      }),
    /** Somebody goes on with it: what it holds is held by them from now on. */
    release: ({ id, spaceId }: Part): Promise<void> =>
      inQueue(spaceId, (tx) =>
        sql`
          with part as (select held_bytes from unfinished where id = ${id}::uuid for update),
          mine as (update unfinished set held_bytes = 0 where id = ${id}::uuid)
          update space_usage set reserved_bytes = reserved_bytes - (select coalesce(sum(held_bytes), 0) from part)
          where space_id = ${spaceId}::uuid`.execute(tx),
      ),
    /** Nobody goes on with it after all: it holds what it did, or is forgotten when that is taken by now. */
    holdAgain: ({ id, spaceId, size }: Part): Promise<void> =>
      inQueue(spaceId, async (tx) => {
        await sql`
          with part as (select id from unfinished where id = ${id}::uuid and held_bytes = 0 for update),
          held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share),
          room as (
            update space_usage u set reserved_bytes = u.reserved_bytes + ${size} from held h, part
            where u.space_id = h.id and u.used_bytes + u.reserved_bytes + ${size} <= h.capacity_bytes returning 1
          ) update unfinished set held_bytes = ${size} where id = ${id}::uuid and exists (select 1 from room)`.execute(
          tx,
        )
        await forget(tx, spaceId, sql`id = ${id}::uuid and held_bytes = 0`)
      }),
    drop: ({ id, spaceId }: Part): Promise<void> =>
      inQueue(spaceId, (tx) => forget(tx, spaceId, sql`id = ${id}::uuid`)),
    /** Ends what nobody came back for; run by schedule. Answers in how many spaces. */
    async sweep(): Promise<number> {
      const before = new Date(now().getTime() - UPLOAD_IDLE_MS)
      const { rows } = await sql<{ space_id: string }>`
        select distinct space_id from unfinished where kept_at < ${before}`.execute(db)
      for (const { space_id } of rows) await inQueue(space_id, (tx) => forget(tx, space_id, sql`kept_at < ${before}`))
      return rows.length
    },
  }
}
export type Unfinished = ReturnType<typeof unfinishedRules>
