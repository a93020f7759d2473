import { sql } from 'kysely'
import { suffixOf } from '#contract/files.ts'
import type { Tx } from '#server/storage/database.ts'
import { mimeOf } from '../content/mime.ts'
import type { Copied } from '../hooks.ts'
import type { NodeRow } from '../listing/records.ts'
import type { Placement } from './placement.ts'

type Needs = { spaceId: string; now: Date; newId: () => string; actorId: string }

/**
 * Copies any number of trees of any size in one statement; none may be inside another. The database draws new ids and
 * maps parents by their old ids. Returns the copies of the trees' tops in their order, and every item with its copy.
 */
export async function copyTrees(
  tx: Tx,
  placements: readonly Placement[],
  { spaceId, now, newId, actorId }: Needs,
): Promise<{ tops: NodeRow[]; pairs: Copied[] }> {
  if (!placements.length) return { tops: [], pairs: [] }
  const copies = placements.map(({ node, name }) => ({ ...node, id: newId(), name }))
  const suffixes = copies.map((copy) => (copy.is_folder ? '' : suffixOf(copy.name)))
  const mimes = copies.map((copy, at) => (copy.is_folder ? copy.mime : mimeOf(suffixes[at] ?? '')))
  const { rows } = await sql<Copied>`
    with recursive top as (
      select * from unnest(${placements.map(({ node }) => node.id)}::uuid[], ${copies.map(({ id }) => id)}::uuid[],
        ${copies.map(({ name }) => name)}::text[], ${suffixes}::text[], ${mimes}::text[],
        ${placements.map(({ target }) => target)}::uuid[]) as t(id, new_id, name, suffix, mime, target)
    ), below as (
      select n.*, 1 as depth from top cross join lateral (select * from node where id = top.id offset 0) n
      union all
      select n.*, b.depth + 1 from below b
      cross join lateral (select * from node where parent_id = b.id and trash_id is null offset 0) n where b.is_folder
    ), twin as materialized (
      select b.id as old_id, coalesce(top.new_id, gen_random_uuid()) as new_id from below b left join top on top.id = b.id
    ), made as (
    insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, items, folders, files_below, folders_below,
      blob_sha256, author_id, created_at, updated_at, client_modified_at)
    select t.new_id, ${spaceId}::uuid, coalesce(up.new_id, top.target), b.is_folder, coalesce(top.name, b.name),
      coalesce(top.suffix, b.suffix), coalesce(top.mime, b.mime), b.size, b.items, b.folders, b.files_below, b.folders_below,
      b.blob_sha256, ${actorId}::uuid, ${now}, ${now}, b.client_modified_at
    from below b join twin t on t.old_id = b.id left join top on top.id = b.id
    left join twin up on up.old_id = b.parent_id and top.id is null
    order by b.depth), touched as (
      update blob set touched_at = ${now} where sha256 = any(array(select distinct blob_sha256 from below)))
    select old_id as "from", new_id as "to" from twin`.execute(tx)
  return { tops: copies, pairs: rows }
}
