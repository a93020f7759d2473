import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { adjustFolders, type Chain, chainsTo, type Delta, weightOf } from '../listing/tree-store.ts'
import { setPlaces } from '../moving/place-store.ts'
import { renameNodes } from '../moving/rename-store.ts'
import { freeName } from '../names.ts'
import { holdersOf, placeKey } from '../names-store.ts'
import { anyNodesOf, type FormerPlace, type Found } from './put-back-store.ts'

type Going = FormerPlace & { node: Found }

/**
 * Restores the former places of items: from other folders, other names, or the trash. An item that has such a name now
 * gets a number. None of the items may be a folder above another one's place. The caller holds the space's lock.
 * Returns the error of each item that was not moved.
 */
export async function putBack(
  tx: Tx,
  spaceId: string,
  wanted: readonly FormerPlace[],
  now: Date,
): Promise<Map<string, Failure>> {
  const nodes = await anyNodesOf(tx, spaceId, wanted)
  const chains = await chainsTo(
    tx,
    spaceId,
    wanted.map(({ parentId }) => parentId),
  )
  const refused = new Map<string, Failure>()
  const going: Going[] = []
  for (const place of wanted) {
    const node = nodes.get(place.id)
    const refusal = refusalOf(place, node, chains.get(place.parentId))
    if (refusal) refused.set(place.id, refusal)
    else if (node && !isThere(node, place)) going.push({ ...place, node })
  }
  if (!going.length) return refused
  await clearNames(tx, going, now)
  await setPlaces(
    tx,
    going.map(({ node, parentId: folderId, name }) => ({ node, folderId, name })),
    now,
  )
  await adjustFolders(tx, going.flatMap(deltasOf), now)
  return refused
}

function refusalOf({ id, name }: FormerPlace, node: Found | undefined, chain: Chain | undefined): Failure | null {
  if (!node) return new Failure('fileGone')
  if (!chain) return new Failure('folderGone')
  if (chain.some((link) => link.id === id)) return new Failure('folderIntoItself', { values: { name } })
  return node.is_folder && chain.length > FOLDER_DEPTH_MAX ? new Failure('folderTooDeep') : null
}

const isThere = (node: Found, { parentId, name }: FormerPlace) =>
  node.trash_id === null && node.parent_id === parentId && node.name === name

/** Renames every item that has one of the target names, even one that is about to move itself. */
async function clearNames(tx: Tx, going: readonly Going[], now: Date): Promise<void> {
  const held = await holdersOf(
    tx,
    going.map(({ parentId, name }) => ({ folderId: parentId, name })),
  )
  const needed = new Set(going.map(({ parentId, name }) => placeKey(parentId, name)))
  for (const { id, parentId, name } of going) {
    const holder = held.get(placeKey(parentId, name))
    if (holder && holder.id !== id)
      await renameNodes(tx, [{ node: holder, name: await freeName(tx, parentId, name, holder.is_folder, needed) }], now)
  }
}

/** An item in the trash was subtracted from its folder when it was deleted. */
function deltasOf({ node, parentId }: Going): Delta[] {
  const came = weightOf(node, parentId, 1)
  return node.trash_id === null ? [weightOf(node, node.parent_id ?? '', -1), came] : [came]
}
