import { sql } from 'kysely'
import { METADATA_SHEET_COLUMNS, METADATA_SHEET_ROWS } from '#contract/core/limits.ts'
import type { Db } from '#server/storage/database.ts'

export type FileBelow = { id: string; path: string }

/** The files below a folder ordered by path, one more than the maximum when there are too many. */
export async function filesBelow(db: Db, folderId: string, path: string): Promise<FileBelow[]> {
  const { rows } = await sql<FileBelow>`
    with recursive below as (
      select id, is_folder, ${path}::text || '/' || name as path from node where parent_id = ${folderId}::uuid and trash_id is null
      union all
      select n.id, n.is_folder, b.path || '/' || n.name from below b join node n on n.parent_id = b.id and n.trash_id is null
      where b.is_folder
    ), files as (select id, path from below where not is_folder limit ${METADATA_SHEET_ROWS + 1})
    select id, path from files order by path collate natural_order, id`.execute(db)
  return rows
}

/** The most frequent keys of items, as many as a sheet has columns. */
export async function keysOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select pair ->> 'key' as key from node_metadata cross join jsonb_array_elements(meta) as pair
    where node_id = any(${[...ids]}::uuid[]) group by 1 order by count(*) desc, 1 limit ${METADATA_SHEET_COLUMNS}`.execute(
    db,
  )
  return rows.map(({ key }) => key)
}
