import { sql } from 'kysely'
import type { FileRecord } from '#contract/files.ts'
import type { Db } from '#server/storage/database.ts'
import { type NodeRow, recordOf } from './records.ts'
import { type Chain, nodeColumns, pathOf } from './tree-store.ts'

type Row = NodeRow & { chain: { id: string; name: string; trash_id: string | null }[] }

/** A live item with its space and the folders above it, the root first. */
export type LiveItem = { record: FileRecord; spaceId: string; above: Chain }

/** Live items of any spaces, by id; items in the trash or inside a deleted folder are left out. */
export async function liveItems(db: Db, ids: readonly string[]): Promise<Map<string, LiveItem>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<Row>`
    select ${nodeColumns}, above.chain from node n join person p on p.id = n.author_id
    cross join lateral (
      with recursive up as (
        select f.id, f.name, f.trash_id, f.parent_id, 1 as depth from node f where f.id = n.parent_id
        union all
        select f.id, f.name, f.trash_id, f.parent_id, up.depth + 1 from up join node f on f.id = up.parent_id
      ) select json_agg(json_build_object('id', id, 'name', name, 'trash_id', trash_id) order by depth desc) as chain from up
    ) above where n.id = any(${[...ids]}::uuid[]) and n.trash_id is null and n.parent_id is not null`.execute(db)
  const live = rows.filter(({ chain }) => chain.every((link) => link.trash_id === null))
  return new Map(
    live.map((row) => {
      const above = row.chain.map(({ id, name }) => ({ id, name }))
      return [row.id, { record: recordOf(row, pathOf(above)), spaceId: row.space_id, above }]
    }),
  )
}
