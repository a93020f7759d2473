import { sql } from 'kysely'
import type { Actor } from '#contract/core/policy.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import { visibleTo } from './catalogue-store.ts'

export type FoundTable = { id: string; name: string; description: string; space: { id: string; name: string } }

/** The first tables of some spaces whose name, description or columns contain a text; names before all others. */
export async function findTables(
  db: Db,
  { spaceIds, actor, q, most }: { spaceIds: readonly string[]; actor: Actor; q: string; most: number },
): Promise<FoundTable[]> {
  const pattern = `%${literal(q)}%`
  const { rows } = await sql<FoundTable>`
    select d.id, d.name, d.description, jsonb_build_object('id', s.id, 'name', s.name) as space
    from data_table d join space s on s.id = d.space_id
    where d.space_id = any(${[...spaceIds]}::uuid[]) and d.trashed_at is null and ${visibleTo(actor)}
      and (d.name ilike ${pattern} or d.description ilike ${pattern}
        or exists (select 1 from data_column c where c.table_id = d.id
          and (c.name ilike ${pattern} or c.description ilike ${pattern})))
    order by d.name ilike ${pattern} desc, d.name collate natural_order, d.id limit ${most}`.execute(db)
  return rows
}
