import { type Actor, can, type FileContext, type SpaceContext } from '#contract/core/policy.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { NodeRow } from './listing/records.ts'
import { holdingOthers } from './listing/tree-store.ts'
import { demandUnlocked } from './locks/locked.ts'

type FilePermission = 'file.edit' | 'file.delete' | 'file.download' | 'file.share'
type Asked<Item> = {
  actor: Actor
  policyContext: SpaceContext
  permission: FilePermission
  nodes: readonly Item[]
  alsoTrashed?: boolean
}

/**
 * Throws fileForbidden (with the name) unless the caller has the permission for every one of these items, and
 * fileLocked if somebody else has locked an item that will change. Items inside a folder count too: a caller who may
 * only change own items can't change others' through their own folder.
 */
export async function demandFor(db: Db | Tx, asked: Asked<NodeRow>): Promise<void> {
  const { actor, permission, nodes } = asked
  const [refused] = await refusedOf(db, asked)
  if (refused) throw new Failure('fileForbidden', { values: { name: refused.name } })
  const [first] = nodes
  const isChange = permission === 'file.edit' || permission === 'file.delete'
  if (!first || !isChange) return
  const wishes = nodes.map(({ id, name }) => ({ id, name, personId: actor?.id ?? '', scope: 'itself' as const }))
  await demandUnlocked(db, first.space_id, wishes)
}

/**
 * Those of these items for which, or for anything inside, the caller lacks the permission, in their order; with
 * `alsoTrashed` items deleted inside earlier count too.
 */
export async function refusedOf<Item extends Pick<NodeRow, 'id' | 'is_folder' | 'author_id'>>(
  db: Db | Tx,
  { actor, policyContext, permission, nodes, alsoTrashed = false }: Asked<Item>,
): Promise<Item[]> {
  const may = ({ author_id }: Item, othersInside?: true) => {
    const file: FileContext = { space: policyContext, authorId: author_id, othersInside }
    return can(actor, permission, file)
  }
  // Trees are searched only when items of other people would change the decision.
  const unsure = nodes.filter((node) => node.is_folder && may(node) && !may(node, true))
  const ids = unsure.map(({ id }) => id)
  const holding = await holdingOthers(db, ids, actor?.id ?? '', alsoTrashed)
  return nodes.filter((node) => !may(node) || holding.has(node.id))
}

/**
 * Checks who may restore or purge deleted items. Items inside deleted folders count too: if they belong to others, live
 * or deleted earlier, the permission for others' items is needed.
 */
export const ofDeleted = ({ policyContext }: { policyContext: SpaceContext }, actor: Actor) =>
  ({ actor, policyContext, permission: 'file.delete', alsoTrashed: true }) as const

export function demandMake(actor: Actor, policyContext: SpaceContext): void {
  if (!can(actor, 'file.make', policyContext)) throw new Failure('fileForbidden', { values: { name: '' } })
}
