import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ReviewComment, ReviewThread } from '#contract/reviews.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

type Row = Selectable<Schema['review_comment']> & { person_name: string; resolver: string | null }

const commentOf = ({ id, person_id, person_name, text, at }: Row): ReviewComment => ({
  id,
  by: { personId: person_id, personName: person_name },
  text,
  at: at.toISOString(),
})
const threadOf = (row: Row, replies: readonly Row[]): ReviewThread => ({
  ...commentOf(row),
  round: row.round,
  place: row.place,
  path: row.path,
  cells: row.cells,
  suggestion:
    row.suggestion === null ? null : { value: row.suggestion, appliedAt: row.applied_at?.toISOString() ?? null },
  resolved: row.resolved_at ? { at: row.resolved_at.toISOString(), personName: row.resolver ?? '' } : null,
  replies: replies.map(commentOf),
})

export const sqlReviewComments = (db: Db) => ({
  /** All threads of a version, the oldest first; their number is limited when they are added. */
  async threads(publicationId: string): Promise<ReviewThread[]> {
    const { rows } = await sql<Row>`
      select c.*, p.name as person_name, r.name as resolver
      from review_comment c join person p on p.id = c.person_id left join person r on r.id = c.resolved_by
      where c.publication_id = ${publicationId}::uuid order by c.at, c.id`.execute(db)
    const replies = Map.groupBy(rows, ({ thread_id }) => thread_id)
    return rows.filter((row) => row.thread_id === null).map((row) => threadOf(row, replies.get(row.id) ?? []))
  },

  async count(tx: Tx, publicationId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from review_comment where publication_id = ${publicationId}::uuid`.execute(tx)
    return rows[0]?.count ?? 0
  },

  /** The first comment of a thread; undefined if the version has none with this id. */
  thread: (tx: Tx, publicationId: string, id: string) =>
    tx
      .selectFrom('review_comment')
      .selectAll()
      .where('id', '=', id)
      .where('publication_id', '=', publicationId)
      .where('thread_id', 'is', null)
      .executeTakeFirst(),

  /** The participants of a thread. */
  async speakers(tx: Tx, threadId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select distinct person_id as id from review_comment
      where id = ${threadId}::uuid or thread_id = ${threadId}::uuid`.execute(tx)
    return rows.map(({ id }) => id)
  },

  insert: (tx: Tx, { cells = null, ...row }: Insertable<Schema['review_comment']>) =>
    tx
      .insertInto('review_comment')
      .values({ ...row, cells: cells && sql`${JSON.stringify(cells)}::jsonb` })
      .execute(),
  update: (tx: Tx, id: string, change: Updateable<Schema['review_comment']>) =>
    tx.updateTable('review_comment').set(change).where('id', '=', id).execute(),
})
export type ReviewComments = ReturnType<typeof sqlReviewComments>
