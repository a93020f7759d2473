import { sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { NodeRow } from './listing/records.ts'
import { nodeColumns } from './listing/tree-store.ts'

/** Key of a name in a folder. */
export const placeKey = (folderId: string, name: string) => `${folderId}/${name}`

/** Live nodes that have one of these names in their folders. */
export async function holdersOf(
  db: Db | Tx,
  wanted: readonly { folderId: string; name: string }[],
): Promise<Map<string, NodeRow>> {
  if (!wanted.length) return new Map()
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from unnest(${wanted.map((want) => want.folderId)}::uuid[], ${wanted.map((want) => want.name)}::text[]) as w(folder_id, name)
    join node n on n.parent_id = w.folder_id and n.name = w.name and n.trash_id is null join person p on p.id = n.author_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [placeKey(row.parent_id ?? '', row.name), row]))
}
