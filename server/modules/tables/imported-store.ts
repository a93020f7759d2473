import { sql } from 'kysely'
import type { Actor } from '#contract/core/policy.ts'
import type { Db } from '#server/storage/database.ts'
import { visibleTo } from './catalogue-store.ts'

/** A table, and a file of the space whose rows were imported into it. */
export type ImportedTable = { file_id: string; table_id: string; table_name: string }

/** The tables of a space into which files of the space were imported, as far as the actor may see them. */
export async function importedTables(db: Db, spaceId: string, actor: Actor): Promise<ImportedTable[]> {
  const { rows } = await sql<ImportedTable>`
    select distinct h.details ->> 'fileId' as file_id, d.id as table_id, d.name as table_name
    from data_table d join table_change h on h.table_id = d.id and h.kind = 'import'
    where d.space_id = ${spaceId}::uuid and d.trashed_at is null and ${visibleTo(actor)}
      and h.details ? 'fileId' and not h.is_undone
    order by d.name, d.id, file_id`.execute(db)
  return rows
}
