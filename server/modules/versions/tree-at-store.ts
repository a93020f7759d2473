import { type RawBuilder, sql } from 'kysely'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { Outlook } from '#contract/versions.ts'
import type { Db } from '#server/storage/database.ts'

/** A folder of a space as it was at a point in time. */
export type Then = { spaceId: string; rootId: string; at: Date }

/** An item that differs from its state at that time. */
export type Difference = {
  id: string
  /** Relative to the folder. */
  path: string
  name: string
  parent_id: string
  is_folder: boolean
  depth: number
  /** It was moved or renamed, or is in the trash. */
  is_moved: boolean
  is_trashed: boolean
  /** Its content differs; `number` is the version at that time, null if it no longer exists. */
  is_changed: boolean
  number: number | null
  sha256: string | null
  size: number | null
}

/**
 * `tree` of a recursive statement: the folder and everything that it contained at that time. These are items that have
 * not been moved since, and items whose earliest row of `node_history` since then is in the folder.
 */
const treeAt = ({ rootId, at }: Then): RawBuilder<unknown> => sql`tree as (
  select id, null::uuid as parent_id, name, true as is_folder, 0 as depth, ''::text as path
  from node where id = ${rootId}::uuid
  union all
  select c.id, tree.id, c.name, c.is_folder, tree.depth + 1, tree.path || '/' || c.name
  from tree cross join lateral (
    select n.id, n.name, n.is_folder from node n
    where n.parent_id = tree.id and n.trash_id is null and n.created_at <= ${at}
      and not exists (select 1 from node_history e where e.node_id = n.id and e.until > ${at})
    union all
    select n.id, p.name, n.is_folder from node_history p join node n on n.id = p.node_id
    where p.parent_id = tree.id and p.until > ${at} and not p.is_trashed and n.created_at <= ${at}
      and not exists (select 1 from node_history e where e.node_id = p.node_id and e.until > ${at} and e.until < p.until)
  ) c where tree.is_folder and tree.depth <= ${FOLDER_DEPTH_MAX}
)`

/** `compared`, after `tree`: each item with its differences from now; `is_gone`: it is in another space. */
const comparedWith = ({ spaceId, at }: Then): RawBuilder<unknown> => sql`compared as (
  select t.id, t.path, t.name, t.parent_id, t.is_folder, t.depth, n.space_id <> ${spaceId}::uuid as is_gone,
    n.trash_id is not null as is_trashed,
    n.trash_id is not null or (n.parent_id, n.name) is distinct from (t.parent_id, t.name) as is_moved,
    not t.is_folder and coalesce(n.content_at, n.created_at) > ${at} and v.blob_sha256 is distinct from n.blob_sha256 as is_changed,
    v.number, encode(v.blob_sha256, 'hex') as sha256, v.size, v.until <= ${at} as is_older
  from tree t join node n on n.id = t.id left join lateral (
    select v.number, v.blob_sha256, v.size, v.until from file_version v
    where v.node_id = n.id and v.created_at <= ${at} order by v.created_at desc, v.number desc limit 1
  ) v on not t.is_folder and coalesce(n.content_at, n.created_at) > ${at}
  where t.depth > 0
)`

/**
 * Items that are in one of its folders now and were not at that time, without the items below them. Folders that are in
 * another space now are left out.
 */
const extrasOf = ({
  spaceId,
}: Then) => sql`select n.id, n.name, n.is_folder, n.files_below, n.folders_below, tree.path || '/' || n.name as path
  from tree join node n on n.parent_id = tree.id and n.trash_id is null and n.space_id = ${spaceId}::uuid
  where tree.is_folder and not exists (select 1 from tree t where t.id = n.id)`

/** The items whose place or content differs, folders before their contents; at most `limit`. */
export async function differencesTo(db: Db, then: Then, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with recursive ${treeAt(then)}, ${comparedWith(then)}
    select id, path, name, parent_id, is_folder, depth, is_moved, is_trashed, is_changed, number, sha256, size
    from compared where not is_gone and (is_moved or is_changed)
    order by is_folder desc, case when is_folder then depth end, path collate "C" limit ${limit}`.execute(db)
  return rows
}

export async function extrasTo(
  db: Db,
  then: Then,
  limit: number,
): Promise<{ id: string; path: string; is_folder: boolean }[]> {
  const { rows } = await sql<{ id: string; path: string; is_folder: boolean }>`
    with recursive ${treeAt(then)} select id, path, is_folder from (${extrasOf(then)}) e
    order by path collate "C" limit ${limit}`.execute(db)
  return rows
}

/** The number of differences, by kind. */
export async function outlookTo(db: Db, then: Then): Promise<Omit<Outlook, 'at'>> {
  const { rows } = await sql<Omit<Outlook, 'at'>>`
    with recursive ${treeAt(then)}, ${comparedWith(then)}, extra as (${extrasOf(then)})
    select count(*) filter (where not is_gone and is_changed and number is not null) as changed,
      count(*) filter (where not is_gone and is_changed and is_older) as approximate,
      count(*) filter (where not is_gone and is_moved and not is_trashed) as moved,
      count(*) filter (where not is_gone and is_trashed) as missing,
      count(*) filter (where not is_gone and is_changed and number is null) as lost,
      count(*) filter (where is_gone) as elsewhere,
      coalesce(sum(size) filter (where not is_gone and is_changed), 0)::bigint as bytes,
      (select coalesce(sum(case when is_folder then files_below + folders_below + 1 else 1 end), 0)::bigint from extra) as extra,
      (select coalesce(sum(g.items), 0)::bigint from tree t join node_gone g on g.parent_id = t.id
        where t.is_folder and g.since <= ${then.at} and g.until > ${then.at} and g.space_id = ${then.spaceId}::uuid) as purged
    from compared`.execute(db)
  return rows[0] as Omit<Outlook, 'at'>
}

/** Files and bytes of the folder at that time. */
export async function weightAt(db: Db, then: Then): Promise<{ files: number; bytes: number }> {
  const { rows } = await sql<{ files: number; bytes: number }>`
    with recursive ${treeAt(then)}, ${comparedWith(then)}
    select count(*) filter (where not c.is_folder) as files,
      coalesce(sum(case when c.is_changed then c.size else n.size end) filter (where not c.is_folder), 0)::bigint as bytes
    from compared c join node n on n.id = c.id`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}
