import type { Conflict } from '#contract/files.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { FileHooks } from '../hooks.ts'
import type { NodeRow } from '../listing/records.ts'
import { adjustFolders, adjustUsage, pathOf, weightOf } from '../listing/tree-store.ts'
import { demandFor } from '../rights.ts'
import { demandFew, demandRoom } from '../room-store.ts'
import { remember } from '../trash/place-history-store.ts'
import { putInTrash } from '../trash/trash-store.ts'
import { carry, weightAcross } from './across-store.ts'
import { copyTrees } from './copy-store.ts'
import { bytesOver, isOver, isSame, type Overwriting, overwrite } from './overwrite.ts'
import { setPlaces } from './place-store.ts'
import { type Placement, placementsIn, refuseImpossible, targetChain, withoutSelf } from './placement.ts'

type Needs = { now: Date; newId: () => string; hooks: FileHooks }

/** A move or copy; `from` and `to` may be the same space. */
export type Move = {
  from: EnteredSpace
  to: EnteredSpace
  actor: SignedIn
  nodes: NodeRow[]
  target: string
  /** New name of a single item, if it changes. */
  name?: string
  conflict: Conflict
}

/** The result of a move or copy: the items at their target, and the overwritten files. */
export type Outcome = {
  ids: string[]
  moved: NodeRow[]
  overwritten: { file: NodeRow; from: NodeRow; isSame: boolean; trashId: string | null }[]
  path: string
}

const calledThere = ({ nodes, name }: Move): NodeRow[] =>
  name === undefined ? nodes : nodes.map((node) => ({ ...node, name }))
const namedAnew = ({ node, name }: Placement): NodeRow => ({ ...node, name })
const parted = (placements: readonly Placement[]) => ({
  over: placements.filter(isOver),
  plain: placements.filter((placement) => !isOver(placement)),
})

/** Moves items into a folder of their own or another space; the caller holds the locks of both. */
export async function moveNodes(tx: Tx, move: Move, needs: Needs): Promise<Outcome> {
  const { from, to, nodes, target } = move
  const chain = await targetChain(tx, to.id, target, move.actor.id)
  await refuseImpossible(tx, nodes, chain)
  const wish = { ...move, nodes: calledThere(move), isCopy: false }
  const placements = (await placementsIn(tx, wish)).filter(
    ({ node, over }) => node.parent_id !== target || (over !== null && over.id !== node.id),
  )
  const { over, plain } = parted(placements)
  const trashed = await moveOver(tx, over, move, needs)
  const going = plain.map(({ node }) => node)
  const weight = from.id === to.id ? null : await weightAcross(tx, going)
  // Items deleted inside a folder move along.
  demandFew((weight?.files ?? 0) + (weight?.folders ?? 0))
  await demandRoom(tx, to.id, (weight?.bytes ?? 0) + bytesOver(over))
  await adjustFolders(
    tx,
    going.flatMap((node) => [weightOf(node, node.parent_id ?? '', -1), weightOf(node, target, 1)]),
  )
  await remember(
    tx,
    going.map(({ id }) => id),
    needs.now,
  )
  await setPlaces(
    tx,
    plain.map(({ node, name }) => ({ node, folderId: target, name })),
  )
  if (weight) await carry(tx, going, { fromId: from.id, toId: to.id }, weight, needs.hooks.crossed)
  await adjustUsage(tx, to.id, { usedBytes: bytesOver(over) })
  return {
    ids: placements.map(({ node, over: file }) => file?.id ?? node.id),
    moved: plain.map(namedAnew),
    overwritten: over.map((placement) => overwrittenBy(placement, trashed.get(placement.node.id) ?? null)),
    path: pathOf(chain),
  }
}

const overwrittenBy = (placement: Overwriting, trashId: string | null) => ({
  file: placement.over,
  from: placement.node,
  isSame: isSame(placement),
  trashId,
})

/** Items whose content overwrote another file go to the trash of their space, for people who may delete them. */
async function moveOver(
  tx: Tx,
  over: Overwriting[],
  move: Move,
  { now, newId, hooks }: Needs,
): Promise<Map<string, string>> {
  const { from, to, target, actor } = move
  const nodes = over.map(({ node }) => node)
  await demandFor(tx, { actor, policyContext: from.policyContext, permission: 'file.delete', nodes })
  await overwrite(tx, over, {
    target,
    actor,
    policyContext: to.policyContext,
    change: 'moved',
    now,
    overwritten: hooks.overwritten,
  })
  const put = await putInTrash(tx, from.id, nodes, { now, newId, actorId: actor.id })
  return new Map(put.map(({ hash, trashId }) => [hash, trashId]))
}

/**
 * Copies items with everything below into a folder of their own or another space; contents are shared, not written
 * again, but count against the capacity. The caller holds the locks of both spaces.
 */
export async function copyNodes(tx: Tx, move: Move, { now, newId, hooks }: Needs): Promise<Outcome> {
  const { to, nodes, target, actor } = move
  const chain = await targetChain(tx, to.id, target, move.actor.id)
  await refuseImpossible(tx, nodes, chain)
  const { over, plain } = parted(
    await placementsIn(tx, withoutSelf({ ...move, nodes: calledThere(move), isCopy: true })),
  )
  const bytes = bytesOver(over) + plain.reduce((sum, { node }) => sum + node.size, 0)
  await demandRoom(tx, to.id, bytes)
  await overwrite(tx, over, {
    target,
    actor,
    policyContext: to.policyContext,
    change: 'copied',
    now,
    overwritten: hooks.overwritten,
  })
  const place = { spaceId: to.id, target }
  const copies = await copyTrees(tx, plain, place, { now, newId, actorId: actor.id, copied: hooks.copied })
  await adjustFolders(
    tx,
    plain.map(({ node }) => weightOf(node, target, 1)),
  )
  await adjustUsage(tx, to.id, {
    usedBytes: bytes,
    files: plain.reduce((sum, { node }) => sum + (node.is_folder ? node.files_below : 1), 0),
    folders: plain.reduce((sum, { node }) => sum + (node.is_folder ? node.folders_below + 1 : 0), 0),
  })
  return {
    ids: [...over.map(({ over: file }) => file.id), ...copies.map(({ id }) => id)],
    moved: copies,
    overwritten: over.map((placement) => overwrittenBy(placement, null)),
    path: pathOf(chain),
  }
}
