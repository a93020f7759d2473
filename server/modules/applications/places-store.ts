import { sql } from 'kysely'
import type { ApplicationSpace } from '#contract/applications.ts'
import type { Flag } from '#contract/core/policy.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** The spaces that applications are members of. */
export const sqlPlaceStore = (db: Db) => ({
  async ofApplication(id: string, most: number): Promise<ApplicationSpace[]> {
    const { rows } = await sql<ApplicationSpace>`
      select s.id, s.name, s.identifier, coalesce(m.flags, '{}') as flags
      from member m join space s on s.id = m.space_id where m.person_id = ${id}::uuid
      order by s.name collate natural_order, s.id limit ${most}`.execute(db)
    return rows
  },
  /** In the order in which spaces are locked. */
  async spaceIds(tx: Tx, id: string): Promise<string[]> {
    const rows = await tx
      .selectFrom('member')
      .select('space_id')
      .where('person_id', '=', id)
      .orderBy('space_id')
      .execute()
    return rows.map(({ space_id }) => space_id)
  },
  async count(tx: Tx, id: string): Promise<number> {
    const { count } = await tx
      .selectFrom('member')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow()
    return count
  },
  /** Locks a space; null when there is none. */
  async holdSpace(tx: Tx, spaceId: string): Promise<{ name: string; owner_id: string } | null> {
    const { rows } = await sql<{ name: string; owner_id: string }>`
      select name, owner_id from space where id = ${spaceId}::uuid for no key update`.execute(tx)
    return rows[0] ?? null
  },
  /** The flags of a member that differ from those of its role; false when it is no member. */
  async setFlags(tx: Tx, { spaceId, id, flags }: { spaceId: string; id: string; flags: Flag[] }): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('member')
      .set({ flags })
      .where('space_id', '=', spaceId)
      .where('person_id', '=', id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})
export type PlaceStore = ReturnType<typeof sqlPlaceStore>
