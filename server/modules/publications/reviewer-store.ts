import { sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'

type Reviewer = { personId: string; personName: string; emailAccounts: string }

/** Who reviews besides the administrators. */
export const sqlReviewerStore = (db: Db) => ({
  async all(): Promise<Reviewer[]> {
    const { rows } = await sql<Reviewer>`
      select p.id as "personId", p.name as "personName", p.email as "emailAccounts"
      from publication_reviewer r join person p on p.id = r.person_id order by p.name, p.id`.execute(db)
    return rows
  },

  async has(personId: string, tx: Db | Tx = db): Promise<boolean> {
    const { rows } = await sql`select 1 from publication_reviewer where person_id = ${personId}::uuid`.execute(tx)
    return rows.length > 0
  },

  /** The reviewers of a version that none of these people changed, administrators included. */
  async whoMayReview(tx: Tx, editors: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select p.id from person p where p.disabled_at is null and p.state = 'active'
        and (p.role = 'role_admin' or p.id in (select person_id from publication_reviewer))
        and p.id <> all(${[...editors]}::uuid[]) order by p.id`.execute(tx)
    return rows.map(({ id }) => id)
  },

  async count(tx: Tx): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from publication_reviewer`.execute(tx)
    return rows[0]?.count ?? 0
  },

  async add(tx: Tx, personId: string, at: Date): Promise<void> {
    await sql`insert into publication_reviewer (person_id, added_at) values (${personId}::uuid, ${at})
      on conflict (person_id) do nothing`.execute(tx)
  },

  /** What a person who may review no more has claimed is free again; administrators go on reviewing. */
  async release(tx: Tx, personId: string): Promise<void> {
    await sql`
      update publication set reviewer_id = null, claimed_at = null
      where state = 'pending' and reviewer_id = ${personId}::uuid
        and not exists (select 1 from person where id = ${personId}::uuid and role = 'role_admin')`.execute(tx)
  },

  async remove(tx: Tx, personId: string): Promise<boolean> {
    const row = await tx.deleteFrom('publication_reviewer').where('person_id', '=', personId).executeTakeFirst()
    return row.numDeletedRows > 0
  },
})
export type ReviewerStore = ReturnType<typeof sqlReviewerStore>
