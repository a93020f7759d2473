import { Failure } from '#server/failure.ts'
import { actingFor } from '#server/modules/tasks/index.ts'
import { transact } from '#server/storage/database.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import type { PublicationBoards } from './boards.ts'
import { chosenItems } from './chosen.ts'
import type { PublicationNeeds } from './needs.ts'
import type { SubmissionWork } from './submission-work.ts'
import type { PublicationSubmitting } from './submitting.ts'

type Needs = PublicationNeeds & {
  boards: PublicationBoards
  work: SubmissionWork
  submitting: Pick<PublicationSubmitting, 'freezeTables'>
}
type Sample = { id: string; spaceId: string; makerId: string }

/** Tables and boards of sample versions, whose files were frozen with their spaces: done again, it changes nothing. */
export function publicationSamples({ db, store, frozen, people, boards, work, submitting }: Needs) {
  async function complete({ id, spaceId, makerId }: Sample): Promise<void> {
    const actor = await actingFor(people, makerId, 'job')
    await transact(db, async (tx) => {
      const row = await store.held(tx, id)
      if (!row) throw new Failure('publicationGone')
      const { tops } = await chosenItems(tx, spaceId, row.fields.files ?? [])
      const isWhole = await boards.freeze(tx, { id, fields: row.fields, tops }, spaceId, actor)
      if (!isWhole) throw new Failure('publicationIncomplete')
      await submitting.freezeTables(tx, row, spaceId, actor)
    })
    for (const { table_id: tableId, path } of await store.tables(id)) {
      const place = await work.stored({ tableId, path, format: 'csvForPrograms' }, { spaceId, actor })
      await transact(db, async (tx) => {
        await holdBlobs(tx)
        await place(tx, id)
        await frozen.count(tx, id)
      })
    }
  }

  return async (): Promise<void> => {
    for (const sample of await store.withoutTables()) await complete(sample)
  }
}
