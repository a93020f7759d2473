import { type RawBuilder, sql } from 'kysely'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { NodeRow } from './records.ts'

/** The folders from the root of a space down to a node, the node last. */
export type Chain = { id: string; name: string }[]

/** Path of the folder that a chain ends with: `''` for the root, `/a/b` below it. */
export const pathOf = (chain: Chain): string =>
  chain
    .slice(1)
    .map((link) => `/${link.name}`)
    .join('')

type Link = { below: string; id: string; parent_id: string | null; name: string; trash_id: string | null }

/**
 * The chains from the root to nodes, by node id; nodes that do not exist, are in another space or in the trash are left
 * out.
 */
export async function chainsTo(db: Db | Tx, spaceId: string, ids: readonly string[]): Promise<Map<string, Chain>> {
  const { rows } = await sql<Link>`
    with recursive up as (
      select id as below, id, parent_id, name, trash_id, 1 as depth from node
      where id = any(${[...new Set(ids)]}::uuid[]) and space_id = ${spaceId}::uuid
      union all
      select up.below, n.id, n.parent_id, n.name, n.trash_id, up.depth + 1 from up join node n on n.id = up.parent_id
      where up.depth <= ${FOLDER_DEPTH_MAX + 2}
    ) select below, id, parent_id, name, trash_id from up order by depth desc`.execute(db)
  const isLive = (links: Link[]) => links.every((link) => link.trash_id === null) && links[0]?.parent_id === null
  const ways = [...Map.groupBy(rows, ({ below }) => below)].filter(([, links]) => isLive(links))
  return new Map(ways.map(([below, links]) => [below, links.map(({ id, name }) => ({ id, name }))]))
}

/** The chain from the root to one node, or null. */
export const chainTo = async (db: Db | Tx, spaceId: string, id: string): Promise<Chain | null> =>
  (await chainsTo(db, spaceId, [id])).get(id) ?? null

