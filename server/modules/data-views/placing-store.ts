import { sql } from 'kysely'
import type { Query } from '#contract/queries/query.ts'
import type { Tx } from '#server/storage/database.ts'
import { sqlDataViews } from './catalogue-store.ts'

type Placed = { id: string; spaceId: string; makerId: string; name: string; description: string; query: Query }

/** The tables of a space by their names, with the numbers of their columns by name. */
export async function tablesByName(tx: Tx, spaceId: string) {
  const { rows } = await sql<{ id: string; name: string; columns: Record<string, number> }>`
    select d.id, d.name, (select jsonb_object_agg(c.name, c.id) from data_column c where c.table_id = d.id) as columns
    from data_table d where d.space_id = ${spaceId}::uuid and d.trashed_at is null`.execute(tx)
  return new Map(rows.map((row) => [row.name, row]))
}

/** Saves a view of sample data. */
export async function placeView(tx: Tx, { spaceId, makerId, query, ...view }: Placed, at: Date): Promise<void> {
  await sqlDataViews(tx).insert(tx, {
    ...view,
    space_id: spaceId,
    definition: { query },
    is_shared: true,
    access: 'sources',
    maker_id: makerId,
    changed_by: makerId,
    created_at: at,
    changed_at: at,
    defined_by: makerId,
    columns: [],
  })
}
