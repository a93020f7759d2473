import { type Selectable, sql } from 'kysely'
import { FOLDER_FILES_MAX } from '#contract/core/limits.ts'
import type { FrozenColumn } from '#contract/publications/dataset.ts'
import type { ReadBoard } from '#contract/reports/reading.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { Schema } from '#server/storage/schema.ts'

export type BoardRow = {
  report_id: string
  name: string
  description: string
  content: Omit<ReadBoard, 'name' | 'description' | 'mayFilter'>
} & Pick<Selectable<Schema['publication_board']>, 'paths' | 'folders' | 'views'>
export type FrozenFile = { path: string; sha256: string; is_restricted: boolean }
export type TableRow = { table_id: string; name: string; path: string; columns: FrozenColumn[] }

/** The boards of a version, with one id that one. */
export async function boardsOf(db: Db, versionId: string, id: string | null = null): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    select report_id, name, description, content, paths, folders, views from publication_board
    where publication_id = ${versionId}::uuid and (${id}::uuid is null or report_id = ${id}::uuid)
    order by position`.execute(db)
  return rows
}

/** The tables of a version by their ids. */
export async function frozenTables(db: Db, versionId: string, ids: readonly string[]): Promise<TableRow[]> {
  if (!ids.length) return []
  const { rows } = await sql<TableRow>`
    select table_id, name, path, columns from publication_table
    where publication_id = ${versionId}::uuid and table_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Files of a version by their paths. */
export async function frozenFiles(db: Db, versionId: string, paths: readonly string[]) {
  if (!paths.length) return []
  const { rows } = await sql<FrozenFile>`
    select path, encode(blob_sha256, 'hex') as sha256, is_restricted from publication_file
    where publication_id = ${versionId}::uuid and path = any(${[...paths]}::text[])`.execute(db)
  return rows
}

/**
 * Files with rows in a folder of a version ('': its root), with or without those of the folders in it, in the order in
 * which a space has them; one more than may be read. Tables that were written as files are no files of a folder.
 */
export async function frozenFolder(db: Db, versionId: string, folder: string, isNested: boolean) {
  const inside = folder && `${folder}/`
  const { rows } = await sql<FrozenFile>`
    select path, encode(blob_sha256, 'hex') as sha256, is_restricted from publication_file
    where publication_id = ${versionId}::uuid and table_id is null and path like ${`${literal(inside)}%`}
      and (${isNested} or strpos(substr(path, char_length(${inside}::text) + 1), '/') = 0)
      and lower(path) ~ '\\.(csv|tsv|parquet|jsonl|xlsx)$'
    order by regexp_replace(path, '[^/]*$', '') collate natural_order, path collate natural_order
    limit ${FOLDER_FILES_MAX + 1}`.execute(db)
  return rows
}
