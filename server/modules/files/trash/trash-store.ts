import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { TrashRecord } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { chainOf, type Located } from '../listing/located-store.ts'
import type { NodeRow } from '../listing/records.ts'
import { adjustFolders, adjustUsage, chainsTo, nodeColumns, pathOf, weightOf } from '../listing/tree-store.ts'
import { demandUnlocked } from '../locks/locked.ts'
import { type NewPlace, setPlaces } from '../moving/place-store.ts'
import { freeName } from '../names.ts'
import { holdersOf, placeKey } from '../names-store.ts'
import { rememberGone, remembering } from './place-history-store.ts'

type Needs = { now: Date; newId: () => string; actorId: string }
type Space = { id: string; rootId: string }

/**
 * Moves live nodes to the trash; the caller holds the space's lock. Only the top node of each tree is marked as
 * deleted.
 */
export async function putInTrash(
  tx: Tx,
  spaceId: string,
  nodes: readonly Located[],
  { now, newId, actorId }: Needs,
): Promise<{ hash: string; trashId: string }[]> {
  const chosen = new Set(nodes.map(({ id }) => id))
  const going = nodes.flatMap((node) => {
    // An item inside a folder of the same deletion is deleted with that folder.
    const isAlong = node.above.some(({ id }) => chosen.has(id))
    return node.parent_id && !isAlong ? [{ node, trashId: newId(), path: pathOf(chainOf(node)) }] : []
  })
  if (!going.length) return []
  const ids = going.map(({ node }) => node.id)
  const put = sql`
    with remembered as (${remembering(ids, now)}), put as (
      select * from unnest(${going.map(({ trashId }) => trashId)}::uuid[], ${ids}::uuid[], ${going.map(({ path }) => path)}::text[])
        as p(id, node_id, path)
    ), noted as (
      insert into trash (id, space_id, node_id, parent_id, path, deleted_by, deleted_at)
      select p.id, ${spaceId}::uuid, p.node_id, n.parent_id, p.path, ${actorId}::uuid, ${now} from put p join node n on n.id = p.node_id
    ) update node n set trash_id = p.id from put p where n.id = p.node_id`
  const deltas = going.map(({ node }) => weightOf(node, node.parent_id ?? '', -1))
  await Promise.all([put.execute(tx), adjustFolders(tx, deltas, now)])
  return going.map(({ node, trashId }) => ({ hash: node.id, trashId }))
}

/** Items deleted before `before`, except those that a snapshot still needs. */
export async function oldTrash(db: Db, before: Date, limit: number): Promise<{ id: string; space_id: string }[]> {
  const { rows } = await sql<{ id: string; space_id: string }>`
    select t.id, t.space_id from trash t
    left join lateral (select max(m.at) as at from snapshot m where m.space_id = t.space_id and m.at < t.deleted_at) last on true
    where t.deleted_at < ${before} and t.space_id not in (select on_hold_now('space')) and not exists (
      with recursive below as (
        select id, is_folder, created_at from node where id = t.node_id and last.at is not null
        union all
        select n.id, n.is_folder, n.created_at from below b join node n on n.parent_id = b.id where b.is_folder
      ) select 1 from below where created_at <= last.at)
    order by t.deleted_at limit ${limit}`.execute(db)
  return rows
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

const trashRows = (from: RawBuilder<unknown>) => sql`
  select ${nodeColumns}, t.id as trash_id, t.path as trash_path, t.parent_id as trash_parent, t.deleted_by,
    d.name as deleter_name, t.deleted_at, ${exactly(sql`t.deleted_at`)} as exact
  from ${from} t join node n on n.id = t.node_id join person p on p.id = n.author_id join person d on d.id = t.deleted_by`

const recordOf = (row: TrashRow): TrashRecord => ({
  id: row.trash_id,
  spaceId: row.space_id,
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

const Key = z.tuple([part.timestamp, part.id])

/** Deleted items of some spaces, newest first. */
export async function pageOfTrash(
  db: Db,
  spaceIds: readonly string[],
  { after, size }: { after?: string; size: number },
) {
  const key = after ? decodeCursor(after, Key) : null
  const beyond = key ? sql`and (t.deleted_at, t.id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql``
  const newest = sql`order by t.deleted_at desc, t.id desc`
  const page = sql`(
    select t.* from unnest(${[...spaceIds]}::uuid[]) s (id) cross join lateral (
      select * from trash t where t.space_id = s.id ${beyond} ${newest} limit ${size + 1}) t
    ${newest} limit ${size + 1})`
  const { rows } = await sql<TrashRow>`${trashRows(page)} ${newest}`.execute(db)
  return pageOf(rows, size, { toItem: recordOf, key: (row) => [row.exact, row.trash_id] })
}

/** Deletions by id, or all of a space. */
export async function trashOf(db: Db | Tx, spaceId: string, ids: readonly string[] | null): Promise<TrashRow[]> {
  const which = ids ? sql`and t.id = any(${[...ids]}::uuid[])` : sql``
  const { rows } =
    await sql<TrashRow>`${trashRows(sql`trash`)} where t.space_id = ${spaceId}::uuid ${which} order by t.id`.execute(db)
  return rows
}

/**
 * Restores deleted items to their folders, or to the root if the folder no longer exists; a taken name gets a number.
 * Items whose folder is restored in the same call return into it. The caller holds the space's lock.
 */
export async function restore(
  tx: Tx,
  space: Space,
  rows: readonly TrashRow[],
  { now, personId }: { now: Date; personId: string },
): Promise<void> {
  let left = [...rows]
  while (left.length) {
    const chains = await chainsTo(
      tx,
      space.id,
      left.map(({ trash_parent }) => trash_parent),
    )
    const [ready = [], waiting = []] = [true, false].map((isThere) =>
      left.filter(({ trash_parent }) => chains.has(trash_parent) === isThere),
    )
    const isLast = !ready.length
    const going = (isLast ? waiting : ready).map((row) => ({ row, folderId: isLast ? space.rootId : row.trash_parent }))
    const wishes = going.map(({ row: { name }, folderId: id }) => ({ id, name, personId, scope: 'into' as const }))
    await demandUnlocked(tx, space.id, wishes)
    await setFreePlaces(tx, going, now)
    left = isLast ? [] : waiting
  }
}

/** Sets folders that exist and names that are free for deleted items. */
async function setFreePlaces(tx: Tx, going: readonly { row: TrashRow; folderId: string }[], now: Date): Promise<void> {
  const held = await holdersOf(
    tx,
    going.map(({ row, folderId }) => ({ folderId, name: row.name })),
  )
  const taken = new Set(held.keys())
  const newPlaces: NewPlace[] = []
  for (const { row, folderId } of going) {
    const isTaken = taken.has(placeKey(folderId, row.name))
    const name = isTaken ? await freeName(tx, folderId, row.name, row.is_folder, taken) : row.name
    taken.add(placeKey(folderId, name))
    newPlaces.push({ node: row, folderId, name })
  }
  await setPlaces(tx, newPlaces, now)
  await adjustFolders(
    tx,
    going.map(({ row, folderId }) => weightOf(row, folderId, 1)),
    now,
  )
}

/**
 * Permanently deletes items, with older versions and everything below; the caller holds the space's lock. The contents
 * are swept later.
 */
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
