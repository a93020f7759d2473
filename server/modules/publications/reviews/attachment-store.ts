import { type Insertable, sql } from 'kysely'
import type { ReviewAttachment } from '#contract/reviews.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export const sqlReviewAttachments = (db: Db) => ({
  /** Those of all submissions of a version, the first one first. */
  async list(publicationId: string): Promise<ReviewAttachment[]> {
    const { rows } = await sql<ReviewAttachment>`
      select round, name, size as "sizeBytes" from review_attachment
      where publication_id = ${publicationId}::uuid order by round`.execute(db)
    return rows
  },

  async one(publicationId: string, round: number): Promise<{ name: string; sha256: string; size: number } | undefined> {
    const { rows } = await sql<{ name: string; sha256: string; size: number }>`
      select name, encode(blob_sha256, 'hex') as sha256, size from review_attachment
      where publication_id = ${publicationId}::uuid and round = ${round}`.execute(db)
    return rows[0]
  },

  /** Deletes the file of a submission, if it has one. */
  async remove(tx: Tx, publicationId: string, round: number): Promise<void> {
    await tx
      .deleteFrom('review_attachment')
      .where('publication_id', '=', publicationId)
      .where('round', '=', round)
      .execute()
  },

  /** Sets the file of a submission, replacing an earlier one. */
  async set(tx: Tx, row: Insertable<Schema['review_attachment']>): Promise<void> {
    await this.remove(tx, row.publication_id, row.round)
    await tx.insertInto('review_attachment').values(row).execute()
  },
})
export type ReviewAttachments = ReturnType<typeof sqlReviewAttachments>
