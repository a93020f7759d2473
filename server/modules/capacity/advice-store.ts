import { type RawBuilder, sql } from 'kysely'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { Db } from '#server/storage/database.ts'

/** Number of the largest files that are examined, and the limit for counting. */
const LOOKED_AT = 1000
const COUNTED = 10_000

export type HeavyRow = {
  id: string
  parent_id: string
  name: string
  /** Path from the root of the space (`/a/b.csv`). */
  path: string
  bytes: number
  /** Number of older versions, and when the first of them was written. */
  count: number
  oldest: Date | null
  updated_at: Date
  sha256: string
}
export type Room = { usedBytes: number; reservedBytes: number; currentBytes: number; versionBytes: number }
export type TrashSum = { count: number; oldest: Date | null }

export const sqlAdviceStore = (db: Db) => ({
  /** The largest files of a space; a partial index holds only large files. */
  large: (spaceId: string) =>
    liveAmong(
      db,
      sql`select n.*, n.size as bytes from node n where n.space_id = ${spaceId}::uuid and n.trash_id is null
        and not n.is_folder and n.size >= 65536 order by n.size desc limit ${LOOKED_AT}`,
    ),

  /** The files whose older versions take the most bytes. */
  versioned: (spaceId: string) =>
    liveAmong(
      db,
      sql`select n.*, n.version_bytes as bytes from node n where n.space_id = ${spaceId}::uuid and n.version_bytes > 0
        and n.trash_id is null order by n.version_bytes desc limit ${LOOKED_AT}`,
    ),

  async room(spaceId: string): Promise<Room> {
    const { rows } = await sql<Room>`
      select u.used_bytes as "usedBytes", u.reserved_bytes as "reservedBytes", r.size as "currentBytes",
        (select coalesce(sum(version_bytes), 0) from (
          select version_bytes from node where space_id = s.id and version_bytes > 0 order by version_bytes desc limit ${COUNTED}
        ) v)::bigint as "versionBytes"
      from space s join space_usage u on u.space_id = s.id join node r on r.id = s.root_id where s.id = ${spaceId}::uuid`.execute(
      db,
    )
    return rows[0] ?? { usedBytes: 0, reservedBytes: 0, currentBytes: 0, versionBytes: 0 }
  },

  /** Items in the trash, the oldest first, counted up to a limit. */
  async trash(spaceId: string): Promise<TrashSum> {
    const { rows } = await sql<TrashSum>`
      select count(*) as count, min(deleted_at) as oldest from (
        select deleted_at from trash where space_id = ${spaceId}::uuid order by deleted_at limit ${COUNTED}
      ) t`.execute(db)
    return rows[0] ?? { count: 0, oldest: null }
  },
})
export type AdviceStore = ReturnType<typeof sqlAdviceStore>

/** Of these files those that are not inside a deleted folder, with their paths; largest first. */
async function liveAmong(db: Db, heavy: RawBuilder<unknown>): Promise<HeavyRow[]> {
  const { rows } = await sql<HeavyRow>`
    with recursive heavy as materialized (${heavy}), up as (
      select id as item, parent_id as at, '/' || name as path, 1 as depth from heavy
      union all
      select up.item, n.parent_id, case when n.parent_id is null then up.path else '/' || n.name || up.path end, up.depth + 1
      from up join node n on n.id = up.at and n.trash_id is null where up.depth <= ${FOLDER_DEPTH_MAX + 2}
    )
    select h.id, h.parent_id, h.name, up.path, h.bytes, h.updated_at, v.count, v.oldest, encode(h.blob_sha256, 'hex') as sha256
    from heavy h join up on up.item = h.id and up.at is null cross join lateral (
      select count(*) as count, min(created_at) as oldest from file_version where node_id = h.id and h.version > 1
    ) v order by h.bytes desc, h.id`.execute(db)
  return rows
}
