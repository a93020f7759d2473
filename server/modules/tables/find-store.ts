import { sql } from 'kysely'
import type { Actor } from '#contract/core/policy.ts'
import { holdsEach } from '#server/modules/search/index.ts'
import type { Db } from '#server/storage/database.ts'
import { visibleTo } from './catalogue-store.ts'

export type FoundTable = { id: string; name: string; description: string; space: { id: string; name: string } }

/** The first tables of some spaces of which name, description and columns contain each word; names before all others. */
export async function findTables(
  db: Db,
  { spaceIds, actor, q, most }: { spaceIds: readonly string[]; actor: Actor; q: string; most: number },
): Promise<FoundTable[]> {
  const words = q.split(/\s+/u)
  const ofColumns = sql`select string_agg(concat_ws(' ', c.name, c.description), ' ') from data_column c where c.table_id = d.id`
  const { rows } = await sql<FoundTable>`
    select d.id, d.name, d.description, jsonb_build_object('id', s.id, 'name', s.name) as space
    from data_table d join space s on s.id = d.space_id
    where d.space_id = any(${[...spaceIds]}::uuid[]) and d.trashed_at is null and ${visibleTo(actor)}
      and ${holdsEach(sql`concat_ws(' ', d.name, d.description, (${ofColumns}))`, words, 'ilike')}
    order by ${holdsEach(sql`d.name`, words, 'ilike')} desc, d.name collate natural_order, d.id limit ${most}`.execute(
    db,
  )
  return rows
}
