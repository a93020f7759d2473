import type { ParsedOf } from '#contract/core/operation.ts'
import type { files as calls, FileRecord, trash as trashCalls } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { entriesOf, itemsIn } from '../listing/entries.ts'
import { itemsOf, placesOf, recordsOf } from '../listing/items.ts'
import { nodesOf } from '../listing/tree-store.ts'
import { spaceQueue } from '../locks/queue.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor, demandMake, mayHandleDeleted } from '../rights.ts'
import { pageOfTrash, putInTrash, restore, trashOf } from './trash-store.ts'

/** Deleting items, and restoring them. */
export function trashRules({ db, spaces, journal, now, newId, publishChange }: FileNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function remove({ spaceId, hashList }: ParsedOf<typeof calls.remove>, { actor }: ByActor) {
    const { list, nodes } = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await itemsOf(tx, spaceId, hashList)
      if (nodes.some((node) => !node.parent_id)) throw new Failure('fileForbidden', { values: { name: '/' } })
      await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.delete', nodes })
      const entries = entriesOf(nodes, await placesOf(tx, spaceId, nodes), (place, together) => ({
        spaceId,
        action: 'trashed',
        doer: actor,
        ...itemsIn(place, together),
      }))
      await journal.record(tx, entries)
      return { list: await putInTrash(tx, spaceId, nodes, { now: now(), newId, actorId: actor.id }), nodes }
    })
    publishChange(
      spaceId,
      nodes.map((node) => node.parent_id ?? ''),
    )
    return { list }
  }

  async function listTrash({ spaceId, after, size }: ParsedOf<typeof trashCalls.list>, { actor }: ByActor) {
    const space = await spaces.enter(spaceId, actor)
    if (!space.policyContext.myRole) throw new Failure('spaceForbidden')
    return pageOfTrash(db, spaceId, { after, size })
  }

  /** Restores these deletions, all or none. */
  async function restoreAll(spaceId: string, ids: readonly string[], actor: SignedIn): Promise<FileRecord[]> {
    const list = await inQueue(spaceId, actor, async (tx, space) => {
      const rows = await trashOf(tx, spaceId, ids)
      if (rows.length !== new Set(ids).size) throw new Failure('trashGone')
      // A person may always restore what they deleted themselves.
      for (const row of rows)
        if (row.deleted_by !== actor.id && !(await mayHandleDeleted(tx, row, actor, space)))
          throw new Failure('fileForbidden', { values: { name: row.name } })
      demandMake(actor, space.policyContext)
      await restore(tx, space, rows, { now: now(), personId: actor.id })
      const nodes = await nodesOf(
        tx,
        spaceId,
        rows.map(({ id }) => id),
      )
      const entries = entriesOf(nodes, await placesOf(tx, spaceId, nodes), (place, together) => ({
        spaceId,
        action: 'restored',
        doer: actor,
        ...itemsIn(place, together),
      }))
      await journal.record(tx, entries)
      return recordsOf(
        tx,
        spaceId,
        nodes.map(({ id }) => id),
      )
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

  return { remove, listTrash, restore: restoreOne, restoreMany }
}
