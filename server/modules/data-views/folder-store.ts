import { sql } from 'kysely'
import { FOLDER_FILES_MAX } from '#contract/core/limits.ts'
import type { Db } from '#server/storage/database.ts'

/** A file of a folder that is read as rows; `path` is from the folder on. */
export type FolderFile = { path: string; sha256: string; updated_at: Date }

/** Files with rows in a folder, with or without those of the folders in it, by path; one more than may be read. */
export async function filesOfFolder(db: Db, folderId: string, isNested: boolean): Promise<FolderFile[]> {
  const { rows } = await sql<FolderFile>`
    with recursive folders (id, path) as (
      select ${folderId}::uuid, ''
      union all select n.id, f.path || n.name || '/' from folders f
        join node n on n.parent_id = f.id and n.is_folder and n.trash_id is null where ${isNested})
    select f.path || n.name as path, encode(n.blob_sha256, 'hex') as sha256, n.updated_at
    from folders f join node n on n.parent_id = f.id and not n.is_folder and n.trash_id is null
    where n.blob_sha256 is not null and lower(n.name) ~ '\\.(csv|tsv|parquet|jsonl|xlsx)$'
    order by f.path collate natural_order, n.name collate natural_order, n.id limit ${FOLDER_FILES_MAX + 1}`.execute(db)
  return rows
}
