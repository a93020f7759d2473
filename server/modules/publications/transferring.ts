import type { Running, Work } from '#server/modules/tasks/index.ts'
import { transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { PublicationNeeds } from './needs.ts'
import { submittedNews } from './news.ts'
import type { SubmissionWork } from './submission-work.ts'
import type { Transfer } from './submitting.ts'

/** Writes the tables of a submission as files and hands it over to the reviewers. Source: spec section 4, transfer. */
export function publicationTransfers(needs: PublicationNeeds & { work: SubmissionWork }): Work {
  const { db, store, frozen, spaces, bus, work } = needs

  async function finish(task: Running, transfer: Transfer): Promise<void> {
    const actor = await task.actor()
    const space = await spaces.see(task.spaceId, actor)
    await transact(db, async (tx) => {
      await task.fence(tx)
      const row = await work.waiting(tx, transfer)
      if (!row) return
      await frozen.count(tx, row.id)
      await store.update(tx, row.id, { transfer: 'success' })
      await submittedNews(tx, needs, { ...row, space_name: space.name }, actor.name)
      await publishSpaceChange(bus, space.id, tx)
    })
  }

  const run = (task: Running) =>
    work.telling(task, async (transfer) => {
      const all = await store.tables(transfer.publicationId)
      await task.expect({ items: all.length })
      await task.phase('transferring')
      for (const { table_id: tableId, path } of all) {
        await work.writeTable(task, transfer, { tableId, path, format: 'csvForPrograms' })
        task.progress({ items: 1 })
      }
      await finish(task, transfer)
    })

  return { kind: 'publish', run }
}
