import { type Insertable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { User, users } from '#contract/users.ts'
import type { PersonRow } from '#server/modules/people/index.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { pageOfUsers, type UserQuery } from './list-store.ts'
import { type UserRow, userColumns, userOf } from './row-store.ts'

export type Counts = DataOf<typeof users.counts>
type OwnedRow = { id: string; name: string; identifier: string; member_count: number; used_bytes: number }

const OwnedCursor = z.object({ name: part.text, id: part.id })

export const sqlUserStore = (db: Db) => ({
  page: (query: UserQuery, seenSince: Date) => pageOfUsers(db, query, seenSince),
  async one(id: string, seenSince: Date): Promise<User | null> {
    const { rows } = await sql<UserRow>`
      select ${userColumns(seenSince)} from person p where p.id = ${id}::uuid and p.state <> 'application' and p.removed_at is null and p.merged_into is null`.execute(
      db,
    )
    return rows[0] ? userOf(rows[0]) : null
  },
  async counts(seenSince: Date): Promise<Counts> {
    const { rows } = await sql<Counts>`
      select count(*)::int as total, count(*) filter (where role = 'role_general')::int as general,
        count(*) filter (where role = 'role_senior')::int as senior,
        count(*) filter (where role = 'role_admin')::int as admin,
        count(*) filter (where state <> 'active')::int as waiting,
        count(disabled_at)::int as disabled, count(locked_at)::int as locked,
        (select count(distinct person_id)::int from session where seen_at >= ${seenSince}) as online
      from person where state <> 'application' and removed_at is null and merged_into is null`.execute(db)
    return rows[0] as Counts
  },

  insert: (tx: Tx, person: Insertable<Schema['person']>): Promise<PersonRow> =>
    withOwnEmail(() => tx.insertInto('person').values(person).returningAll().executeTakeFirstOrThrow()),
  update: (tx: Tx, id: string, change: Partial<PersonRow>): Promise<PersonRow> =>
    withOwnEmail(() =>
      tx.updateTable('person').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow(),
    ),

  async owned({ id, after, size }: ParsedOf<typeof users.owned>): Promise<DataOf<typeof users.owned>> {
    const beyond = after ? decodeCursor(after, OwnedCursor) : null
    const { rows } = await sql<OwnedRow>`
      select s.id, s.name, s.identifier, u.member_count, u.used_bytes
      from space s join space_usage u on u.space_id = s.id where s.owner_id = ${id}::uuid
      ${beyond ? sql`and (s.name collate natural_order, s.id) > (${beyond.name}::text, ${beyond.id}::uuid)` : sql``}
      order by s.name collate natural_order, s.id limit ${size + 1}`.execute(db)
    const toItem = (row: OwnedRow) => ({
      spaceId: row.id,
      name: row.name,
      identifier: row.identifier,
      memberCount: row.member_count,
      usedBytes: row.used_bytes,
    })
    return pageOf(rows, size, { toItem, key: ({ name, id }) => ({ name, id }) })
  },
})
export type UserStore = ReturnType<typeof sqlUserStore>

const withOwnEmail = <T>(run: () => Promise<T>) => uniqueAs({ person_email_key: 'userEmailTaken' }, run)
