import { type RawBuilder, sql } from 'kysely'
import type { Flag, SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import { enteredRow, rowsFor } from './row-store.ts'
import type { EnteredRow, SpaceRow } from './rows.ts'

/** Changed columns of a space. */
export type Change = Partial<{
  name: string
  introduction: string
  tags: string[]
  cover: string
  capacity_bytes: number
  type: SpaceType
  status: SpaceStatus
  reason: string
}>
export type StatusChange = { from: SpaceStatus; to: SpaceStatus; reason: string }
export type Applicant = { id: string; language: 'zh' | 'en' }

const NOTHING: RawBuilder<unknown> = sql`null`

export function sqlSpaceStore(db: Db) {
  return {
    async byId(id: string, me: string | null, from: Db | Tx = db, along = NOTHING): Promise<EnteredRow | undefined> {
      const { rows } = await sql<EnteredRow>`${enteredRow(me, sql`s.id = ${id}::uuid`, along)}`.execute(from)
      return rows[0]
    },
    async byIdentifier(identifier: string, me: string | null, along = NOTHING): Promise<EnteredRow | undefined> {
      const which = sql`lower(s.identifier) = ${identifier.toLowerCase()}`
      const { rows } = await sql<EnteredRow>`${enteredRow(me, which, along)}`.execute(db)
      return rows[0]
    },
    /** Active spaces of a member, filtered by `q` in their names, the latest joined first. */
    async ofMember(me: string, most: number, q: string): Promise<SpaceRow[]> {
      const { rows } = await sql<SpaceRow>`
        ${rowsFor(me)} where m.person_id is not null and s.status = 'normal' and s.name ilike ${`%${literal(q)}%`} order by m.joined_at desc, s.id limit ${most}`.execute(
        db,
      )
      return rows
    },
    async flagsOf(id: string, role: 'senior' | 'normal'): Promise<Flag[]> {
      const row = await db
        .selectFrom('space_flags')
        .select('flags')
        .where('space_id', '=', id)
        .where('role', '=', role)
        .executeTakeFirst()
      return row?.flags ?? []
    },
    async isTaken(identifier: string): Promise<boolean> {
      const { rows } = await sql`select 1 from space where lower(identifier) = ${identifier.toLowerCase()}`.execute(db)
      return rows.length > 0
    },

    /** Locks the row of a space against changes until the transaction ends; inserts that reference it don't wait. */
    hold: (tx: Tx, id: string) => sql`select from space where id = ${id}::uuid for no key update`.execute(tx),
    /** Locks the counters too, so that nothing is reserved meanwhile. */
    holdUsage: (tx: Tx, id: string) =>
      tx
        .selectFrom('space_usage')
        .select(['used_bytes', 'reserved_bytes'])
        .where('space_id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow(),

    update: (tx: Tx, id: string, change: Change) => tx.updateTable('space').set(change).where('id', '=', id).execute(),

    /** Changes the status from one to another; false when the space has another status or is gone. */
    async setStatus(tx: Tx, id: string, { from, to, reason }: StatusChange): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('space')
        .set({ status: to, reason })
        .where('id', '=', id)
        .where('status', '=', from)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Deletes a space with everything in it; the sweeper removes its unreferenced blobs later. */
    remove: (tx: Tx, id: string) => tx.deleteFrom('space').where('id', '=', id).execute(),

    /** Rejects all join requests, with a reason in both languages. Returns the applicants. */
    async endRequests(tx: Tx, id: string, at: Date, why: { zh: string; en: string }): Promise<Applicant[]> {
      const { rows } = await sql<Applicant>`
        update join_request j set state = 'rejected', answered_at = ${at},
          opinion = case p.language when 'en' then ${why.en} else ${why.zh} end
        from person p where p.id = j.person_id and j.space_id = ${id}::uuid and j.state = 'pending'
        returning p.id, p.language`.execute(tx)
      return rows
    },
  }
}
export type SpaceStore = ReturnType<typeof sqlSpaceStore>
