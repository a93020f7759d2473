import { sql } from 'kysely'
import { suffixOf } from '#contract/files.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Copied, FileHooks } from './hooks.ts'
import type { Landing } from './landing.ts'
import { mimeOf } from './mime.ts'

export type CopyNeeds = { now: Date; newId: () => string; actorId: string; copied: FileHooks['copied'] }

/** One statement for a tree of any size: new ids are drawn by the database, parents found by the old ones. */
export async function copyTree(
  tx: Tx,
  { node, name }: Landing,
  { spaceId, target }: { spaceId: string; target: string },
  { now, newId, actorId, copied }: CopyNeeds,
): Promise<string> {
  const id = newId()
  const suffix = node.is_folder ? '' : suffixOf(name)
  const { rows } = await sql<Copied>`
    with recursive below as (
      select n.*, 1 as depth from node n where n.id = ${node.id}::uuid
      union all
      select n.*, b.depth + 1 from below b join node n on n.parent_id = b.id and n.trash_id is null where b.is_folder
    ), twin as materialized (
      select id as old_id, case when id = ${node.id}::uuid then ${id}::uuid else gen_random_uuid() end as new_id from below
    ), made as (
    insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, items, folders, files_below, folders_below,
      blob_sha256, author_id, created_at, updated_at)
    select t.new_id, ${spaceId}::uuid, coalesce(up.new_id, ${target}::uuid), b.is_folder,
      case when b.id = ${node.id}::uuid then ${name} else b.name end,
      case when b.id = ${node.id}::uuid then ${suffix} else b.suffix end,
      case when b.id = ${node.id}::uuid and not b.is_folder then ${mimeOf(suffix)} else b.mime end,
      b.size, b.items, b.folders, b.files_below, b.folders_below, b.blob_sha256, ${actorId}::uuid, ${now}, ${now}
    from below b join twin t on t.old_id = b.id left join twin up on up.old_id = b.parent_id and b.id <> ${node.id}::uuid
    order by b.depth)
    select old_id as "from", new_id as "to" from twin`.execute(tx)
  await copied(tx, rows)
  await sql`
    update blob set touched_at = ${now} where sha256 in (
      with recursive below as (
        select id, blob_sha256, is_folder from node where id = ${id}::uuid
        union all
        select n.id, n.blob_sha256, n.is_folder from below b join node n on n.parent_id = b.id where b.is_folder
      ) select blob_sha256 from below where blob_sha256 is not null)`.execute(tx)
  return id
}
