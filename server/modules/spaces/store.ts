import { sql } from 'kysely'
import { defaultFlags, type SpaceRole, type SpaceStatus, type SpaceType } from '#contract/policy.ts'
import type { Member } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { pageOfSpaces, type SpaceQuery } from './list.ts'
import { rowsFor, type SpaceRow } from './rows.ts'

export type NewSpace = {
  id: string
  rootId: string
  name: string
  identifier: string
  introduction: string
  tags: string[]
  type: SpaceType
  status: SpaceStatus
  capacityBytes: number
  ownerId: string
  createdAt: Date
}
type Change = { name?: string; introduction?: string; tags?: string[]; capacityBytes?: number }

export function sqlSpaceStore(db: Db) {
  return {
    async byId(id: string, me: string | null): Promise<SpaceRow | undefined> {
      const { rows } = await sql<SpaceRow>`${rowsFor(me)} where s.id = ${id}::uuid`.execute(db)
      return rows[0]
    },
    async byIdentifier(identifier: string, me: string | null): Promise<SpaceRow | undefined> {
      const { rows } =
        await sql<SpaceRow>`${rowsFor(me)} where lower(s.identifier) = ${identifier.toLowerCase()}`.execute(db)
      return rows[0]
    },
    page: (query: SpaceQuery, me: string | null) => pageOfSpaces(db, query, me),
    async isTaken(identifier: string): Promise<boolean> {
      const { rows } = await sql`select 1 from space where lower(identifier) = ${identifier.toLowerCase()}`.execute(db)
      return rows.length > 0
    },

    /** The space, its root folder, its owner as member, its flags and counters, all or none. */
    insert: (space: NewSpace): Promise<void> =>
      uniqueAs({ space_identifier_key: 'spaceIdentifierTaken' }, () =>
        db.transaction().execute(async (tx) => {
          await insertSpace(tx, space)
        }),
      ),

    async update(id: string, change: Change): Promise<void> {
      const columns = {
        ...(change.name !== undefined && { name: change.name }),
        ...(change.introduction !== undefined && { introduction: change.introduction }),
        ...(change.tags !== undefined && { tags: change.tags }),
        ...(change.capacityBytes !== undefined && { capacity_bytes: change.capacityBytes }),
      }
      if (Object.keys(columns).length) await db.updateTable('space').set(columns).where('id', '=', id).execute()
    },

    /** Everything in the space goes with it; its blobs stay until the sweeper sees that nothing points at them. */
    remove: (id: string) =>
      db.transaction().execute(async (tx) => {
        await lockSpace(tx, id)
        await tx.deleteFrom('space').where('id', '=', id).execute()
      }),

    async members(id: string, page: { after: MemberKey | null; size: number }): Promise<(Member & { rank: number })[]> {
      const after = page.after
        ? sql`where (rank, joined_at, person_id) > (${page.after.rank}, ${page.after.joinTime}::timestamptz, ${page.after.personId}::uuid)`
        : sql``
      const { rows } = await sql<MemberRow>`
        select * from (
          select m.person_id, p.name, p.email, p.avatar, m.role, date_trunc('milliseconds', m.joined_at) as joined_at,
            array_position(array['owner', 'senior', 'normal'], m.role) as rank
          from member m join person p on p.id = m.person_id where m.space_id = ${id}::uuid
        ) as ranked ${after} order by rank, joined_at, person_id limit ${page.size}`.execute(db)
      return rows.map((row) => ({ ...memberOf(row), rank: row.rank }))
    },

    async memberRole(id: string, personId: string): Promise<SpaceRole | undefined> {
      const row = await db
        .selectFrom('member')
        .select('role')
        .where('space_id', '=', id)
        .where('person_id', '=', personId)
        .executeTakeFirst()
      return row?.role
    },

    personByEmail: (email: string) =>
      db
        .selectFrom('person')
        .select(['id', 'name', 'email', 'avatar'])
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),

    addMember: (id: string, personId: string, role: 'senior' | 'normal', joinedAt: Date) =>
      uniqueAs({ member_pkey: 'memberAlready' }, () =>
        db.transaction().execute(async (tx) => {
          await tx
            .insertInto('member')
            .values({ space_id: id, person_id: personId, role, joined_at: joinedAt })
            .execute()
          await countMembers(tx, id, 1)
        }),
      ),

    setRole: (id: string, personId: string, role: 'senior' | 'normal') =>
      db
        .updateTable('member')
        .set({ role })
        .where('space_id', '=', id)
        .where('person_id', '=', personId)
        .where('role', '!=', 'owner')
        .execute(),

    removeMember: (id: string, personId: string) =>
      db.transaction().execute(async (tx) => {
        const gone = await tx
          .deleteFrom('member')
          .where('space_id', '=', id)
          .where('person_id', '=', personId)
          .where('role', '!=', 'owner')
          .executeTakeFirst()
        if (gone.numDeletedRows === 0n) return
        // What the member had begun to upload holds no room any longer; its bytes are swept.
        const { rows: dropped } = await sql<{ size: number }>`
          delete from upload where space_id = ${id}::uuid and person_id = ${personId}::uuid and node_id is null returning size`.execute(
          tx,
        )
        const bytes = dropped.reduce((sum, { size }) => sum + size, 0)
        await sql`update space_usage set reserved_bytes = reserved_bytes - ${bytes} where space_id = ${id}::uuid`.execute(
          tx,
        )
        await countMembers(tx, id, -1)
      }),
  }
}
export type SpaceStore = ReturnType<typeof sqlSpaceStore>
export type MemberKey = { rank: number; joinTime: string; personId: string }
type MemberRow = {
  person_id: string
  name: string
  email: string
  avatar: string
  role: SpaceRole
  joined_at: Date
  rank: number
}

