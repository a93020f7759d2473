import { type Selectable, sql } from 'kysely'
import type { SpaceRole } from '#contract/core/policy.ts'
import type { Member } from '#contract/spaces.ts'
import { exactly } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { addJoin } from './interest-store.ts'

export type MemberKey = { rank: number; joinTime: string; personId: string }
type MemberRow = {
  person_id: string
  name: string
  email: string
  avatar: string
  role: SpaceRole
  joined_at: Date
  is_application: boolean
  rank: number
  key: string
}
export type Place = { role: SpaceRole; name: string; state: Selectable<Schema['person']>['state'] }

/** Order of roles: owner, senior, normal; an index uses the same expression. */
const RANK = sql`array_position(array['owner', 'senior', 'normal'], m.role)`

const memberOf = (row: MemberRow): Member => ({
  personId: row.person_id,
  personName: row.name,
  emailAccounts: row.email,
  avatar: row.avatar,
  role: row.role,
  ...(row.is_application && { isApplication: true as const }),
  joinTime: row.joined_at.toISOString(),
})

const countMembers = (tx: Tx, id: string, step: number) =>
  sql`update space_usage set member_count = member_count + ${step} where space_id = ${id}::uuid`.execute(tx)

type Page = { after: MemberKey | null; size: number; q?: string }

/** Those of some people who belong to a space. */
export async function membersAmong(db: Db | Tx, spaceId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from member where space_id = ${spaceId}::uuid and person_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

export function sqlMemberStore(db: Db) {
  return {
    async page(id: string, { after, size, q }: Page): Promise<{ member: Member; key: MemberKey }[]> {
      const where = [sql`m.space_id = ${id}::uuid`]
      if (after)
        where.push(
          sql`(${RANK}, m.joined_at, m.person_id) > (${after.rank}, ${after.joinTime}::timestamptz, ${after.personId}::uuid)`,
        )
      if (q) where.push(sql`(p.name || ' ' || p.email) ilike ${`%${literal(q)}%`}`)
      const { rows } = await sql<MemberRow>`
        select m.person_id, p.name, p.email, p.avatar, m.role, m.joined_at, p.state = 'application' as is_application, ${RANK} as rank, ${exactly(sql`m.joined_at`)} as key
        from member m join person p on p.id = m.person_id where ${sql.join(where, sql` and `)}
        order by ${RANK}, m.joined_at, m.person_id limit ${size}`.execute(db)
      return rows.map((row) => ({
        member: memberOf(row),
        key: { rank: row.rank, joinTime: row.key, personId: row.person_id },
      }))
    },

    /** The first members in that order, without one person. */
    async firstOnes(tx: Tx, id: string, but: string, most: number): Promise<string[]> {
      const { rows } = await sql<{ person_id: string }>`
        select m.person_id from member m where m.space_id = ${id}::uuid and m.person_id <> ${but}::uuid
        order by ${RANK}, m.joined_at, m.person_id limit ${most}`.execute(tx)
      return rows.map((row) => row.person_id)
    },

    async everyone(tx: Tx, id: string): Promise<string[]> {
      const rows = await tx.selectFrom('member').select('person_id').where('space_id', '=', id).execute()
      return rows.map((row) => row.person_id)
    },

    /** A person's membership in a space, and their name. */
    async placeOf(tx: Tx, id: string, personId: string): Promise<Place | undefined> {
      return tx
        .selectFrom('member as m')
        .innerJoin('person as p', 'p.id', 'm.person_id')
        .select(['m.role', 'p.name', 'p.state'])
        .where('m.space_id', '=', id)
        .where('m.person_id', '=', personId)
        .executeTakeFirst()
    },

    /** Adds a member in the transaction that admits them. Throws memberAlready. */
    admit: (
      tx: Tx,
      { spaceId, personId, role, at }: { spaceId: string; personId: string; role: 'senior' | 'normal'; at: Date },
    ) =>
      uniqueAs({ member_pkey: 'memberAlready' }, async () => {
        await tx.insertInto('member').values({ space_id: spaceId, person_id: personId, role, joined_at: at }).execute()
        await countMembers(tx, spaceId, 1)
        await addJoin(tx, spaceId, at)
      }),

    setRole: (tx: Tx, id: string, personId: string, role: SpaceRole) =>
      tx.updateTable('member').set({ role }).where('space_id', '=', id).where('person_id', '=', personId).execute(),

    async remove(tx: Tx, id: string, personId: string): Promise<void> {
      await tx.deleteFrom('member').where('space_id', '=', id).where('person_id', '=', personId).execute()
      await countMembers(tx, id, -1)
    },
  }
}
export type MemberStore = ReturnType<typeof sqlMemberStore>
