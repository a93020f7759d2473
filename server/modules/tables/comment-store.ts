import { type Insertable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Comment, CommentedCell, CommentThread } from '#contract/table-comments.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { legible } from './conversion-store.ts'
import { cell, rowsOf } from './physical-store.ts'

type Said = { id: string; person_id: string; person_name: string; text: string; at: string; edited_at: string | null }
type Listed = Said & {
  row: number
  column: number | null
  title: string | null
  is_there: boolean
  resolved_at: string | null
  resolved_by: string | null
  replies: Said[] | null
}
/** The filter of a list of threads. */
export type CommentQuery = {
  row?: number | undefined
  column?: number | undefined
  isResolved?: boolean | undefined
  q?: string | undefined
  after?: string | undefined
  size: number
}
/** A stored comment; a reply has the position of its thread. */
export type KeptComment = { id: string; thread_id: string | null; person_id: string; text: string; row: number }

/** Maximum length of a row's title, and maximum number of cells with comments that are returned (our choice). */
const TITLE_CHARACTERS = 80
const CELLS_MAX = 2000

/** A moment as JSON of the database has it. */
const moment = (text: string) => new Date(text).toISOString()
const commentOf = ({ id, person_id, person_name, text, at, edited_at }: Said): Comment => ({
  id,
  by: { personId: person_id, personName: person_name },
  text,
  at: moment(at),
  editedAt: edited_at && moment(edited_at),
})
const threadOf = ({ row, column, title, is_there, resolved_at, resolved_by, replies, ...said }: Listed) => ({
  ...commentOf(said),
  row,
  column,
  title: is_there ? (title ?? '') : null,
  resolved: resolved_at === null ? null : { at: moment(resolved_at), personName: resolved_by ?? '' },
  replies: (replies ?? []).map(commentOf),
})
type Thread = Omit<CommentThread, 'names'>

export const sqlComments = (db: Db) => ({
  /** A page of the threads of a table, newest first; rows are called by what their first column holds. */
  async page(
    { id: tableId, space_id }: { id: string; space_id: string },
    first: ColumnRow | undefined,
    { row, column, isResolved, q, after, size }: CommentQuery,
  ): Promise<{ list: Thread[]; next?: string }> {
    const where = [sql`c.table_id = ${tableId}::uuid and c.thread_id is null`]
    if (row !== undefined) where.push(sql`c.row_id = ${row}`)
    if (column !== undefined) where.push(sql`c.column_id = ${column}`)
    if (isResolved !== undefined) where.push(sql`(c.resolved_at is not null) = ${isResolved}`)
    if (q) {
      const pattern = `%${literal(q)}%`
      where.push(sql`(c.text ilike ${pattern} or exists (
        select 1 from table_comment r where r.thread_id = c.id and r.text ilike ${pattern}))`)
    }
    if (after) {
      const [at, id] = decodeCursor(after, z.tuple([part.timestamp, part.id]))
      where.push(sql`(c.at, c.id) < (${at}::timestamptz, ${id}::uuid)`)
    }
    const title = first
      ? sql`left(${legible(first.type, cell(first.physical), space_id)}, ${TITLE_CHARACTERS})`
      : sql`null::text`
    const { rows } = await sql<Listed>`
      select c.id, c.person_id, p.name as person_name, c.text, ${exactly(sql`c.at`)} as at, to_json(c.edited_at) #>> '{}' as edited_at,
        c.row_id as row, c.column_id as column, ${title} as title, t.id is not null as is_there,
        to_json(c.resolved_at) #>> '{}' as resolved_at, s.name as resolved_by,
        (select jsonb_agg(jsonb_build_object('id', r.id, 'person_id', r.person_id, 'person_name', w.name, 'text', r.text,
            'at', r.at, 'edited_at', r.edited_at) order by r.at, r.id)
          from table_comment r join person w on w.id = r.person_id where r.thread_id = c.id) as replies
      from table_comment c join person p on p.id = c.person_id left join person s on s.id = c.resolved_by
        left join ${rowsOf(tableId)} t on t.id = c.row_id
      where ${sql.join(where, sql` and `)} order by c.at desc, c.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: threadOf, key: ({ at, id }) => [at, id] })
  },

  /** How many threads are not resolved, and where; of more cells than CELLS_MAX only the newest. */
  async cells(tableId: string): Promise<{ open: number; cells: CommentedCell[] }> {
    const { rows } = await sql<CommentedCell & { open: number }>`
      select row_id as row, column_id as column, count(*) as count, sum(count(*)) over ()::int as open from table_comment
      where table_id = ${tableId}::uuid and thread_id is null and resolved_at is null
      group by row_id, column_id order by max(at) desc, row_id limit ${CELLS_MAX}`.execute(db)
    return { open: rows[0]?.open ?? 0, cells: rows.map(({ open: _, ...one }) => one) }
  },

  async one(tx: Tx, tableId: string, id: string): Promise<KeptComment | undefined> {
    const { rows } = await sql<KeptComment>`
      select id, thread_id, person_id, text, row_id as row from table_comment
      where id = ${id}::uuid and table_id = ${tableId}::uuid for update`.execute(tx)
    return rows[0]
  },

  /** How many threads a table has, or how many replies one of them. */
  async count(tx: Tx, tableId: string, threadId: string | null): Promise<number> {
    const ofThread = threadId === null ? sql`thread_id is null` : sql`thread_id = ${threadId}::uuid`
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from table_comment where table_id = ${tableId}::uuid and ${ofThread}`.execute(tx)
    return rows[0]?.count ?? 0
  },

  async hasRow(tx: Tx, tableId: string, row: number): Promise<boolean> {
    const { rows } = await sql`select 1 from ${rowsOf(tableId)} where id = ${row}`.execute(tx)
    return rows.length > 0
  },

  insert: (tx: Tx, comment: Insertable<Schema['table_comment']>) =>
    tx.insertInto('table_comment').values(comment).execute(),

  rewrite: (tx: Tx, id: string, { text, at }: { text: string; at: Date }) =>
    tx.updateTable('table_comment').set({ text, edited_at: at }).where('id', '=', id).execute(),

  /** Answers whether it was otherwise before. */
  async resolve(tx: Tx, id: string, by: { personId: string; at: Date } | null): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('table_comment')
      .set({ resolved_at: by?.at ?? null, resolved_by: by?.personId ?? null })
      .where('id', '=', id)
      .where('resolved_at', by ? 'is' : 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  remove: (tx: Tx, id: string) => tx.deleteFrom('table_comment').where('id', '=', id).execute(),

  /** The people who wrote in a thread. */
  async writersIn(tx: Tx, threadId: string): Promise<string[]> {
    const { rows } = await sql<{ person_id: string }>`
      select distinct person_id from table_comment where id = ${threadId}::uuid or thread_id = ${threadId}::uuid`.execute(
      tx,
    )
    return rows.map(({ person_id }) => person_id)
  },

  async names(ids: readonly string[]): Promise<Map<string, string>> {
    if (!ids.length) return new Map()
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from person where id = any(${[...ids]}::uuid[])`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
})
export type CommentStore = ReturnType<typeof sqlComments>
