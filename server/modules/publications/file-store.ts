import { type Insertable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { DatasetFile, FrozenColumn } from '#contract/publications/dataset.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'

type Row = { path: string; size: number; mime: string; sha256: string; md5: string; table_id: string | null }
type Query = { q?: string | undefined; after?: string | undefined; size: number }

type Written = { path: string; sha256: string; size: number; mime: string }
type PlacedTable = Written & { tableId: string; rows: number }

const fileOf = ({ table_id: tableId, ...file }: Row): DatasetFile => ({ ...file, tableId })
const files = sql`
  select f.path, f.size, f.mime, encode(f.blob_sha256, 'hex') as sha256, encode(b.md5, 'hex') as md5, f.table_id
  from publication_file f join blob b on b.sha256 = f.blob_sha256`

/** The frozen files and tables of versions. */
export const sqlPublicationFiles = (db: Db) => ({
  async page(id: string, { q, after, size }: Query) {
    const where = [sql`f.publication_id = ${id}::uuid`]
    if (q) where.push(sql`f.path ilike ${`%${literal(q)}%`}`)
    if (after) where.push(sql`f.path > ${decodeCursor(after, z.tuple([part.text]))[0]}`)
    const { rows } = await sql<Row>`${files} where ${sql.join(where, sql` and `)}
      order by f.path limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: fileOf, key: (row) => [row.path] })
  },

  async one(id: string, path: string): Promise<DatasetFile | undefined> {
    const { rows } = await sql<Row>`${files} where f.publication_id = ${id}::uuid and f.path = ${path}`.execute(db)
    return rows[0] && fileOf(rows[0])
  },

  /** Whether a version has a file at a path. */
  async isFile(tx: Tx, id: string, path: string): Promise<boolean> {
    const { rows } = await sql`select from publication_file
      where publication_id = ${id}::uuid and path = ${path}`.execute(tx)
    return rows.length > 0
  },

  /** Whether a path is a file of a version, or a folder of some. */
  async isTaken(tx: Tx, id: string, path: string): Promise<boolean> {
    const { rows } = await sql`select from publication_file
      where publication_id = ${id}::uuid and (path = ${path} or starts_with(path, ${`${path}/`})) limit 1`.execute(tx)
    return rows.length > 0
  },

  async addTables(tx: Tx, rows: readonly Insertable<Schema['publication_table']>[]): Promise<void> {
    for (const row of rows)
      await sql`insert into publication_table
        (publication_id, table_id, position, name, description, path, rows, columns, is_restricted)
        values (${row.publication_id}::uuid, ${row.table_id}::uuid, ${row.position}, ${row.name}, ${row.description},
          ${row.path}, ${row.rows}, ${JSON.stringify(row.columns)}::jsonb, ${row.is_restricted ?? false})`.execute(tx)
  },

  /** Adds a file from outside of the space; an existing file at its path is kept. */
  async addFile(tx: Tx, id: string, { path, sha256, size, mime }: Written): Promise<void> {
    await sql`insert into publication_file (publication_id, path, blob_sha256, size, mime)
      values (${id}::uuid, ${path}, decode(${sha256}, 'hex'), ${size}, ${mime})
      on conflict (publication_id, path) do nothing`.execute(tx)
  },

  /** A table was written as a file; doing it again changes nothing else. */
  async placeTable(tx: Tx, id: string, table: PlacedTable, columns: FrozenColumn[]): Promise<void> {
    const { tableId, path, sha256, size, rows, mime } = table
    await sql`insert into publication_file (publication_id, path, blob_sha256, size, mime, table_id, is_restricted)
      select t.publication_id, ${path}, decode(${sha256}, 'hex'), ${size}, ${mime}, t.table_id, t.is_restricted
      from publication_table t where t.publication_id = ${id}::uuid and t.table_id = ${tableId}::uuid
      on conflict (publication_id, path) do update set blob_sha256 = excluded.blob_sha256, size = excluded.size`.execute(
      tx,
    )
    await sql`update publication_table set rows = ${rows}, columns = ${JSON.stringify(columns)}::jsonb
      where publication_id = ${id}::uuid and table_id = ${tableId}::uuid`.execute(tx)
  },

  /** Files of a version with the same contents as these, each with the first path that is not among them. */
  async twins(tx: Tx, id: string, paths: readonly string[]): Promise<{ path: string; twin: string }[]> {
    const { rows } = await sql<{ path: string; twin: string }>`
      select o.path, min(f.path) as twin from publication_file o
      join publication_file f on f.publication_id = o.publication_id and f.blob_sha256 = o.blob_sha256
        and f.path <> all(${[...paths]}::text[])
      where o.publication_id = ${id}::uuid and o.path = any(${[...paths]}::text[]) group by o.path`.execute(tx)
    return rows
  },
  async removeFiles(tx: Tx, id: string, paths: readonly string[]): Promise<void> {
    await sql`delete from publication_file
      where publication_id = ${id}::uuid and path = any(${[...paths]}::text[])`.execute(tx)
  },

  /** Adds a received file; an existing one at its path is replaced. */
  async placeFile(tx: Tx, id: string, file: { path: string; sha256: string; size: number; mime: string }) {
    const { path, sha256, size, mime } = file
    await sql`insert into publication_file (publication_id, path, blob_sha256, size, mime)
      values (${id}::uuid, ${path}, decode(${sha256}, 'hex'), ${size}, ${mime})
      on conflict (publication_id, path) do update set blob_sha256 = excluded.blob_sha256, size = excluded.size`.execute(
      tx,
    )
  },

  /** Deletes the frozen files; contents are kept as long as something else refers to them. */
  async clear(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('publication_file').where('publication_id', '=', id).execute()
    await tx.deleteFrom('publication_table').where('publication_id', '=', id).execute()
    await tx.deleteFrom('publication_board').where('publication_id', '=', id).execute()
  },

  /** Writes number and size of the files of a version into its row. */
  async count(tx: Tx, id: string): Promise<void> {
    await sql`update publication p set file_count = f.count, size_bytes = f.bytes, restricted_count = f.restricted from (
      select count(*) as count, count(*) filter (where is_restricted) as restricted, coalesce(sum(size), 0)::bigint as bytes from publication_file
      where publication_id = ${id}::uuid) f where p.id = ${id}::uuid`.execute(tx)
  },
})
export type PublicationFiles = ReturnType<typeof sqlPublicationFiles>
