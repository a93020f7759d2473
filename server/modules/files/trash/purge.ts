import type { ParsedOf } from '#contract/core/operation.ts'
import type { trash as calls } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { entriesOf, itemsIn } from '../listing/entries.ts'
import { spaceQueue } from '../locks/queue.ts'
import type { FileNeeds } from '../needs.ts'
import { ofDeleted, refusedOf } from '../rights.ts'
import { oldTrash, purge, type TrashRow, trashOf } from './trash-store.ts'

/** Folder part of a path: `/a` for `/a/b.csv`. */
const folderOf = (path: string, name: string) => path.slice(0, -name.length - 1)

/** Permanent deletion of items. */
export function purgeRules({ db, spaces, journal, hooks }: FileNeeds) {
  const inQueue = spaceQueue(db, spaces)

  async function purgeAll({ spaceId, idList }: ParsedOf<typeof calls.purge>, { actor }: ByActor) {
    const purged = await inQueue(spaceId, actor, async (tx, space) => {
      if (!space.policyContext.myRole) throw new Failure('spaceForbidden')
      const rows = await trashOf(tx, spaceId, idList ?? null)
      if (idList && rows.length !== new Set(idList).size) throw new Failure('trashGone')
      const refused = await refusedOf(tx, { ...ofDeleted(space, actor), nodes: rows })
      if (idList && refused[0]) throw new Failure('fileForbidden', { values: { name: refused[0].name } })
      const kept = new Set(refused)
      const allowed = rows.filter((row) => !kept.has(row))
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
      spaceId,
      action: 'purged',
      doer,
      ...itemsIn(place, together),
    }))
    await journal.record(tx, entries)
  }

  /**
   * Permanently deletes the items deleted before `before` that no snapshot needs, one space at a time; run by schedule.
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

  return { purge: purgeAll, sweepTrash }
}
