import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { insertFolder } from './insert-store.ts'
import { chainTo, pathOf } from './listing/tree-store.ts'
import { demandUnlocked } from './locks/locked.ts'
import { checkedName, freeName } from './names.ts'
import { holdersOf, placeKey } from './names-store.ts'

/** A new folder and its location. */
type MadeFolder = { id: string; name: string; within: { id: string; path: string } }
type Wish = {
  spaceId: string
  folderId: string
  /** A name, or several names joined by `/`. */
  path: string
  authorId: string
  existing: 'refuse' | 'reuse'
  now: Date
  newId: () => string
}

/**
 * Resolves a path: the deepest existing folder, and the missing names below it. Existing parent folders are reused; an
 * existing last folder only when the wish allows it. Throws when the path can't be created.
 */
export async function seekFolders(
  tx: Tx,
  wish: Pick<Wish, 'spaceId' | 'folderId' | 'path' | 'existing'>,
): Promise<{ folderId: string; path: string; missing: string[] }> {
  const names = wish.path.split('/').filter((name) => name !== '')
  if (!names.length) throw new Failure('fileNameInvalid', { values: { name: wish.path } })
  const checked = names.map(checkedName)
  const chain = await chainTo(tx, wish.spaceId, wish.folderId)
  if (!chain) throw new Failure('folderGone')
  if (chain.length + checked.length > FOLDER_DEPTH_MAX + 1) throw new Failure('folderTooDeep')
  let folderId = wish.folderId
  let path = pathOf(chain)
  for (const [index, name] of checked.entries()) {
    const holder = (await holdersOf(tx, [{ folderId, name }])).get(placeKey(folderId, name))
    const isLast = index === checked.length - 1
    if (holder && (!holder.is_folder || (isLast && wish.existing === 'refuse'))) {
      throw new Failure('fileNameTaken', { values: { name } })
    }
    if (!holder) return { folderId, path, missing: checked.slice(index) }
    folderId = holder.id
    path += `/${name}`
  }
  return { folderId, path, missing: [] }
}

/** Creates the missing folders of a path; returns the deepest folder, and the created ones with their locations. */
export async function createFolders(tx: Tx, wish: Wish): Promise<{ id: string; made: MadeFolder[] }> {
  await lockSpace(tx, wish.spaceId)
  let { folderId, path, missing } = await seekFolders(tx, wish)
  if (missing[0] !== undefined)
    await demandUnlocked(tx, wish.spaceId, [{ id: folderId, name: missing[0], personId: wish.authorId, scope: 'into' }])
  const made: MadeFolder[] = []
  for (const name of missing) {
    const id = await insertFolder(tx, wish, folderId, name)
    made.push({ id, name, within: { id: folderId, path } })
    folderId = id
    path += `/${name}`
  }
  return { id: folderId, made }
}

/** Creates a folder with this name, or with a number added when the name is taken. */
export async function createNumbered(
  tx: Tx,
  wish: Omit<Wish, 'path' | 'existing'> & { name: string },
): Promise<MadeFolder> {
  const name = checkedName(wish.name)
  await lockSpace(tx, wish.spaceId)
  const chain = await chainTo(tx, wish.spaceId, wish.folderId)
  if (!chain) throw new Failure('folderGone')
  if (chain.length > FOLDER_DEPTH_MAX) throw new Failure('folderTooDeep')
  const isTaken = (await holdersOf(tx, [{ folderId: wish.folderId, name }])).size > 0
  const free = isTaken ? await freeName(tx, wish.folderId, name, true) : name
  const id = await insertFolder(tx, wish, wish.folderId, free)
  return { id, name: free, within: { id: wish.folderId, path: pathOf(chain) } }
}
