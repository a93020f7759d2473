import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { FileHooks } from '../hooks.ts'
import type { NodeRow } from '../listing/records.ts'
import { count, weightOf } from '../listing/tree-store.ts'
import { demandFor } from '../rights.ts'
import { demandFew, demandRoom } from '../room-store.ts'
import { putInTrash } from '../trash/trash-store.ts'
import { carry, weightAcross } from './across-store.ts'
import { copyTrees } from './copy-store.ts'
import { bytesOver, deltaOver, isOver, isSame, type Overwriting, overwrite } from './overwrite.ts'
import { setPlaces } from './place-store.ts'
import type { Placement } from './placement.ts'

type Needs = { now: Date; newId: () => string; hooks: FileHooks }

/** Items of a person that move or are copied; `from` and `to` may be the same space. */
export type Move = { from: EnteredSpace; to: EnteredSpace; actor: SignedIn; placements: readonly Placement[] }

/** The result of one placement: the item at its target, and what it overwrote. */
export type Done = {
  id: string
  moved: NodeRow | null
  overwritten: { file: NodeRow; from: NodeRow; isSame: boolean; trashId: string | null } | null
}

const parted = (placements: readonly Placement[]) => ({
  over: placements.filter(isOver),
  plain: placements.filter((placement) => !isOver(placement)),
})
const overwrittenBy = (placement: Overwriting, trashId: string | null): Done => ({
  id: placement.over.id,
  moved: null,
  overwritten: { file: placement.over, from: placement.node, isSame: isSame(placement), trashId },
})

/**
 * Moves items into folders of their own or another space; the caller holds the locks of both. Results are in the order
 * of the placements.
 */
export async function moveNodes(tx: Tx, move: Move, needs: Needs): Promise<Done[]> {
  const { from, to, placements } = move
  if (!placements.length) return []
  const { over, plain } = parted(placements)
  const trashed = await moveOver(tx, over, move, needs)
  const going = plain.map(({ node }) => node)
  const weight = from.id === to.id ? null : await weightAcross(tx, going)
  // Items deleted inside a folder move along.
  demandFew((weight?.files ?? 0) + (weight?.folders ?? 0))
  await demandRoom(tx, to.id, (weight?.bytes ?? 0) + bytesOver(over))
  const deltas = plain.flatMap(({ node, target }) => [
    weightOf(node, node.parent_id ?? '', -1),
    weightOf(node, target, 1),
  ])
  const places = plain.map(({ node, name, target }) => ({ node, folderId: target, name }))
  const usage = { usedBytes: bytesOver(over) }
  await Promise.all([
    setPlaces(tx, places, needs.now),
    count(tx, to.id, { deltas: [...deltas, ...over.flatMap(deltaOver)], usage }, needs.now),
  ])
  if (weight) await carry(tx, going, { fromId: from.id, toId: to.id }, weight, needs.hooks.crossed)
  return placements.map((placement) =>
    isOver(placement)
      ? overwrittenBy(placement, trashed.get(placement.node.id) ?? null)
      : { id: placement.node.id, moved: { ...placement.node, name: placement.name }, overwritten: null },
  )
}

/** Items whose content overwrote another file go to the trash of their space, for people who may delete them. */
async function moveOver(
  tx: Tx,
  over: Overwriting[],
  { from, to, actor }: Move,
  { now, newId, hooks }: Needs,
): Promise<Map<string, string>> {
  if (!over.length) return new Map()
  const nodes = over.map(({ node }) => node)
  await demandFor(tx, { actor, policyContext: from.policyContext, permission: 'file.delete', nodes })
  const { policyContext } = to
  await overwrite(tx, over, { actor, policyContext, change: 'moved', now, overwritten: hooks.overwritten })
  const put = await putInTrash(tx, from.id, nodes, { now, newId, actorId: actor.id })
  return new Map(put.map(({ hash, trashId }) => [hash, trashId]))
}

/**
 * Copies items with everything below into folders of their own or another space; contents are shared, not written
 * again, but count against the capacity. The caller holds the locks of both spaces. Results are in the order of the
 * placements.
 */
export async function copyNodes(tx: Tx, move: Move, { now, newId, hooks }: Needs): Promise<Done[]> {
  const { to, actor, placements } = move
  if (!placements.length) return []
  const { over, plain } = parted(placements)
  const bytes = bytesOver(over) + plain.reduce((sum, { node }) => sum + node.size, 0)
  // An early refusal before trees are copied; the count below decides, because others reserve storage meanwhile.
  if (bytes && to.usedBytes + bytes > to.capacityBytes) throw new Failure('spaceFull')
  const { policyContext } = to
  await overwrite(tx, over, { actor, policyContext, change: 'copied', now, overwritten: hooks.overwritten })
  const copies = await copyTrees(tx, plain, { spaceId: to.id, now, newId, actorId: actor.id })
  const deltas = plain.map(({ node, target }) => weightOf(node, target, 1))
  const usage = {
    usedBytes: bytes,
    files: plain.reduce((sum, { node }) => sum + (node.is_folder ? node.files_below : 1), 0),
    folders: plain.reduce((sum, { node }) => sum + (node.is_folder ? node.folders_below + 1 : 0), 0),
  }
  await Promise.all([
    ...(plain.length ? hooks.copied.map((hook) => hook(tx, copies.pairs)) : []),
    count(tx, to.id, { deltas: [...deltas, ...over.flatMap(deltaOver)], usage, unreserved: bytes }, now),
  ])
  const made = new Map(plain.map((placement, at) => [placement, copies.tops[at]]))
  return placements.map((placement) => {
    if (isOver(placement)) return overwrittenBy(placement, null)
    const moved = made.get(placement) ?? null
    return { id: moved?.id ?? '', moved, overwritten: null }
  })
}
