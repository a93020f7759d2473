import { sql } from 'kysely'
import * as z from 'zod/mini'
import { DIRECTORY, suffixOf, type TrashRecord } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { freeName, holdersOf, placeKey } from './names.ts'
import { remember, rememberGone } from './past.ts'
import { type NodeRow, nodeColumns } from './records.ts'
import { adjustFolders, adjustUsage, chainTo, pathOf, weightOf } from './tree.ts'

type Needs = { now: Date; newId: () => string; actorId: string }

/** Takes live nodes out of their folders; the caller holds the space's lock. Only the top row of each is marked. */
export async function putInTrash(
  tx: Tx,
  spaceId: string,
  nodes: NodeRow[],
  { now, newId, actorId }: Needs,
): Promise<{ hash: string; trashId: string }[]> {
  const put: { hash: string; trashId: string }[] = []
  await remember(
    tx,
    nodes.map((node) => node.id),
    now,
  )
  for (const node of nodes) {
    const trashId = newId()
    const chain = await chainTo(tx, spaceId, node.id)
    // A folder deleted a moment before in the same call took this one along.
    if (!chain || !node.parent_id) continue
    await sql`
      insert into trash (id, space_id, node_id, parent_id, path, deleted_by, deleted_at)
      values (${trashId}, ${spaceId}, ${node.id}, ${node.parent_id}, ${pathOf(chain)}, ${actorId}, ${now})`.execute(tx)
    await sql`update node set trash_id = ${trashId} where id = ${node.id}::uuid`.execute(tx)
    await adjustFolders(tx, [weightOf(node, node.parent_id, -1)])
    put.push({ hash: node.id, trashId })
  }
  return put
}

type TrashRow = NodeRow & {
  trash_id: string
  trash_path: string
  trash_parent: string
  deleted_by: string
  deleter_name: string
  deleted_at: Date
  exact: string
}

const trashRows = sql`
  select ${nodeColumns}, t.id as trash_id, t.path as trash_path, t.parent_id as trash_parent, t.deleted_by,
    d.name as deleter_name, t.deleted_at, ${exactly(sql`t.deleted_at`)} as exact
  from trash t join node n on n.id = t.node_id join person p on p.id = n.author_id join person d on d.id = t.deleted_by`

const recordOf = (row: TrashRow): TrashRecord => ({
  id: row.trash_id,
  hash: row.id,
  name: row.name,
  suffix: row.suffix,
  mime: row.mime,
  size: row.size,
  path: row.trash_path,
  author: { personId: row.author_id, personName: row.author_name },
  deletedBy: { personId: row.deleted_by, personName: row.deleter_name },
  deleteTime: row.deleted_at.toISOString(),
})

const Key = z.tuple([part.moment, part.id])

/** What was deleted from a space, newest first. */
export async function pageOfTrash(db: Db, spaceId: string, { after, size }: { after?: string; size: number }) {
  const key = after ? decodeCursor(after, Key) : null
  const beyond = key ? sql`and (t.deleted_at, t.id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql``
  const { rows } = await sql<TrashRow>`
    ${trashRows} where t.space_id = ${spaceId}::uuid ${beyond} order by t.deleted_at desc, t.id desc limit ${size + 1}`.execute(
    db,
  )
  return pageOf(rows, size, { told: recordOf, key: (row) => [row.exact, row.trash_id] })
}

/** Deletions by id, or all of a space. */
export async function trashOf(db: Db | Tx, spaceId: string, ids: readonly string[] | null): Promise<TrashRow[]> {
  const which = ids ? sql`and t.id = any(${[...ids]}::uuid[])` : sql``
  const { rows } = await sql<TrashRow>`${trashRows} where t.space_id = ${spaceId}::uuid ${which} order by t.id`.execute(
    db,
  )
  return rows
}

/**
 * Puts a deleted item back into its folder, or into the root when that is gone; a taken name gets a number. The caller
 * holds the space's lock. Answers the folder.
 */
export async function restore(
  tx: Tx,
  space: { id: string; rootId: string },
  row: TrashRow,
  now: Date,
): Promise<string> {
  const isThere = await chainTo(tx, space.id, row.trash_parent)
  const folderId = isThere ? row.trash_parent : space.rootId
  const isTaken = (await holdersOf(tx, [{ folderId, name: row.name }])).has(placeKey(folderId, row.name))
  const name = isTaken ? await freeName(tx, folderId, row.name, row.mime === DIRECTORY) : row.name
  const suffix = row.is_folder ? '' : suffixOf(name)
  await remember(tx, [row.id], now)
  await sql`update node set trash_id = null, parent_id = ${folderId}::uuid, name = ${name}, suffix = ${suffix} where id = ${row.id}::uuid`.execute(
    tx,
  )
  await sql`delete from trash where id = ${row.trash_id}::uuid`.execute(tx)
  await adjustFolders(tx, [weightOf(row, folderId, 1)])
  return folderId
}

/** Deletes for good, with older versions and all below; the caller holds the space's lock. Contents are swept later. */
export async function purge(tx: Tx, spaceId: string, rows: TrashRow[]): Promise<void> {
  const ids = rows.map((row) => row.id)
  const { rows: totals } = await sql<{ bytes: number; files: number; folders: number }>`
    with recursive below as (
      select id, is_folder, size from node where id = any(${ids}::uuid[])
      union
      select n.id, n.is_folder, n.size from below b join node n on n.parent_id = b.id where b.is_folder
    )
    select (coalesce(sum(size) filter (where not is_folder), 0)
        + coalesce((select sum(v.size) from file_version v where v.node_id in (select id from below)), 0))::bigint as bytes,
      count(*) filter (where not is_folder) as files, count(*) filter (where is_folder) as folders
    from below`.execute(tx)
  await rememberGone(tx, ids)
  await sql`delete from node where id = any(${ids}::uuid[])`.execute(tx)
  const [total] = totals
  if (!total) throw new Failure('trashGone')
  await adjustUsage(tx, spaceId, { usedBytes: -total.bytes, files: -total.files, folders: -total.folders })
}
export type { TrashRow }
