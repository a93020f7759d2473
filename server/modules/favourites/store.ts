import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ItemBadges } from '#contract/favourites.ts'
import { type NodeRow, nodeColumns } from '#server/modules/files/index.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'

/** Maximum favourites of one person, and maximum recently opened items kept (our choice). */
export const FAVOURITES_MAX = 5000
export const RECENT_MAX = 200

export type ListName = 'favourite' | 'recent'
export type PersonalRow = NodeRow & { at: Date; exact: string }
type Viewer = { me: string | null; isMember: boolean; now: Date }

const Key = z.tuple([part.timestamp, part.id])

/** Badges of items, favourites and recently opened items. */
export function sqlFavouriteStore(db: Db) {
  return {
    /** Badges of live items, looked up by key in each table; items without badges have no row. */
    async badgesOf(ids: readonly string[], { me, isMember, now }: Viewer): Promise<ItemBadges[]> {
      if (!ids.length) return []
      const { rows } = await sql<ItemBadges>`
        select * from (
          select n.id as hash, coalesce(f.tags, '{}') as tags, coalesce(f.note <> '', false) as "hasNote",
            coalesce(jsonb_array_length(f.meta) > 0, false) as "hasMeta", v.node_id is not null as "isFavourite",
            ${isMember} and exists (
              select 1 from share_item i join share s on s.id = i.share_id where i.node_id = n.id and s.space_id = n.space_id
              and s.revoked_at is null and (s.expires_at is null or s.expires_at > ${now})) as "isShared",
            case when ${isMember} then (
              select p.name from file_lock l join person p on p.id = l.person_id
              where l.space_id = n.space_id and l.item_id = n.id and l.expires_at > now() limit 1) end as "lockedBy"
          from node n left join node_metadata f on f.node_id = n.id
          left join favourite v on v.node_id = n.id and v.person_id = ${me}::uuid
          where n.id = any(${[...ids]}::uuid[])) m
        where cardinality(tags) > 0 or "hasNote" or "hasMeta" or "isFavourite" or "isShared" or "lockedBy" is not null`.execute(
        db,
      )
      return rows
    },

    /**
     * Adds favourites; false when there would be more than FAVOURITES_MAX. A lock allows one change per person at a
     * time.
     */
    async addFavourites(personId: string, nodeIds: readonly string[], now: Date): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        await sql`select 1 from person where id = ${personId}::uuid for no key update`.execute(tx)
        const { rows } = await sql<{ areAll: boolean }>`
          with held as (select node_id from favourite where person_id = ${personId}::uuid),
            fresh as (select unnest(${[...nodeIds]}::uuid[]) as node_id except select node_id from held),
            made as (
              insert into favourite (person_id, node_id, at) select ${personId}::uuid, node_id, ${now} from fresh
              where (select count(*) from held) + (select count(*) from fresh) <= ${FAVOURITES_MAX} returning node_id)
          select (select count(*) from made) = (select count(*) from fresh) as "areAll"`.execute(tx)
        return rows[0]?.areAll ?? false
      })
    },
    async removeFavourites(personId: string, nodeIds: readonly string[]): Promise<void> {
      await sql`delete from favourite where person_id = ${personId}::uuid and node_id = any(${[...nodeIds]}::uuid[])`.execute(
        db,
      )
    },

    /** Records an opened item; the oldest ones beyond the limit are deleted. */
    async noteOpened(personId: string, nodeId: string, now: Date): Promise<void> {
      await sql`
        insert into recent (person_id, node_id, at) values (${personId}::uuid, ${nodeId}::uuid, ${now})
        on conflict (person_id, node_id) do update set at = greatest(recent.at, excluded.at)`.execute(db)
      await sql`
        delete from recent where person_id = ${personId}::uuid and node_id in (
          select node_id from recent where person_id = ${personId}::uuid order by at desc, node_id desc offset ${RECENT_MAX})`.execute(
        db,
      )
    },

    /** Items that a person marked or opened, newest first, without checking what they may read. */
    async page(which: ListName, personId: string, { after, size }: { after?: string | undefined; size: number }) {
      const key = after ? decodeCursor(after, Key) : null
      const beyond = key ? sql`and (m.at, m.node_id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql``
      const { rows } = await sql<PersonalRow>`
        select ${nodeColumns}, m.at, ${exactly(sql`m.at`)} as exact
        from (select * from ${sql.table(which)} m where m.person_id = ${personId}::uuid ${beyond}
          order by m.at desc, m.node_id desc limit ${size + 1}) m
        join node n on n.id = m.node_id join person p on p.id = n.author_id
        order by m.at desc, m.node_id desc`.execute(db)
      return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.exact, row.id] })
    },
  }
}
