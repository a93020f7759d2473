import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { PublicationState, TransferState } from '#contract/publications/dataset.ts'
import { decodeCursor, exactly, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { ListedRow } from './rows.ts'

/** The title of a version `p` in both languages: as submitted, else as edited. */
const titles = sql`coalesce(p.metadata, p.fields) -> 'title'`
/** The columns of a version `p` for lists, with the names of what it belongs to. */
export const listed = (key: RawBuilder<unknown>) => sql`
  select p.id, p.dataset_id, p.number, p.state, p.title, ${titles} as titles, p.resource_type, p.fields ->> 'template' as template,
    p.publisher, i.id as institution_id, i.name as institution_name, d.space_id, s.name as space_name,
    p.made_by, m.name as maker_name, p.sender_id, o.name as sender_name, p.reviewer_id,
    r.name as reviewer_name, p.review_until, p.editors, p.transfer, p.transfer_failures, p.transfer_error, p.reason, p.file_count,
    p.size_bytes, p.is_current, p.created_at, p.changed_at, p.submitted_at, p.published_at, p.withdrawn_at,
    exists (select 1 from publication v where v.dataset_id = p.dataset_id and v.id <> p.id
      and v.state in ('draft', 'pending', 'rejected')) as has_open, ${key} as key
  from publication p join dataset d on d.id = p.dataset_id left join person m on m.id = p.made_by
  left join sender o on o.id = p.sender_id left join space s on s.id = d.space_id left join person r on r.id = p.reviewer_id
  left join institution i on i.id = case when p.state in ('draft', 'rejected')
    then nullif(p.fields ->> 'institution', '')::uuid else p.institution_id end`

type Query = { state?: PublicationState | undefined; q?: string | undefined; after?: string | undefined; size: number }
const At = z.tuple([part.timestamp, part.id])

/** Rows in the order of a time, the newest first; one more than a page holds. */
async function newest(db: Db, time: RawBuilder<unknown>, where: RawBuilder<unknown>[], { after, size }: Query) {
  const conditions = [...where]
  if (after) {
    const [at, id] = decodeCursor(after, At)
    conditions.push(sql`(${time}, p.id) < (${at}::timestamptz, ${id}::uuid)`)
  }
  const { rows } = await sql<ListedRow>`
    ${listed(exactly(time))} where ${sql.join(conditions, sql` and `)}
    order by ${time} desc, p.id desc limit ${size + 1}`.execute(db)
  return rows
}

const asked = ({ state, q }: Query) => [
  ...(state ? [sql`p.state = ${state}`] : []),
  ...(q ? [sql`(p.title ilike ${`%${literal(q)}%`} or ${titles} ->> 'en' ilike ${`%${literal(q)}%`})`] : []),
]
/** Versions reviewed on this site, as opposed to those sent to institutions. */
const HERE = sql`p.state = 'pending' and p.transfer = 'success' and p.institution_id is null`
const reviewedBy = (personId: string, isAdministrator: boolean) => sql`${HERE}
  and not p.editors @> array[${personId}::uuid] and (${isAdministrator} or reviews(${personId}::uuid, p))`
const PUBLIC = sql`p.state in ('published', 'withdrawn')`
/** Drafts are there for those who changed them, as long as they belong to the space. */
const ofPerson = (personId: string) => sql`p.editors @> array[${personId}::uuid] and (${PUBLIC} or exists (
  select 1 from member b where b.space_id = d.space_id and b.person_id = ${personId}::uuid))`

export const sqlPublicationLists = (db: Db) => ({
  ofSpace: (spaceId: string, query: Query & { isEditor: boolean }) =>
    newest(
      db,
      sql`p.changed_at`,
      [sql`d.space_id = ${spaceId}::uuid`, ...(query.isEditor ? [] : [PUBLIC]), ...asked(query)],
      query,
    ),

  mine: (personId: string, query: Query) => newest(db, sql`p.changed_at`, [ofPerson(personId), ...asked(query)], query),

  /** Submissions that wait for a review by a person: never their own; administrators review everything. */
  queue: (personId: string, query: Query & { isMine: boolean; isAdministrator: boolean }) =>
    newest(
      db,
      sql`p.submitted_at`,
      [reviewedBy(personId, query.isAdministrator), ...(query.isMine ? [sql`p.reviewer_id = ${personId}::uuid`] : [])],
      query,
    ),

  async counts(personId: string): Promise<Partial<Record<PublicationState, number>>> {
    const { rows } = await sql<{ state: PublicationState; count: number }>`
      select p.state, count(*) as count from publication p join dataset d on d.id = p.dataset_id
      where ${ofPerson(personId)} group by p.state`.execute(db)
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  },

  async waiting(personId: string, isAdministrator: boolean): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from publication p where ${reviewedBy(personId, isAdministrator)}`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Submissions to institutions, and those that did not arrive here, for administrators. */
  transfers: (query: Query & { transfer?: TransferState | undefined }) =>
    newest(
      db,
      sql`p.submitted_at`,
      [
        sql`p.state = 'pending' and (p.institution_id is not null or p.transfer = 'failed')`,
        ...(query.transfer ? [sql`p.transfer = ${query.transfer}`] : []),
      ],
      query,
    ),

  async openIn(tx: Tx, spaceId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from publication p join dataset d on d.id = p.dataset_id
      where d.space_id = ${spaceId}::uuid and p.state in ('draft', 'pending', 'rejected')`.execute(tx)
    return rows[0]?.count ?? 0
  },
})
export type PublicationLists = ReturnType<typeof sqlPublicationLists>