/** Live nodes with these ids, in this order; the folders above are not checked for being deleted. */
export async function nodesOf(db: Db | Tx, spaceId: string, ids: readonly string[]): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from unnest(${[...new Set(ids)]}::uuid[]) with ordinality as wanted (id, place)
    join node n on n.id = wanted.id join person p on p.id = n.author_id
    where n.space_id = ${spaceId}::uuid and n.trash_id is null order by wanted.place`.execute(db)
  return rows
}

/** The chain of the folder that a call names, by default the root. Throws folderGone. */
export async function folderChain(db: Db | Tx, space: { id: string; rootId: string }, hash?: string): Promise<Chain> {
  const chain = await chainTo(db, space.id, hash ?? space.rootId)
  if (!chain) throw new Failure('folderGone')
  return chain
}

/** The change of a folder's counters: its direct children, and the totals that count for every folder above too. */
export type Delta = {
  folderId: string
  bytes: number
  items: number
  folders: number
  filesBelow: number
  foldersBelow: number
}

/**
 * Parts of a statement, after `with recursive`: adds deltas to their folders and all folders above. Adding or removing
 * children modifies a folder, whatever time a client set before. The ids are repeated, because otherwise the planner,
 * which expects hundreds of folders, reads all nodes.
 */
function countingFolders(deltas: readonly Delta[], now: Date): RawBuilder<unknown> {
  const column = (pick: (delta: Delta) => number | string) => deltas.map(pick)
  return sql`
    delta as (
      select * from unnest(${column((d) => d.folderId)}::uuid[], ${column((d) => d.bytes)}::bigint[], ${column((d) => d.items)}::int[],
        ${column((d) => d.folders)}::int[], ${column((d) => d.filesBelow)}::bigint[], ${column((d) => d.foldersBelow)}::bigint[])
        as d(id, bytes, items, folders, files_below, folders_below)
    ), up as (
      select d.*, case when n.trash_id is null then n.parent_id end as parent_id
      from delta d cross join lateral (select * from node where id = d.id offset 0) n
      union all
      select n.id, up.bytes, 0, 0, up.files_below, up.folders_below, case when n.trash_id is null then n.parent_id end
      from up cross join lateral (select * from node where id = up.parent_id offset 0) n
    ), total as (
      select id, sum(bytes) as bytes, sum(items) as items, sum(folders) as folders,
        sum(files_below) as files_below, sum(folders_below) as folders_below, bool_or(items <> 0) as is_modified
      from up group by id
    ), counted as (
      update node n set size = n.size + t.bytes, items = n.items + t.items, folders = n.folders + t.folders,
        files_below = n.files_below + t.files_below, folders_below = n.folders_below + t.folders_below,
        updated_at = case when t.is_modified then ${now} else n.updated_at end,
        client_modified_at = case when not t.is_modified then n.client_modified_at end
      from total t where n.id = t.id and n.id = any(array(select id from total))
    )`
}

/** Adds deltas to their folders and all folders above in one statement; inside a deleted folder it stops there. */
export async function adjustFolders(tx: Tx, deltas: readonly Delta[], now: Date): Promise<void> {
  if (deltas.length) await sql`with recursive ${countingFolders(deltas, now)} select`.execute(tx)
}

/** The counters of one node for its parent: `sign` 1 when the node is added, -1 when it is removed. */
export const weightOf = (node: NodeRow, folderId: string, sign: 1 | -1): Delta => ({
  folderId,
  bytes: sign * node.size,
  items: sign,
  folders: node.is_folder ? sign : 0,
  filesBelow: sign * (node.is_folder ? node.files_below : 1),
  foldersBelow: sign * (node.is_folder ? node.folders_below + 1 : 0),
})

export type UsageChange = { usedBytes?: number; reservedBytes?: number; files?: number; folders?: number }

/** The counter updates of a change: in folders, in the space, and the bytes that need storage that was not reserved. */
export type Counts = { deltas: readonly Delta[]; usage: UsageChange; unreserved?: number }

/**
 * Parts of a statement, after `with recursive`, that update the counters; `fits` has a row unless the space is full.
 * Waits for a concurrent change of the capacity.
 */
export function counting(spaceId: string, { deltas, usage, unreserved = 0 }: Counts, now: Date): RawBuilder<unknown> {
  const { usedBytes = 0, reservedBytes = 0, files = 0, folders = 0 } = usage
  const room = unreserved
    ? sql`from (select capacity_bytes from space where id = ${spaceId}::uuid for share) s
        where u.space_id = ${spaceId}::uuid and u.used_bytes + u.reserved_bytes + ${unreserved} <= s.capacity_bytes`
    : sql`where u.space_id = ${spaceId}::uuid`
  return sql`${countingFolders(deltas, now)}, fits as (
    update space_usage u set used_bytes = u.used_bytes + ${usedBytes}, reserved_bytes = u.reserved_bytes + ${reservedBytes},
      file_count = u.file_count + ${files}, folder_count = u.folder_count + ${folders} ${room} returning u.space_id
  )`
}

/** Counts a change in its folders and its space with one statement, the last before the commit. Throws spaceFull. */
export async function count(tx: Tx, spaceId: string, counts: Counts, now: Date): Promise<void> {
  const { rows } = await sql`with recursive ${counting(spaceId, counts, now)} select from fits`.execute(tx)
  if (!rows.length) throw new Failure('spaceFull')
}

/**
 * Updates the counters of a space. Must be last before the commit, because uploads that reserve storage wait for this
 * row.
 */
export async function adjustUsage(
  tx: Tx,
  spaceId: string,
  { usedBytes = 0, reservedBytes = 0, files = 0, folders = 0 }: UsageChange,
) {
  await sql`
    update space_usage set used_bytes = used_bytes + ${usedBytes}, reserved_bytes = reserved_bytes + ${reservedBytes},
      file_count = file_count + ${files}, folder_count = folder_count + ${folders}
    where space_id = ${spaceId}::uuid`.execute(tx)
}

/**
 * Those of these folders that contain items of other people at any depth; with `alsoTrashed` items in the trash count
 * too.
 */
export async function holdingOthers(
  db: Db | Tx,
  folderIds: readonly string[],
  me: string,
  alsoTrashed = false,
): Promise<Set<string>> {
  if (!folderIds.length) return new Set()
  const isLive = sql.lit(!alsoTrashed)
  const { rows } = await sql<{ id: string }>`
    select f.id from unnest(${[...folderIds]}::uuid[]) as f(id) where exists (
      with recursive below as (
        select id, author_id, is_folder from node where parent_id = f.id and (trash_id is null or not ${isLive})
        union all
        select n.id, n.author_id, n.is_folder from below b join node n on n.parent_id = b.id and (n.trash_id is null or not ${isLive}) where b.is_folder
      ) select 1 from below where author_id <> ${me}::uuid)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The author `p` of each row of `n`, looked up by key: for statements whose plan must not depend on sizes of tables. */
export const byAuthor = sql`cross join lateral (select name from person where id = n.author_id offset 0) p`

/** Columns of NodeRow for `node as n join person as p`. */
export const nodeColumns = sql`n.id, n.space_id, n.parent_id, n.is_folder, n.name, n.suffix, n.mime, n.size, n.items, n.folders,
  n.files_below, n.folders_below, n.version, n.author_id, p.name as author_name, n.created_at, n.updated_at,
  encode(n.blob_sha256, 'hex') as sha256`
