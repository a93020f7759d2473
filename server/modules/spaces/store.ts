import { sql } from 'kysely'
import { SPACES_A_DAY } from '#contract/limits.ts'
import type { Flag, SpaceStatus, SpaceType } from '#contract/policy.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { openFrom, openStarts } from './catalogue.ts'
import { pageOfSpaces, type SpaceQuery, tagsInTheOpen } from './list.ts'
import { rowsFor, type SpaceRow } from './rows.ts'

/** What of a space changes, by column. */
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
export type Applicant = { id: string; language: 'zh' | 'en' }

const DAY_MS = 86_400_000

export function sqlSpaceStore(db: Db) {
  return {
    async byId(id: string, me: string | null, from: Db | Tx = db): Promise<SpaceRow | undefined> {
      const { rows } = await sql<SpaceRow>`${rowsFor(me)} where s.id = ${id}::uuid`.execute(from)
      return rows[0]
    },
    async byIdentifier(identifier: string, me: string | null): Promise<SpaceRow | undefined> {
      const { rows } =
        await sql<SpaceRow>`${rowsFor(me)} where lower(s.identifier) = ${identifier.toLowerCase()}`.execute(db)
      return rows[0]
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
    page: (query: SpaceQuery, me: string | null) => pageOfSpaces(db, query, me),
    tags: (most: number) => tagsInTheOpen(db, most),
    openFrom: (id: string | null, most: number) => openFrom(db, id, most),
    openStarts: (every: number) => openStarts(db, every),
    async isTaken(identifier: string): Promise<boolean> {
      const { rows } = await sql`select 1 from space where lower(identifier) = ${identifier.toLowerCase()}`.execute(db)
      return rows.length > 0
    },

    /** Keeps the row of a space from other changes until the transaction ends; who adds to the space is not kept waiting. */
    hold: (tx: Tx, id: string) => sql`select from space where id = ${id}::uuid for no key update`.execute(tx),
    /** The counters too: nothing is reserved meanwhile. */
    holdUsage: (tx: Tx, id: string) =>
      tx
        .selectFrom('space_usage')
        .select('used_bytes')
        .where('space_id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow(),

    /** One of the turns that a person has within a day, as long as this transaction comes to pass; false when all are taken. */
    async takeTurn(tx: Tx, personId: string, at: Date): Promise<boolean> {
      await sql`select from person where id = ${personId}::uuid for no key update`.execute(tx)
      const { rows } = await sql`
        insert into pace (key, at)
        select t.key, ${at} from (
          select 'space ' || turn || ' ' || ${personId}::text as key from generate_series(1, ${SPACES_A_DAY}::int) turn
        ) t left join pace p on p.key = t.key where p.at is null or p.at <= ${new Date(at.getTime() - DAY_MS)} limit 1
        on conflict (key) do update set at = excluded.at returning key`.execute(tx)
      return rows.length > 0
    },

    update: (tx: Tx, id: string, change: Change) => tx.updateTable('space').set(change).where('id', '=', id).execute(),

    /** Everything in the space goes with it; its blobs stay until the sweeper sees that nothing points at them. */
    remove: (tx: Tx, id: string) => tx.deleteFrom('space').where('id', '=', id).execute(),

    /** Turns down whoever waits to join; each reads why in their own language. Answers who they are. */
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
