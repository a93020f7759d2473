import { SPACES_AT_ONCE_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { files as calls, FileRecord, trash as trashCalls } from '#contract/files.ts'
import { sharing, type Touch } from '#server/concurrency/rounds.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { type EnteredSpace, spaceOf } from '#server/modules/spaces/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { entriesOf, itemsIn } from '../listing/entries.ts'
import { chosenOf, placeOf } from '../listing/items.ts'
import { type Located, type Lookup, lookUp } from '../listing/located-store.ts'
import { recordOf } from '../listing/records.ts'
import { enterLocked, spaceQueue } from '../locks/queue.ts'
import { roundsFor } from '../locks/rounds.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor, demandMake, ofDeleted, refusedOf } from '../rights.ts'
import { pageOfTrash, putInTrash, restore, trashOf } from './trash-store.ts'

/** The folder and name under which a program found an item: when it was moved meanwhile, it is not deleted. */
type FoundAs = { folderId: string | null; name: string }
type Removal = { hashList: readonly string[]; foundAs?: FoundAs; actor: SignedIn }
type Removed = { nodes: readonly Located[]; list: { hash: string; trashId: string }[] }

/** Compares ids as the database spells them: callers may send capitals. */
const touchOf =
  ({ item }: Lookup) =>
  ({ hashList }: Removal): Touch => {
    const nodes = hashList.flatMap((hash) => item(hash) ?? [])
    return { touches: nodes.map(({ id }) => id), isAlone: nodes.some((node) => node.is_folder) }
  }

/** The items of a removal. */
async function removable(
  tx: Tx,
  { policyContext }: EnteredSpace,
  found: Lookup,
  { hashList, foundAs, actor }: Removal,
): Promise<Located[]> {
  const nodes = chosenOf(found, hashList)
  if (foundAs && nodes.some(({ parent_id, name }) => parent_id !== foundAs.folderId || name !== foundAs.name))
    throw new Failure('fileGone')
  if (nodes.some((node) => !node.parent_id)) throw new Failure('fileForbidden', { values: { name: '/' } })
  await demandFor(tx, { actor, policyContext, permission: 'file.delete', nodes })
  return nodes
}

/** Deleting items, and restoring them. */
export function trashRules({ db, spaces, journal, now, newId, publishChange }: FileNeeds) {
  const inQueue = spaceQueue(db, spaces)

  /** Deletes items for one caller after another: an item named by several callers does not exist for the later ones. */
  async function removeRound(tx: Tx, spaceId: string, wishes: readonly Removal[]) {
    const outcomes = new Map<Removal, Removed | Failure>()
    const [first] = wishes
    if (!first) return outcomes
    const { actor } = first
    const { entered, looked } = await enterLocked(
      tx,
      [spaceId, spaceId],
      (id) => spaces.enter(id, actor, tx),
      () => lookUp(tx, spaceId, { ids: wishes.flatMap(({ hashList }) => hashList) }),
      { isOfFewRows: true },
    )
    const going = new Map<Removal, Located[]>()
    for (const wish of sharing(wishes, touchOf(looked))) {
      const nodes = await orRefusal(removable(tx, entered[0], looked, wish))
      if (nodes instanceof Failure) outcomes.set(wish, nodes)
      else going.set(wish, nodes)
    }
    const put = await putInTrash(tx, spaceId, [...going.values()].flat(), { now: now(), newId, actorId: actor.id })
    const entries = [...going.values()].flatMap((nodes) =>
      entriesOf(nodes, placeOf, (place, together) => ({
        spaceId,
        action: 'trashed',
        doer: actor,
        ...itemsIn(place, together),
      })),
    )
    await journal.record(tx, entries)
    const putBy = new Map(put.map((one) => [one.hash, one]))
    for (const [wish, nodes] of going)
      outcomes.set(wish, { nodes, list: nodes.flatMap(({ id }) => putBy.get(id) ?? []) })
    return outcomes
  }
  const removed = roundsFor(db, removeRound)

  async function remove({ space, ...wish }: Omit<Removal, 'actor'> & { space: EnteredSpace }, { actor }: ByActor) {
    const { list, nodes } = await removed(space.id, { ...wish, actor })
    publishChange(
      space.id,
      nodes.map((node) => node.parent_id ?? ''),
    )
    return { list }
  }

  async function listTrash({ spaceId, after, size }: ParsedOf<typeof trashCalls.list>, { actor }: ByActor) {
    const space = await spaces.enter(spaceId, actor)
    if (!space.policyContext.myRole) throw new Failure('spaceForbidden')
    return pageOfTrash(db, [space.id], { after, size })
  }

  /** Deleted items of all spaces that the caller belongs to and may read. */
  async function listMine(paging: ParsedOf<typeof trashCalls.mine>, { actor }: ByActor) {
    const own = await spaces.belonging(actor, SPACES_AT_ONCE_MAX + 1)
    const covered = new Map(own.slice(0, SPACES_AT_ONCE_MAX).map((row) => [row.id, row]))
    const page = await pageOfTrash(db, [...covered.keys()], paging)
    const listed = [...new Set(page.list.map(({ spaceId }) => spaceId))].flatMap((id) => covered.get(id) ?? [])
    return { ...page, spaces: listed.map((row) => spaceOf(row, actor)), isPartial: own.length > covered.size }
  }

  /** Restores these deletions, all or none. */
  async function restoreAll(spaceId: string, ids: readonly string[], actor: SignedIn): Promise<FileRecord[]> {
    const list = await inQueue(spaceId, actor, async (tx, space) => {
      const rows = await trashOf(tx, spaceId, ids)
      if (rows.length !== new Set(ids).size) throw new Failure('trashGone')
      // A person may always restore what they deleted themselves.
      const others = rows.filter((row) => row.deleted_by !== actor.id)
      const [refused] = await refusedOf(tx, { ...ofDeleted(space, actor), nodes: others })
      if (refused) throw new Failure('fileForbidden', { values: { name: refused.name } })
      demandMake(actor, space.policyContext)
      await restore(tx, space, rows, { now: now(), personId: actor.id })
      const restored = rows.map(({ id }) => id)
      const { item } = await lookUp(tx, spaceId, { ids: restored })
      const nodes = restored.flatMap((id) => item(id) ?? [])
      const entries = entriesOf(nodes, placeOf, (place, together) => ({
        spaceId,
        action: 'restored',
        doer: actor,
        ...itemsIn(place, together),
      }))
      await journal.record(tx, entries)
      return nodes.map((node) => recordOf(node, placeOf(node).path))
    })
    publishChange(
      spaceId,
      list.map(({ phash }) => phash ?? ''),
    )
    return list
  }

  async function restoreOne(
    { id, spaceId }: ParsedOf<typeof trashCalls.restore>,
    { actor }: ByActor,
  ): Promise<FileRecord> {
    const [record] = await restoreAll(spaceId, [id], actor)
    if (!record) throw new Failure('trashGone')
    return record
  }
  const restoreMany = async ({ spaceId, idList }: ParsedOf<typeof trashCalls.restoreMany>, { actor }: ByActor) => ({
    list: await restoreAll(spaceId, idList, actor),
  })

  return {
    remove: async ({ spaceId, hashList }: ParsedOf<typeof calls.remove>, by: ByActor) =>
      remove({ space: await spaces.enter(spaceId, by.actor), hashList }, by),
    removeIn: remove,
    listTrash,
    listMine,
    restore: restoreOne,
    restoreMany,
  }
}
