import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'
import type { NodeRow } from '../listing/records.ts'
import { nodeColumns } from '../listing/tree-store.ts'

/** An item and the former place to restore, wherever in the space it is now, including the trash. */
export type FormerPlace = { id: string; parentId: string; name: string }
export type Found = NodeRow & { trash_id: string | null }

/** Items of the space, live or not. */
export async function anyNodesOf(tx: Tx, spaceId: string, wanted: readonly FormerPlace[]): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    select ${nodeColumns}, n.trash_id from node n join person p on p.id = n.author_id
    where n.id = any(${wanted.map(({ id }) => id)}::uuid[]) and n.space_id = ${spaceId}::uuid`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
