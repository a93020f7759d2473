import { type RawBuilder, sql } from 'kysely'
import { reserving } from '#server/modules/files/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** Most interrupted uploads of one person; each is kept for UPLOAD_IDLE_MS, to be resumed (our choice). */
const UNFINISHED_MAX = 1000

/** The received part of an interrupted upload; size in bytes. */
export type Part = { id: string; spaceId: string; name: string; sha256: string; size: number; at: Date }
/** Target of a person's upload. */
export type Spot = { personId: string; spaceId: string; folderId: string; name: string }

const columns = sql`id, space_id as "spaceId", name, encode(blob_sha256, 'hex') as sha256, size, kept_at as at`

/** Releases the storage of parts in a space, and deletes them. */
const forgetThose = (tx: Tx, spaceId: string, which: RawBuilder<unknown>) =>
  sql`
  with gone as (delete from unfinished where space_id = ${spaceId}::uuid and ${which} returning held_bytes)
  update space_usage set reserved_bytes = reserved_bytes - (select coalesce(sum(held_bytes), 0) from gone)
  where space_id = ${spaceId}::uuid`.execute(tx)

/** Rows of interrupted uploads. Callers that change them hold the space's lock. */
export const sqlUnfinishedStore = (db: Db) => ({
  /** Parts of a person in a folder: of one name, or all. */
  async find({ personId, folderId, name }: Pick<Spot, 'personId' | 'folderId'> & { name?: string }): Promise<Part[]> {
    const { rows } = await sql<Part>`
      select ${columns} from unfinished where person_id = ${personId}::uuid and folder_id = ${folderId}::uuid
      and (${name ?? null}::text is null or name = ${name ?? null})`.execute(db)
    return rows
  },
  /** Inserts a part if there is enough storage, and its person does not have too many. */
  insert: (
    tx: Tx,
    { id, personId, spaceId, folderId, name, at }: Spot & { id: string; at: Date },
    { sha256, size }: Digest,
  ) =>
    sql`
    with ${reserving(
      spaceId,
      size,
      sql`(select count(*) from unfinished where person_id = ${personId}::uuid) < ${UNFINISHED_MAX}`,
    )}
    insert into unfinished (id, person_id, space_id, folder_id, name, blob_sha256, size, held_bytes, kept_at)
    select ${id}::uuid, ${personId}::uuid, ${spaceId}::uuid, ${folderId}::uuid, ${name}, decode(${sha256}, 'hex'),
      ${size}, ${size}, ${at} from room`.execute(tx),
  /** Releases the storage of a part. */
  release: (tx: Tx, { id, spaceId }: Part) =>
    sql`
    with part as (select held_bytes from unfinished where id = ${id}::uuid for update),
    mine as (update unfinished set held_bytes = 0 where id = ${id}::uuid)
    update space_usage set reserved_bytes = reserved_bytes - (select coalesce(sum(held_bytes), 0) from part)
    where space_id = ${spaceId}::uuid`.execute(tx),
  /** Reserves the storage of a released part again, if there is enough. */
  holdAgain: (tx: Tx, { id, spaceId, size }: Part) =>
    sql`
    with part as (select id from unfinished where id = ${id}::uuid and held_bytes = 0 for update),
    ${reserving(spaceId, size, sql`exists (select 1 from part)`)}
    update unfinished set held_bytes = ${size} where id = ${id}::uuid and exists (select 1 from room)`.execute(tx),

  forget: (tx: Tx, { id, spaceId }: Part) => forgetThose(tx, spaceId, sql`id = ${id}::uuid`),
  forgetReleased: (tx: Tx, { id, spaceId }: Part) => forgetThose(tx, spaceId, sql`id = ${id}::uuid and held_bytes = 0`),
  forgetAt: (tx: Tx, { personId, spaceId, folderId, name }: Spot) =>
    forgetThose(tx, spaceId, sql`person_id = ${personId}::uuid and folder_id = ${folderId}::uuid and name = ${name}`),
  forgetOld: (tx: Tx, spaceId: string, before: Date) => forgetThose(tx, spaceId, sql`kept_at < ${before}`),
  /** Spaces with parts older than `before`. */
  async spacesWithOld(before: Date): Promise<string[]> {
    const { rows } = await sql<{ space_id: string }>`
      select distinct space_id from unfinished where kept_at < ${before}`.execute(db)
    return rows.map(({ space_id }) => space_id)
  },
})
