import { sql } from 'kysely'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { placeKey } from '../names-store.ts'
import type { NodeRow } from './records.ts'
import { byAuthor, type Chain, nodeColumns } from './tree-store.ts'

/** A live item with the folders above it, the root of the space first. */
export type Located = NodeRow & { above: Chain }
type Row = NodeRow & { chain: { id: string; name: string; isLive: boolean; isTop: boolean }[] | null }

/** A name in a folder, and what has it. */
type Name = { folderId: string; name: string }

/** Items by id, in any case of letters, and those that have some names. */
export type Lookup = {
  item: (id: string) => Located | undefined
  holder: (folderId: string, name: string) => Located | undefined
}

/**
 * Looks up items of a space by id and by their names in folders, with the folders above each, in one statement. What is
 * deleted, or inside a deleted folder, is not found. Each row is looked up by its key (`lateral`, `offset 0`), or a plan
 * for small spaces walks all items of a big one.
 */
export async function lookUp(
  from: Db | Tx,
  spaceId: string,
  { ids, names = [] }: { ids: readonly string[]; names?: readonly Name[] },
): Promise<Lookup> {
  const { rows } = await sql<Row>`
    select ${nodeColumns}, above.chain from (
      select unnest(${[...new Set(ids)]}::uuid[]) as id
      union
      select h.id from unnest(${names.map(({ folderId }) => folderId)}::uuid[], ${names.map(({ name }) => name)}::text[]) as w(folder_id, name)
      cross join lateral (select id from node where parent_id = w.folder_id and name = w.name and trash_id is null offset 0) h
    ) wanted cross join lateral (select * from node where id = wanted.id offset 0) n
    ${byAuthor} cross join lateral (
      with recursive up as (
        select f.id, f.name, f.trash_id, f.parent_id, 1 as depth from node f where f.id = n.parent_id
        union all
        select f.id, f.name, f.trash_id, f.parent_id, up.depth + 1 from up
        cross join lateral (select * from node where id = up.parent_id offset 0) f
        where up.depth <= ${sql.lit(FOLDER_DEPTH_MAX + 2)}
      ) select json_agg(json_build_object('id', id, 'name', name, 'isLive', trash_id is null, 'isTop', parent_id is null)
        order by depth desc) as chain from up
    ) above where n.space_id = ${spaceId}::uuid and n.trash_id is null`.execute(from)
  const found = rows.flatMap(({ chain, ...node }): Located[] => {
    const links = chain ?? []
    const isReached = links.every(({ isLive }) => isLive) && (links[0]?.isTop ?? node.parent_id === null)
    return isReached ? [{ ...node, above: links.map(({ id, name }) => ({ id, name })) }] : []
  })
  const byId = new Map(found.map((node) => [node.id, node]))
  const byPlace = new Map(found.map((node) => [placeKey(node.parent_id ?? '', node.name), node]))
  return { item: (id) => byId.get(id.toLowerCase()), holder: (folderId, name) => byPlace.get(placeKey(folderId, name)) }
}

/** The chain from the root to a located item itself. */
export const chainOf = ({ above, id, name }: Located): Chain => [...above, { id, name }]
