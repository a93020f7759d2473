import type { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { ClientSession } from './client-sessions.ts'
import type { Item } from './item.ts'
import type { TreeNeeds } from './tree-needs.ts'
import { pathsOf } from './tree-paths.ts'
import { readingOf } from './tree-reading.ts'
import { type Writing, type Written, writingOf } from './tree-writing.ts'
import type { Part } from './unfinished.ts'

/** How an item is moved or copied to a path; `way` are the items along it, if the caller has just looked them up. */
type Going = { overwrite: boolean; way?: readonly Item[] }

/** A space as a client session sees it; all rules are those of the files module. */
export function treeOf(needs: TreeNeeds, clientSession: ClientSession, space: EnteredSpace) {
  const { files, store, unfinished } = needs
  const { actor } = clientSession
  const walk = { ...needs, clientSession, space }
  const paths = pathsOf(walk)
  const { along, stat, spot } = paths
  const reading = readingOf(walk)
  const writing = writingOf(walk, paths, reading)
  const demandWritable = () => needs.demandOpen(actor.role, true)

  async function prepare(path: readonly string[], wish: Writing = {}) {
    await demandWritable()
    return writing.prepare(path, wish)
  }

  async function makeFolder(path: readonly string[]): Promise<Item> {
    await demandWritable()
    const { folder, name } = await spot(path)
    await files.create({ spaceId: space.id, hash: folder.hash, path: name, existing: 'refuse' }, { actor })
    const made = await stat(path)
    if (!made) throw new Failure('folderGone')
    return made
  }

  const foundAs = (item: Item) => ({ folderId: item.node.parent_id, name: item.name })

  /** Target of a move or copy. */
  async function goingTo(item: Item, path: readonly string[], { overwrite, way }: Going) {
    await demandWritable()
    const { folder, name } = await spot(path, way)
    return { space, hash: item.hash, foundAs: foundAs(item), target: folder.hash, name, overwrite }
  }

  return {
    space,
    along,
    stat,
    see: paths.see,
    list: paths.list,
    /** Unfinished uploads of the client in a folder. */
    partsIn: (folder: Item): Promise<Part[]> => unfinished.find({ personId: actor.id, folderId: folder.hash }),
    dropPart: unfinished.drop,
    /** The bytes of an unfinished upload of the client. */
    readPart: (part: Part): Promise<Readable> => needs.blobs.read(part.sha256),
    demandRead: reading.demandRead,
    noteRead: reading.noteRead,
    /** The bytes of a file, whole or a range (both ends included); recorded as a download. Throws fileForbidden. */
    read: reading.read,
    prepare,
    /** Writes a file. Throws folderGone, fileNameInvalid, fileForbidden, fileNameTaken, spaceFull, uploadIncomplete, uploadHashWrong. */
    write: async (path: readonly string[], source: AsyncIterable<Buffer>, wish: Writing = {}): Promise<Written> =>
      (await prepare(path, wish)).take(source),
    makeFolder,
    /** Moves an item to the trash. Throws fileGone when it was moved since it was found. */
    async remove(item: Item) {
      await demandWritable()
      return files.removeIn({ space, hashList: [item.hash], foundAs: foundAs(item) }, { actor })
    },
    /** Moves or renames an item; an existing one is replaced with `overwrite`, else fileNameTaken is thrown. */
    move: async (item: Item, path: readonly string[], overwrite: boolean, way?: readonly Item[]) =>
      files.moveTo(await goingTo(item, path, { overwrite, ...(way && { way }) }), actor),
    /** Copies an item; `overwrite` as for a move. A folder is copied with everything below it if `deep`, else empty. */
    copy: async (item: Item, path: readonly string[], { deep, ...going }: Going & { deep: boolean }) =>
      files.copyTo({ ...(await goingTo(item, path, going)), deep }, actor),
    async setModified(item: Item, at: Date) {
      await demandWritable()
      return files.setModified(space, item.hash, at, actor)
    },
    async room(): Promise<{ usedBytes: number; availableBytes: number }> {
      const { usedBytes, capacityBytes } = await store.room(space.id)
      return { usedBytes, availableBytes: Math.max(0, capacityBytes - usedBytes) }
    },
  }
}
export type Tree = ReturnType<typeof treeOf>
