import { sql } from 'kysely'
import type { ReviewerScope } from '#contract/reviews.ts'
import type { Db, Tx } from '#server/storage/database.ts'

type Reviewer = ReviewerScope & { personId: string; personName: string; emailAccounts: string }

/** The reviewers in addition to the administrators. */
export const sqlReviewerStore = (db: Db) => ({
  async all(): Promise<Reviewer[]> {
    const { rows } = await sql<Reviewer>`
      select p.id as "personId", p.name as "personName", p.email as "emailAccounts", r.types, r.institutions
      from publication_reviewer r join person p on p.id = r.person_id order by p.name, p.id`.execute(db)
    return rows
  },

  async has(personId: string, tx: Db | Tx = db): Promise<boolean> {
    const { rows } = await sql`select 1 from publication_reviewer where person_id = ${personId}::uuid`.execute(tx)
    return rows.length > 0
  },

  /** Whether administrators named this person for such a version. */
  async reviews(personId: string, publicationId: string, tx: Db | Tx = db): Promise<boolean> {
    const { rows } = await sql`
      select 1 from publication p where p.id = ${publicationId}::uuid and reviews(${personId}::uuid, p)`.execute(tx)
    return rows.length > 0
  },

  /** The reviewers of a version, administrators included, except the people who changed it. */
  async whoMayReview(tx: Tx, publicationId: string, editors: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select p.id from person p join publication v on v.id = ${publicationId}::uuid
      where p.disabled_at is null and p.state = 'active' and (p.role = 'role_admin' or reviews(p.id, v))
        and p.id <> all(${[...editors]}::uuid[]) order by p.id`.execute(tx)
    return rows.map(({ id }) => id)
  },

  async count(tx: Tx): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from publication_reviewer`.execute(tx)
    return rows[0]?.count ?? 0
  },

  /** Appoints a reviewer, or updates what they review. */
  async set(tx: Tx, personId: string, { types, institutions }: ReviewerScope, at: Date): Promise<void> {
    await sql`insert into publication_reviewer (person_id, added_at, types, institutions)
      values (${personId}::uuid, ${at}, ${types}::text[], ${institutions}::text[])
      on conflict (person_id) do update set types = excluded.types, institutions = excluded.institutions`.execute(tx)
  },

  /** Releases claims on submissions that the person may no longer review; administrators keep theirs. */
  async release(tx: Tx, personId: string): Promise<void> {
    await sql`
      update publication p set reviewer_id = null, claimed_at = null, review_until = null, reminded_at = null
      where p.state = 'pending' and p.reviewer_id = ${personId}::uuid and not reviews(${personId}::uuid, p)
        and not exists (select 1 from person where id = ${personId}::uuid and role = 'role_admin')`.execute(tx)
  },

  async remove(tx: Tx, personId: string): Promise<boolean> {
    const row = await tx.deleteFrom('publication_reviewer').where('person_id', '=', personId).executeTakeFirst()
    return row.numDeletedRows > 0
  },
})
export type ReviewerStore = ReturnType<typeof sqlReviewerStore>
