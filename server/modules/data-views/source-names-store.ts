import { sql } from 'kysely'
import type { Actor } from '#contract/core/policy.ts'
import { visibleTo } from '#server/modules/tables/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { viewVisibleTo } from './catalogue-store.ts'

/** Names of the sources of a space that the actor may see, by id: tables, views, files and folders outside the trash. */
export async function namesOfSources(
  db: Db | Tx,
  spaceId: string,
  ids: readonly string[],
  actor: Actor,
): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select d.id, d.name from data_table d
    where d.space_id = ${spaceId}::uuid and d.id = any(${[...ids]}::uuid[]) and d.trashed_at is null and ${visibleTo(actor)}
    union all select v.id, v.name from data_view v
    where v.space_id = ${spaceId}::uuid and v.id = any(${[...ids]}::uuid[]) and ${viewVisibleTo(actor)}
    union all select n.id, n.name from node n
    where n.space_id = ${spaceId}::uuid and n.id = any(${[...ids]}::uuid[]) and n.trash_id is null`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