const memberOf = (row: MemberRow): Member => ({
  personId: row.person_id,
  personName: row.name,
  emailAccounts: row.email,
  avatar: row.avatar,
  role: row.role,
  joinTime: row.joined_at.toISOString(),
})

const countMembers = (tx: Tx, id: string, step: number) =>
  sql`update space_usage set member_count = member_count + ${step} where space_id = ${id}::uuid`.execute(tx)

/** The space, its root folder, its owner as member, its flags and counters. */
export async function insertSpace(tx: Tx, space: NewSpace): Promise<void> {
  // Somebody who is being disabled hands over what they own: nothing new may come after that.
  const owner = await tx
    .selectFrom('person')
    .select('id')
    .where('id', '=', space.ownerId)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!owner) throw new Failure('sessionExpired')
  await tx
    .insertInto('space')
    .values({
      id: space.id,
      name: space.name,
      identifier: space.identifier,
      introduction: space.introduction,
      tags: space.tags,
      type: space.type,
      status: space.status,
      capacity_bytes: space.capacityBytes,
      owner_id: space.ownerId,
      root_id: space.rootId,
      created_at: space.createdAt,
    })
    .execute()
  await tx
    .insertInto('node')
    .values({
      id: space.rootId,
      space_id: space.id,
      parent_id: null,
      is_folder: true,
      name: '',
      mime: 'directory',
      blob_sha256: null,
      author_id: space.ownerId,
      created_at: space.createdAt,
      updated_at: space.createdAt,
      trash_id: null,
    })
    .execute()
  await tx.insertInto('space_usage').values({ space_id: space.id, member_count: 1 }).execute()
  await tx
    .insertInto('member')
    .values({ space_id: space.id, person_id: space.ownerId, role: 'owner', joined_at: space.createdAt })
    .execute()
  await tx
    .insertInto('space_flags')
    .values((['senior', 'normal'] as const).map((role) => ({ space_id: space.id, role, flags: defaultFlags(role) })))
    .execute()
}
