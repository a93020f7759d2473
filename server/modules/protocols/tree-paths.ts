import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { checkedName, type WalkedRow } from '#server/modules/files/index.ts'
import { isStorable } from '#server/storage/storable.ts'
import { type Item, itemOf } from './item.ts'
import type { Walk } from './tree-needs.ts'
import type { Part } from './unfinished.ts'

/** Items on one page of a list. */
const PAGE = 1000

export const namesOf = (path: readonly string[]) => path.map((name) => name.normalize('NFC'))

/** Whether items can have these names, one below the other. */
export const isPath = (path: readonly string[]): boolean =>
  path.length <= FOLDER_DEPTH_MAX + 1 && path.every(isStorable)

/** The items of a walk from the root along a path. */
export const alongOf = (rows: readonly WalkedRow[], path: readonly string[]): Item[] =>
  rows.map((row, at) => itemOf(row, namesOf(path.slice(0, at))))

/** Looks up paths in a space. */
export function pathsOf({ files, unfinished, clientSession: { actor }, space }: Walk) {
  async function walk(path: readonly string[]): Promise<WalkedRow[]> {
    return isPath(path) ? files.walk(space.rootId, namesOf(path)) : []
  }
  const itemAt = (rows: readonly WalkedRow[], path: readonly string[]): Item | null => {
    const row = rows[path.length]
    return row ? itemOf(row, namesOf(path)) : null
  }
  /** The items along a path from the root, as far as they exist. */
  const along = async (path: readonly string[]): Promise<Item[]> => alongOf(await walk(path), path)
  /** The item at a path; null when there is none. */
  const stat = async (path: readonly string[]): Promise<Item | null> => itemAt(await walk(path), path)

  /** The folder of a path, its normalized last name, and the item of that name. Throws folderGone, fileNameInvalid. */
  async function spot(
    path: readonly string[],
    way?: readonly Item[],
  ): Promise<{ folder: Item; name: string; item: Item | null }> {
    const items = way ?? (await along(path))
    const folder = path.length ? items[path.length - 1] : undefined
    if (!folder?.isFolder) throw new Failure('folderGone')
    return { folder, name: checkedName(path.at(-1) ?? ''), item: items[path.length] ?? null }
  }

  /** The unfinished upload of the client at a path, unless the file there has changed since. */
  async function partOf(folder: Item, name: string, item: Item | null): Promise<Part | null> {
    const [part] = await unfinished.find({ personId: actor.id, folderId: folder.hash, name })
    return part && !(item && item.node.updated_at > part.at) ? part : null
  }
  /** What the client session sees at a path: its unfinished upload is shown in place of the file. */
  async function see(path: readonly string[]): Promise<{ item: Item | null; part: Part | null }> {
    const rows = await walk(path)
    const [folder, item] = [itemAt(rows, path.slice(0, -1)), itemAt(rows, path)]
    const name = path.at(-1)?.normalize('NFC')
    return { item, part: folder && name !== undefined ? await partOf(folder, name, item) : null }
  }

  /** Yields the items of a folder in the order of names, one page per query. */
  async function* list(folder: Item): AsyncGenerator<Item[]> {
    for (let page = files.below(folder.hash, '', PAGE); ; ) {
      const rows = await page
      const isLast = rows.length < PAGE
      // The next page is queried while this one is listed; its error is ignored when the caller stops listing.
      if (!isLast) page = files.below(folder.hash, rows.at(-1)?.name ?? '', PAGE)
      page.catch(() => {})
      if (rows.length) yield rows.map((row) => itemOf(row, [...folder.path, row.name]))
      if (isLast) return
    }
  }

  return { along, stat, spot, partOf, see, list }
}
export type Paths = ReturnType<typeof pathsOf>
