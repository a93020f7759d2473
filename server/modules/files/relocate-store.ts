import { sql } from 'kysely'
import { type Conflict, suffixOf } from '#contract/files.ts'
import { FOLDER_DEPTH_MAX } from '#contract/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Copied, FileHooks } from './hooks.ts'
import { mimeOf } from './mime.ts'
import { freeName, holdersOf, placeKey } from './names.ts'
import { remember } from './past.ts'
import type { NodeRow } from './records.ts'
import { putInTrash } from './trash-store.ts'
import { adjustFolders, adjustUsage, type Chain, chainTo, type Delta, pathOf, weightOf } from './tree.ts'

type Needs = { now: Date; newId: () => string; actorId: string; copied: FileHooks['copied'] }
type Move = { spaceId: string; nodes: NodeRow[]; target: string; conflict: Conflict }
/** An item with the name that it takes in its new folder; what it replaces goes to the trash. */
type Landing = { node: NodeRow; name: string; replaces: NodeRow | null }

async function targetChain(tx: Tx, spaceId: string, target: string): Promise<Chain> {
  const chain = await chainTo(tx, spaceId, target)
  if (!chain) throw new Failure('folderGone')
  return chain
}

/** Levels of folders below a folder, itself included. */
async function heightOf(tx: Tx, folderId: string): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive below as (
      select id, 1 as depth from node where id = ${folderId}::uuid
      union all
      select n.id, b.depth + 1 from below b join node n on n.parent_id = b.id and n.is_folder and n.trash_id is null where b.depth <= ${FOLDER_DEPTH_MAX}
    ) select max(depth) as height from below`.execute(tx)
  return rows[0]?.height ?? 0
}

async function refuseImpossible(tx: Tx, nodes: NodeRow[], chain: Chain): Promise<void> {
  for (const node of nodes) {
    if (!node.parent_id) throw new Failure('folderIntoItself', { values: { name: node.name } })
    if (!node.is_folder) continue
    if (chain.some((link) => link.id === node.id))
      throw new Failure('folderIntoItself', { values: { name: node.name } })
    if (chain.length + (await heightOf(tx, node.id)) > FOLDER_DEPTH_MAX + 1) throw new Failure('folderTooDeep')
  }
}

/** Settles the names in the target folder; what `skip` leaves out is not among the landings. */
async function landings(
  tx: Tx,
  { nodes, target, conflict, isCopy = false }: Move & { isCopy?: boolean },
): Promise<Landing[]> {
  const held = await holdersOf(
    tx,
    nodes.map((node) => ({ folderId: target, name: node.name })),
  )
  const taken = new Set<string>()
  const landed: Landing[] = []
  for (const node of nodes) {
    const key = placeKey(target, node.name)
    const holder = held.get(key)
    // Nothing stands in its own way, except a copy beside its original.
    const isHeld = (holder && (isCopy || holder.id !== node.id)) || taken.has(key)
    const isFile = !node.is_folder && holder && !holder.is_folder
    if (isHeld && conflict === 'skip') continue
    const name =
      isHeld && conflict === 'keepBoth' ? await freeName(tx, target, node.name, node.is_folder, taken) : node.name
    if (isHeld && name === node.name && !(conflict === 'replace' && isFile))
      throw new Failure('fileNameTaken', { values: { name }, data: { names: [name] } })
    taken.add(placeKey(target, name))
    landed.push({ node, name, replaces: isHeld && name === node.name ? (holder ?? null) : null })
  }
  return landed
}

/** What came of a relocation: the items as they are now, and those that gave way and lie in the trash. */
export type Outcome = { ids: string[]; moved: NodeRow[]; replaced: NodeRow[]; path: string }

async function clear(tx: Tx, spaceId: string, landed: Landing[], needs: Needs): Promise<NodeRow[]> {
  const replaced = landed.flatMap(({ replaces }) => (replaces ? [replaces] : []))
  if (replaced.length) await putInTrash(tx, spaceId, replaced, needs)
  return replaced
}

/** Moves items into a folder of the space; the caller holds the space's lock. */
export async function moveNodes(tx: Tx, move: Move, needs: Needs): Promise<Outcome> {
  const chain = await targetChain(tx, move.spaceId, move.target)
  await refuseImpossible(tx, move.nodes, chain)
  const landed = (await landings(tx, move)).filter(({ node }) => node.parent_id !== move.target)
  const replaced = await clear(tx, move.spaceId, landed, needs)
  const deltas: Delta[] = landed.flatMap(({ node }) => [
    weightOf(node, node.parent_id ?? '', -1),
    weightOf(node, move.target, 1),
  ])
  await adjustFolders(tx, deltas)
  const ids = landed.map(({ node }) => node.id)
  await remember(tx, ids, needs.now)
  for (const { node, name } of landed) {
    const suffix = node.is_folder ? '' : suffixOf(name)
    await sql`update node set parent_id = ${move.target}::uuid, name = ${name}, suffix = ${suffix} where id = ${node.id}::uuid`.execute(
      tx,
    )
  }
  return { ids, moved: landed.map(namedAnew), replaced, path: pathOf(chain) }
}

const namedAnew = ({ node, name }: Landing): NodeRow => ({ ...node, name })

/**
 * Copies items with all below them into a folder of the space; contents are shared, not written again, but count
 * against the capacity. The caller holds the space's lock.
 */
export async function copyNodes(tx: Tx, move: Move, needs: Needs): Promise<Outcome> {
  const chain = await targetChain(tx, move.spaceId, move.target)
  await refuseImpossible(tx, move.nodes, chain)
  const landed = await landings(tx, { ...withoutSelf(move), isCopy: true })
  const bytes = landed.reduce((sum, { node }) => sum + node.size, 0)
  await demandRoom(tx, move.spaceId, bytes)
  const replaced = await clear(tx, move.spaceId, landed, needs)
  const ids: string[] = []
  for (const landing of landed) ids.push(await copyTree(tx, landing, move.target, needs))
  await adjustFolders(
    tx,
    landed.map(({ node }) => weightOf(node, move.target, 1)),
  )
  await adjustUsage(tx, move.spaceId, {
    usedBytes: bytes,
    files: landed.reduce((sum, { node }) => sum + (node.is_folder ? node.files_below : 1), 0),
    folders: landed.reduce((sum, { node }) => sum + (node.is_folder ? node.folders_below + 1 : 0), 0),
  })
  const moved = landed.map((landing, at) => ({ ...namedAnew(landing), id: ids[at] ?? '' }))
  return { ids, moved, replaced, path: pathOf(chain) }
}

/** A copy beside its original is a second one, whatever was asked: nothing replaces itself. */
function withoutSelf(move: Move): Move {
  const isBeside = move.nodes.some((node) => node.parent_id === move.target)
  return isBeside && move.conflict === 'replace' ? { ...move, conflict: 'keepBoth' } : move
}

/** Room in what the space holds by then: a capacity that is being changed is waited for. */
async function demandRoom(tx: Tx, spaceId: string, bytes: number): Promise<void> {
  const { rows } = await sql`
    with held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share)
    select 1 from space_usage u join held h on h.id = u.space_id
    where u.used_bytes + u.reserved_bytes + ${bytes} <= h.capacity_bytes for update of u`.execute(tx)
  if (!rows.length) throw new Failure('spaceFull')
}

/** One statement for a tree of any size: new ids are drawn by the database, parents found by the old ones. */
async function copyTree(
  tx: Tx,
  { node, name }: Landing,
  target: string,
  { now, newId, actorId, copied }: Needs,
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
    select t.new_id, b.space_id, coalesce(up.new_id, ${target}::uuid), b.is_folder,
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

/** Gives a node another name in its folder. The caller holds the space's lock. */
export async function renameNode(tx: Tx, node: NodeRow, name: string, now: Date): Promise<void> {
  if (!node.parent_id) throw new Failure('fileNameInvalid', { values: { name } })
  const holder = (await holdersOf(tx, [{ folderId: node.parent_id, name }])).get(placeKey(node.parent_id, name))
  if (holder && holder.id !== node.id) throw new Failure('fileNameTaken', { values: { name } })
  if (node.name !== name) await remember(tx, [node.id], now)
  const suffix = node.is_folder ? '' : suffixOf(name)
  const mime = node.is_folder ? node.mime : mimeOf(suffix)
  await sql`update node set name = ${name}, suffix = ${suffix}, mime = ${mime}, updated_at = ${now} where id = ${node.id}::uuid`.execute(
    tx,
  )
}
