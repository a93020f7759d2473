import type { NewPart, Part } from '#server/modules/tasks/index.ts'
import type { Difference } from './tree-at-store.ts'

/** The effect of a part on an item: its place and version are restored, or it is moved into the trash. */
export type Source = {
  id: string
  to: { parentId: string; name: string } | null
  number: number | null
  isExtra: boolean
  /** Items that may share a transaction: folders of one depth, files, or items to be trashed. */
  group: string
}
export const sourceOf = (part: Part): Source => part.source as Source

/**
 * The parts that undo a difference. A lost content is a separate part that fails, so that the item's location is
 * restored all the same.
 */
export function* partsOf({
  id,
  path,
  name,
  parent_id: parentId,
  is_folder: isFolder,
  ...row
}: Difference): Generator<NewPart> {
  const isLost = row.is_changed && row.number === null
  const to = row.is_moved ? { parentId, name } : null
  const base = { id, isExtra: false, group: isFolder ? `folders ${row.depth}` : 'files' }
  const shown = { path: path.slice(1), isFolder }
  const number = row.is_changed ? row.number : null
  if (to || !isLost) yield { ...shown, size: number === null ? 0 : (row.size ?? 0), source: { ...base, to, number } }
  if (isLost) yield { ...shown, source: { ...base, to: null, number: 0 }, error: 'versionGone' }
}

export const partOfVersion = (
  id: string,
  path: string,
  { number, size }: { number: number; size: number },
): NewPart => ({
  path,
  size,
  source: { id, to: null, number, isExtra: false, group: 'files' } satisfies Source,
})

export const partOfExtra = ({
  id,
  path,
  is_folder: isFolder,
}: Pick<Difference, 'id' | 'path' | 'is_folder'>): NewPart => ({
  path: path.slice(1),
  isFolder,
  source: { id, to: null, number: null, isExtra: true, group: 'extras' } satisfies Source,
})
