import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** A published dataset with what it was made of: `files` are files and folders that were chosen. */
export type PublishedDataset = { id: string; title: string; tables: string[]; boards: string[]; files: string[] }

/** The datasets of a space in their newest published versions, the latest first; at most so many. */
export async function publishedDatasets(db: Db, spaceId: string, most: number): Promise<PublishedDataset[]> {
  const { rows } = await sql<PublishedDataset>`
    select p.dataset_id as id, p.title,
      array(select table_id from publication_table where publication_id = p.id order by position) as tables,
      array(select report_id from publication_board where publication_id = p.id order by position) as boards,
      array(select jsonb_array_elements_text(coalesce(p.fields -> 'files', '[]'))) as files
    from publication p join dataset d on d.id = p.dataset_id
    where d.space_id = ${spaceId}::uuid and p.is_current
    order by p.published_at desc, p.id limit ${most}`.execute(db)
  return rows
}
