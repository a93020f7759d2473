import type { ParsedOf } from '#contract/core/operation.ts'
import type { files as calls, FileRecord, trash as trashCalls } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { entriesOf, itemsIn } from '../listing/entries.ts'
import { itemsOf, placesOf, recordsOf } from '../listing/items.ts'
import { nodesOf } from '../listing/tree-store.ts'
import { spaceQueue } from '../locks/queue.ts'
import type { FileNeeds } from '../needs.ts'
import { demandFor, demandMake, isAllowed } from '../rights.ts'
import { oldTrash, pageOfTrash, purge, putInTrash, restore, type TrashRow, trashOf } from './trash-store.ts'

/** Folder part of a path: `/a` for `/a/b.csv`. */
const folderOf = (path: string, name: string) => path.slice(0, -name.length - 1)

/** Deleting items, restoring them, and deleting them for good. */
export function trashRules({ db, spaces, journal, now, newId, publishChange, hooks }: FileNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function remove({ spaceId, hashList }: ParsedOf<typeof calls.remove>, { actor }: ByActor) {
    const { list, nodes } = await inQueue(spaceId, actor, async (tx, space) => {
      const nodes = await itemsOf(tx, spaceId, hashList)
      if (nodes.some((node) => !node.parent_id)) throw new Failure('fileForbidden', { values: { name: '/' } })
      await demandFor(tx, { actor, policyContext: space.policyContext, permission: 'file.delete', nodes })
      const entries = entriesOf(nodes, await placesOf(tx, spaceId, nodes), (place, together) => ({
        ...{ spaceId, action: 'trashed', doer: actor },
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

  /**
   * Checks deleted folders inside too: items of other people in them, live or deleted earlier, need rights for others'
   * items.
   */
  const mayHandle = (tx: Tx, row: TrashRow, actor: SignedIn, space: EnteredSpace) =>
    isAllowed(tx, actor, 'file.delete', row, space.policyContext, true)

  /** Restores these deletions, all or none. */
  async function restoreAll(spaceId: string, ids: readonly string[], actor: SignedIn): Promise<FileRecord[]> {
    const list = await inQueue(spaceId, actor, async (tx, space) => {
      const rows = await trashOf(tx, spaceId, ids)
      if (rows.length !== new Set(ids).size) throw new Failure('trashGone')
      // A person may always restore what they deleted themselves.
      for (const row of rows)
        if (row.deleted_by !== actor.id && !(await mayHandle(tx, row, actor, space)))
          throw new Failure('fileForbidden', { values: { name: row.name } })
      demandMake(actor, space.policyContext)
      await restore(tx, space, rows, { now: now(), personId: actor.id })
      const nodes = await nodesOf(
        tx,
        spaceId,
        rows.map(({ id }) => id),
      )
      const entries = entriesOf(nodes, await placesOf(tx, spaceId, nodes), (place, together) => ({
        ...{ spaceId, action: 'restored', doer: actor },
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

  async function purgeAll({ spaceId, idList }: ParsedOf<typeof trashCalls.purge>, { actor }: ByActor) {
    const purged = await inQueue(spaceId, actor, async (tx, space) => {
      if (!space.policyContext.myRole) throw new Failure('spaceForbidden')
      const rows = await trashOf(tx, spaceId, idList ?? null)
      if (idList && rows.length !== new Set(idList).size) throw new Failure('trashGone')
      const allowed: TrashRow[] = []
      let refused: TrashRow | undefined
      for (const row of rows) {
        if (await mayHandle(tx, row, actor, space)) allowed.push(row)
        else refused ??= row
      }
      if (idList && refused) throw new Failure('fileForbidden', { values: { name: refused.name } })
      await purgeNoted(tx, spaceId, allowed, actor)
      return allowed.length
    })
    return { purged }
  }

  async function purgeNoted(tx: Tx, spaceId: string, rows: TrashRow[], doer: Doer): Promise<void> {
    if (!rows.length) return
    const ids = rows.map(({ id }) => id)
    for (const purging of hooks.purging) await purging(tx, ids)
    await purge(tx, spaceId, rows)
    const placeOf = (row: TrashRow) => ({ id: row.trash_parent, path: folderOf(row.trash_path, row.name) })
    const entries = entriesOf(rows, placeOf, (place, together) => ({
      ...{ spaceId, action: 'purged', doer },
      ...itemsIn(place, together),
    }))
    await journal.record(tx, entries)
  }

  /**
   * Deletes for good the items deleted before `before` that no snapshot needs, one space at a time; run by schedule.
   * Returns their number.
   */
  async function sweepTrash(before: Date): Promise<number> {
    const old = await oldTrash(db, before, 1000)
    for (const [spaceId, rows] of Map.groupBy(old, (row) => row.space_id))
      await transact(db, async (tx) => {
        await lockSpace(tx, spaceId)
        const ids = rows.map(({ id }) => id)
        await purgeNoted(tx, spaceId, await trashOf(tx, spaceId, ids), null)
      })
    return old.length
  }

  return { remove, listTrash, restore: restoreOne, restoreMany, purge: purgeAll, sweepTrash }
}
