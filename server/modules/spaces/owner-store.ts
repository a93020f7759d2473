import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'

export type Person = { id: string; name: string; email: string }
/** A change of a space's owner. */
export type Gift = { space: { id: string; name: string }; from: Person; to: Person }

/** The people who can own a space (enabled, active, not locked), locked until the transaction ends. */
export async function receiversOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Person>> {
  if (!ids.length) return new Map()
  const rows = await tx
    .selectFrom('person')
    .select(['id', 'name', 'email'])
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .where('locked_at', 'is', null)
    .where('state', '=', 'active')
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export const sqlOwnerStore = {
  receiversOf,

  /** Spaces owned by a person, locked against deletion. */
  ownedBy: (tx: Tx, personId: string): Promise<Gift['space'][]> =>
    tx
      .selectFrom('space')
      .select(['id', 'name'])
      .where('owner_id', '=', personId)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),

  person: (tx: Tx, id: string): Promise<Person> =>
    tx.selectFrom('person').select(['id', 'name', 'email']).where('id', '=', id).executeTakeFirstOrThrow(),

  /**
   * A space always has exactly one owner. The former owner stays as a senior member, so their files keep a member as
   * author.
   */
  async give(tx: Tx, gifts: readonly Gift[], at: Date): Promise<void> {
    const given = sql`unnest(${gifts.map(({ space }) => space.id)}::uuid[], ${gifts.map(({ to }) => to.id)}::uuid[])
      as given(space_id, person_id)`
    await sql`
      update member m set role = 'senior' from ${given} where m.space_id = given.space_id and m.role = 'owner'`.execute(
      tx,
    )
    await sql`
      with placed as (
        insert into member (space_id, person_id, role, joined_at) select given.space_id, given.person_id, 'owner', ${at} from ${given}
        on conflict (space_id, person_id) do update set role = 'owner' returning space_id, xmax = 0 as is_new
      ) update space_usage u set member_count = u.member_count + 1 from placed p where p.space_id = u.space_id and p.is_new`.execute(
      tx,
    )
    await sql`update space s set owner_id = given.person_id from ${given} where s.id = given.space_id`.execute(tx)
  },
}
