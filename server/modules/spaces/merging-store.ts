import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'

type Place = { id: string; name: string }

export const sqlMergingStore = {
  /** The spaces of which somebody is a member, locked until the transaction ends. */
  spacesOf: (tx: Tx, personId: string): Promise<Place[]> =>
    tx
      .selectFrom('space as s')
      .select(['s.id', 's.name'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('member as m')
            .select('m.space_id')
            .whereRef('m.space_id', '=', 's.id')
            .where('m.person_id', '=', personId),
        ),
      )
      .orderBy('s.id')
      .forNoKeyUpdate()
      .execute(),

  /** Makes one person a member wherever another one is, with the stronger of both roles; answers where they are new. */
  async move(tx: Tx, from: string, to: string, spaceIds: readonly string[]): Promise<Set<string>> {
    await sql`
      update member k set role = 'senior' from member m
      where m.person_id = ${from}::uuid and k.person_id = ${to}::uuid and k.space_id = m.space_id
        and m.role = 'senior' and k.role = 'normal'`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      insert into member (space_id, person_id, role, joined_at)
      select space_id, ${to}::uuid, role, joined_at from member where person_id = ${from}::uuid
      on conflict do nothing returning space_id as id`.execute(tx)
    await tx.deleteFrom('member').where('person_id', '=', from).execute()
    const fresh = new Set(rows.map(({ id }) => id))
    const both = spaceIds.filter((id) => !fresh.has(id))
    await sql`update space_usage set member_count = member_count - 1 where space_id = any(${both}::uuid[])`.execute(tx)
    return fresh
  },
}
