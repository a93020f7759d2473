import { type RawBuilder, sql } from 'kysely'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { Db } from '#server/storage/database.ts'
import type { NodeRow } from './records.ts'
import { byAuthor, nodeColumns } from './tree-store.ts'

/** A node for protocols: with the checksums of its content and the modification time set by the client. */
export type WalkedRow = NodeRow & { md5: string | null; sha1: string | null; modified_at: Date }

const walkedColumns = sql`${nodeColumns}, encode(b.md5, 'hex') as md5, encode(b.sha1, 'hex') as sha1,
  coalesce(n.client_modified_at, case when n.is_folder then n.updated_at else coalesce(n.content_at, n.created_at) end) as modified_at`
const walkedJoins = sql`${byAuthor}
  left join lateral (select md5, sha1 from blob where sha256 = n.blob_sha256 offset 0) b on true`

/** The live items along a path from a folder, as rows of `n`. */
const walked = (from: RawBuilder<unknown>, names: readonly string[]) => sql`
  with recursive walk as (
    select ${from} as id, 0 as depth
    union all
    select n.id, w.depth + 1 from walk w cross join lateral (
      select id from node where parent_id = w.id and name = (${names}::text[])[w.depth + 1] and trash_id is null offset 0
    ) n where w.depth < cardinality(${names}::text[])
  ) select ${walkedColumns} from walk w
  cross join lateral (select * from node where id = w.id offset 0) n ${walkedJoins} order by w.depth`

/** Several paths as JSON, for the statement that enters the space `s`; names in NFC. `revived` reads it. */
export const walksAlong = (ways: readonly (readonly string[])[]): RawBuilder<WalkedJson[][]> =>
  sql`json_build_array(${sql.join(ways.map((names) => sql`(select json_agg(to_json(w)) from (${walked(sql`s.root_id`, names)}) w)`))})`

type Dates = 'created_at' | 'updated_at' | 'modified_at'
export type WalkedJson = Omit<WalkedRow, Dates> & Record<Dates, string>
export const revived = (row: WalkedJson): WalkedRow => ({
  ...row,
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
  modified_at: new Date(row.modified_at),
})

/** The live items along a path from a folder, as far as they exist; names in NFC. One query. */
export async function walkPath(db: Db, fromId: string, names: readonly string[]): Promise<WalkedRow[]> {
  if (names.length > FOLDER_DEPTH_MAX + 1) return []
  const { rows } = await sql<WalkedRow>`${walked(sql`${fromId}::uuid`, names)}`.execute(db)
  return rows
}

/** A page of a folder's content after a name, in byte order of the names. */
export async function pageBelow(db: Db, folderId: string, after: string, size: number): Promise<WalkedRow[]> {
  const { rows } = await sql<WalkedRow>`
    select ${walkedColumns} from (
      select * from node where parent_id = ${folderId}::uuid and name > ${after} and trash_id is null order by name limit ${size}
    ) n ${walkedJoins} order by n.name`.execute(db)
  return rows
}
