import { type Actor, can, type FileContext, type SpaceContext } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { NodeRow } from './listing/records.ts'
import { holdsOthers } from './listing/tree-store.ts'
import { demandUnlocked } from './locks/locked.ts'

type FilePermission = 'file.edit' | 'file.delete' | 'file.download' | 'file.share'

/**
 * Throws fileForbidden (with the name) unless the caller has the permission for every one of these items, and
 * fileLocked when somebody else has locked an item that will change. Items inside a folder count too: a caller who may
 * only change own items can't change others' through their own folder.
 */
export async function demandFor(
  db: Db | Tx,
  {
    actor,
    policyContext,
    permission,
    nodes,
    alsoTrashed = false,
  }: { actor: Actor; policyContext: SpaceContext; permission: FilePermission; nodes: NodeRow[]; alsoTrashed?: boolean },
): Promise<void> {
  for (const node of nodes) {
    if (!(await isAllowed(db, actor, permission, node, policyContext, alsoTrashed)))
      throw new Failure('fileForbidden', { values: { name: node.name } })
  }
  const [first] = nodes
  const isChange = permission === 'file.edit' || permission === 'file.delete'
  if (!first || !isChange) return
  const wishes = nodes.map(({ id, name }) => ({ id, name, personId: actor?.id ?? '', scope: 'itself' as const }))
  await demandUnlocked(db, first.space_id, wishes)
}

/**
 * Whether the caller has the permission for an item and everything inside; with `alsoTrashed` also for items deleted
 * inside earlier.
 */
export async function isAllowed(
  db: Db | Tx,
  actor: Actor,
  permission: FilePermission,
  node: Pick<NodeRow, 'id' | 'is_folder' | 'author_id'>,
  space: SpaceContext,
  alsoTrashed = false,
): Promise<boolean> {
  const file: FileContext = { space, authorId: node.author_id }
  if (!can(actor, permission, file)) return false
  // The tree is searched only when items of other people would change the decision.
  if (!node.is_folder || can(actor, permission, { ...file, othersInside: true })) return true
  return !(await holdsOthers(db, node.id, actor?.id ?? '', alsoTrashed))
}

/**
 * Whether somebody may restore or purge a deleted item. Looks inside deleted folders too: items of other people in them,
 * live or deleted earlier, need rights for others' items.
 */
export const mayHandleDeleted = (
  tx: Tx,
  node: Pick<NodeRow, 'id' | 'is_folder' | 'author_id'>,
  actor: Actor,
  { policyContext }: { policyContext: SpaceContext },
): Promise<boolean> => isAllowed(tx, actor, 'file.delete', node, policyContext, true)

export function demandMake(actor: Actor, policyContext: SpaceContext): void {
  if (!can(actor, 'file.make', policyContext)) throw new Failure('fileForbidden', { values: { name: '' } })
}
