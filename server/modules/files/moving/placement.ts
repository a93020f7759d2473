import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { chainOf, type Located } from '../listing/located-store.ts'
import type { NodeRow } from '../listing/records.ts'
import type { Chain } from '../listing/tree-store.ts'
import { demandUnlocked } from '../locks/locked.ts'
import { freeName } from '../names.ts'
import { holdersOf, placeKey } from '../names-store.ts'
import { heightOf } from './place-store.ts'

/**
 * An item with the id of its new folder and its name there; `over` is the existing file that gets its content as a new
 * version.
 */
export type Placement = { node: Located; name: string; target: string; over: NodeRow | null }
type Wish = { nodes: readonly Located[]; target: string; conflict: Conflict; isCopy: boolean }

/** The chain to the target folder of a person's change. Throws folderGone, fileLocked. */
export async function targetChain(tx: Tx, target: Located | undefined, personId: string): Promise<Chain> {
  if (!target) throw new Failure('folderGone')
  const { id, name, space_id } = target
  await demandUnlocked(tx, space_id, [{ id, name, personId, scope: 'into' }])
  return chainOf(target)
}

/** `height`: levels of folders that are moved along, including the item; computed if absent. */
export async function refuseImpossible(
  tx: Tx,
  nodes: readonly NodeRow[],
  chain: Chain,
  height?: number,
): Promise<void> {
  const above = new Set(chain.map(({ id }) => id))
  const inside = nodes.find((node) => !node.parent_id || above.has(node.id))
  if (inside) throw new Failure('folderIntoItself', { values: { name: inside.name } })
  const folders = nodes.filter((node) => node.is_folder)
  if (folders.length && chain.length + (height ?? (await heightOf(tx, folders))) > FOLDER_DEPTH_MAX + 1)
    throw new Failure('folderTooDeep')
}

/** Decides the names in the target folder; items left out by `skip` have no placement. */
export async function placementsIn(tx: Tx, { nodes, target, conflict, isCopy }: Wish): Promise<Placement[]> {
  const held = await holdersOf(
    tx,
    nodes.map((node) => ({ folderId: target, name: node.name })),
  )
  const taken = new Set<string>()
  const placements: Placement[] = []
  for (const node of nodes) {
    const key = placeKey(target, node.name)
    const holder = held.get(key)
    // An item does not conflict with itself, except a copy beside its original.
    const isHeld = (holder && (isCopy || holder.id !== node.id)) || taken.has(key)
    if (isHeld && conflict === 'skip') continue
    const name =
      isHeld && conflict === 'keepBoth' ? await freeName(tx, target, node.name, node.is_folder, taken) : node.name
    const isFree = !isHeld || name !== node.name
    const over = !isFree && conflict === 'replace' && isFileOverFile(node, holder) ? holder : null
    if (!isFree && !over) throw new Failure('fileNameTaken', { values: { name }, data: { names: [name] } })
    taken.add(placeKey(target, name))
    placements.push({ node, name, target, over })
    // A later item with the same name replaces this one; the original version is kept from the first.
    if (over) held.set(key, { ...over, size: node.size, sha256: node.sha256 })
  }
  return placements
}

const isFileOverFile = (node: NodeRow, holder: NodeRow | undefined): holder is NodeRow =>
  holder !== undefined && !node.is_folder && !holder.is_folder

/** A copy beside its original always gets a new name: an item can't replace itself. */
export const withoutSelf = (wish: Wish): Wish =>
  wish.conflict === 'replace' && wish.nodes.some((node) => node.parent_id === wish.target)
    ? { ...wish, conflict: 'keepBoth' }
    : wish
