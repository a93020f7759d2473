import { type Insertable, sql } from 'kysely'
import type { ReviewLink } from '#contract/reviews.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

/** A link leads to this submission, while it waits for its decision. */
const LIVE = sql`p.state = 'pending' and p.transfer = 'success' and p.round = l.round`

export const sqlReviewLinks = (db: Db) => ({
  async list(publicationId: string, on: Db | Tx = db): Promise<ReviewLink[]> {
    const { rows } = await sql<Omit<ReviewLink, 'madeAt'> & { made_at: Date }>`
      select l.id, l.note, l.hides_names as "hidesNames", m.name as "madeBy", l.made_at
      from review_link l join publication p on p.id = l.publication_id join person m on m.id = l.made_by
      where l.publication_id = ${publicationId}::uuid and ${LIVE} order by l.made_at, l.id`.execute(on)
    return rows.map(({ made_at, ...link }) => ({ ...link, madeAt: made_at.toISOString() }))
  },

  async byCode(code: Buffer): Promise<{ publicationId: string; hidesNames: boolean } | undefined> {
    const { rows } = await sql<{ publicationId: string; hidesNames: boolean }>`
      select l.publication_id as "publicationId", l.hides_names as "hidesNames"
      from review_link l join publication p on p.id = l.publication_id
      where l.code_sha256 = ${code} and ${LIVE}`.execute(db)
    return rows[0]
  },

  insert: (tx: Tx, row: Insertable<Schema['review_link']>) => tx.insertInto('review_link').values(row).execute(),

  async remove(tx: Tx, publicationId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('review_link')
      .where('id', '=', id)
      .where('publication_id', '=', publicationId)
      .executeTakeFirst()
    return numDeletedRows > 0
  },
})
export type ReviewLinks = ReturnType<typeof sqlReviewLinks>
