import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { SpaceVersion } from '#contract/versions.ts'
import { Failure } from '#server/failure.ts'
import type { SpaceTransfer } from '#server/modules/files/index.ts'
import { decodeCursor, pageOf } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** Maximum number of snapshots of one space, including those of its folders (our choice). */
export const SNAPSHOTS_MAX = 500

type Row = {
  id: string
  number: number
  folder_id: string
  folder_name: string
  is_root: boolean
  is_live: boolean
  at: Date
  name: string
  description: string
  by_id: string
  by_name: string
  files: number
  bytes: number
  state: SpaceVersion['state']
}
export type NewSnapshot = {
  id: string
  spaceId: string
  folderId: string
  at: Date
  name: string
  description: string
  byId: string
}
const Key = z.object({ before: z.int32() })

const snapshotOf = (row: Row): SpaceVersion => ({
  id: row.id,
  number: row.number,
  folder: { hash: row.folder_id, name: row.folder_name, isRoot: row.is_root, isLive: row.is_live },
  at: row.at.toISOString(),
  name: row.name,
  description: row.description,
  by: { personId: row.by_id, personName: row.by_name },
  files: row.files,
  bytes: row.bytes,
  state: row.state,
})

/** Decodes the cursor of a list; throws invalid. */
export const placeIn = (after: string | undefined): number => (after ? decodeCursor(after, Key).before : 2 ** 31 - 1)

/** An unfinished snapshot is shown as long as its task runs, not after it failed or was cancelled. */
const stateOf = sql`case when m.state = 'made' or exists (
  select 1 from task t where t.space_id = m.space_id and t.kind = 'versionMake' and t.finished_at is null
    and t.options ->> 'snapshotId' = m.id::text) then m.state else 'failed' end`

/**
 * Snapshots of a space and its folders, or of one folder; `is_live`: the folder itself still exists outside the trash.
 */
export async function pageOfSnapshots(
  db: Db,
  { spaceId, folderId }: { spaceId: string; folderId: string | null },
  { before, size }: { before: number; size: number },
) {
  const { rows } = await sql<Row>`
    select m.id, m.number, m.folder_id, n.name as folder_name, n.parent_id is null as is_root, n.trash_id is null and n.space_id = m.space_id as is_live,
      m.at, m.name, m.description, m.by_id, p.name as by_name, m.files, m.bytes, ${stateOf} as state
    from snapshot m join node n on n.id = m.folder_id join person p on p.id = m.by_id
    where m.space_id = ${spaceId}::uuid and m.number < ${before}
      and (${folderId}::uuid is null or m.folder_id = ${folderId}::uuid)
    order by m.number desc limit ${size + 1}`.execute(db)
  return pageOf(rows, size, { toItem: snapshotOf, key: ({ number }) => ({ before: number }) })
}

export const snapshotById = (from: Db | Tx, spaceId: string, id: string) =>
  from.selectFrom('snapshot').selectAll().where('id', '=', id).where('space_id', '=', spaceId).executeTakeFirst()

/** Inserts a snapshot. The caller holds the space's lock. Throws snapshotsTooMany. */
export async function insertSnapshot(tx: Tx, snapshot: NewSnapshot): Promise<void> {
  const { rows } = await sql<{ last: number; count: number }>`
    select coalesce(max(number), 0) as last, count(*) as count from snapshot where space_id = ${snapshot.spaceId}::uuid`.execute(
    tx,
  )
  const { last = 0, count = 0 } = rows[0] ?? {}
  if (count >= SNAPSHOTS_MAX) throw new Failure('snapshotsTooMany', { values: { count: SNAPSHOTS_MAX } })
  const { id, spaceId: space_id, folderId: folder_id, at, name, description, byId: by_id } = snapshot
  await tx
    .insertInto('snapshot')
    .values({ id, space_id, folder_id, number: last + 1, at, name, description, by_id })
    .execute()
}

export const setMade = (tx: Tx, id: string, held: { files: number; bytes: number }) =>
  tx
    .updateTable('snapshot')
    .set({ state: 'made', ...held })
    .where('id', '=', id)
    .execute()

/** Deletes a snapshot; returns false if there is none. */
export async function removeSnapshot(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('snapshot').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Moves snapshots of folders into another space and numbers them after its own. The caller holds both spaces' locks.
 */
export async function carrySnapshots(tx: Tx, { fromId, toId }: SpaceTransfer): Promise<void> {
  await sql`
    update snapshot m set space_id = ${toId}::uuid, number = o.number
    from (
      select m.id, (select coalesce(max(number), 0) from snapshot where space_id = ${toId}::uuid)
        + row_number() over (order by m.number) as number
      from snapshot m join node n on n.id = m.folder_id where m.space_id = ${fromId}::uuid and n.space_id = ${toId}::uuid
    ) o where m.id = o.id`.execute(tx)
}
