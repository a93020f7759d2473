import { sql } from 'kysely'
import type { FrozenColumn } from '#contract/publications/dataset.ts'
import type { ReadBoard } from '#contract/reports/reading.ts'
import type { Db } from '#server/storage/database.ts'

export type BoardRow = {
  report_id: string
  name: string
  description: string
  content: Omit<ReadBoard, 'name' | 'description' | 'mayFilter'>
  paths: Record<string, string>
}
export type TableRow = { table_id: string; name: string; path: string; columns: FrozenColumn[] }

/** The boards of a version, with one id that one. */
export async function boardsOf(db: Db, versionId: string, id: string | null = null): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    select report_id, name, description, content, paths from publication_board
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
  const { rows } = await sql<{ path: string; sha256: string; is_restricted: boolean }>`
    select path, encode(blob_sha256, 'hex') as sha256, is_restricted from publication_file
    where publication_id = ${versionId}::uuid and path = any(${[...paths]}::text[])`.execute(db)
  return rows
}
