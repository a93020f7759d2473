import type { Touch } from '#server/concurrency/rounds.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Place } from '../listing/entries.ts'
import type { Located, Lookup } from '../listing/located-store.ts'
import { pathOf } from '../listing/tree-store.ts'
import { placeKey } from '../names-store.ts'
import { demandFor, demandMake } from '../rights.ts'
import { refuseImpossible, targetChain } from './placement.ts'

/** One item, and its new folder and name (or those of its copy). */
export type Arranging = {
  /** The space, as the caller has entered it. */
  space: EnteredSpace
  hash: string
  /** The folder and name under which the client found the item: if it was moved meanwhile, the request fails. */
  foundAs: { folderId: string | null; name: string }
  target: string
  name: string
  /**
   * Whether an existing item with the name is replaced: a file by a file gets a new version, everything else goes to
   * the trash.
   */
  overwrite: boolean
}
/** `deep`: a folder is copied with its content, otherwise alone; a file is always copied with it. */
export type Copying = Arranging & { deep: boolean }

export type Kind = 'moved' | 'copied'
export type Wish = Copying & { kind: Kind; actor: SignedIn }

/** A wish that may be done: the item that has the target name is overwritten, or in the way. */
export type Judged = {
  wish: Wish
  node: Located
  name: string
  target: Place
  holder: Located | null
  isOver: boolean
}

export const isRename = ({ wish, node }: Pick<Judged, 'wish' | 'node'>) =>
  wish.kind === 'moved' && node.parent_id === wish.target

/** What a wish affects: the item, its old and new name, and the item that has that name. */
export const touchOf =
  ({ item, holder }: Lookup) =>
  ({ hash, target, name }: Wish): Touch => {
    const node = item(hash)
    const held = holder(target, name)
    const touches = [
      hash,
      placeKey(target, name),
      ...(held ? [held.id] : []),
      ...(node ? [placeKey(node.parent_id ?? '', node.name)] : []),
    ]
    return { touches, isAlone: Boolean(node?.is_folder || held?.is_folder) }
  }

/** Judges a wish by what is there. */
export async function judgeWish(
  { tx, space, actor }: { tx: Tx; space: EnteredSpace; actor: SignedIn },
  { item, holder: holderOf }: Lookup,
  wish: Wish,
): Promise<Judged> {
  const { kind, target, name, foundAs } = wish
  const node = item(wish.hash)
  if (!node) throw new Failure('fileGone')
  if (!node.parent_id) throw new Failure('fileForbidden', { values: { name: '/' } })
  if (node.parent_id !== foundAs.folderId || node.name !== foundAs.name) throw new Failure('fileGone')
  const permission = kind === 'moved' ? 'file.edit' : 'file.download'
  await demandFor(tx, { actor, policyContext: space.policyContext, permission, nodes: [node] })
  if (!isRename({ wish, node })) demandMake(actor, space.policyContext)
  const chain = await targetChain(tx, item(target), actor.id)
  // A folder copied without its contents counts as one level, otherwise with all its levels.
  await refuseImpossible(tx, [node], chain, wish.deep ? undefined : 1)
  const holder = holderOf(target, name) ?? null
  if (holder && (!wish.overwrite || (holder.id === node.id && kind === 'copied')))
    throw new Failure('fileNameTaken', { values: { name } })
  const isOver = holder !== null && !holder.is_folder && !node.is_folder
  return { wish, node, name, target: { id: target, path: pathOf(chain) }, holder, isOver }
}
