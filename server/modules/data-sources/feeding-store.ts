import { sql } from 'kysely'
import type { Actor } from '#contract/core/policy.ts'
import { visibleTo } from '#server/modules/tables/index.ts'
import type { Db } from '#server/storage/database.ts'

/** A table, and a data source that an import fills it from. */
export type FedTable = { source_id: string; source_name: string; table_id: string; table_name: string }

/** The tables of a space that imports fill, as far as the actor may see them. */
export async function fedTables(db: Db, spaceId: string, actor: Actor): Promise<FedTable[]> {
  const { rows } = await sql<FedTable>`
    select distinct s.id as source_id, s.name as source_name, d.id as table_id, d.name as table_name
    from source_import i join data_source s on s.id = i.source_id join data_table d on d.id = i.table_id
    where i.space_id = ${spaceId}::uuid and d.trashed_at is null and ${visibleTo(actor)}
    order by s.name, d.name, s.id, d.id`.execute(db)
  return rows
}
