import { MINUTE_MS } from '#contract/core/time.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'
import { told } from './messages.ts'

/** Work in the background that is done. */
export async function tasksOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const { id, name, life, newId, calendar } = space
  for (const { kind, title, by, daysAgo, items, bytes } of life?.tasks ?? []) {
    const at = calendar.at(daysAgo, 16, 5)
    const finished_at = new Date(at.getTime() + 2 * MINUTE_MS)
    const person_id = space.person(by).id
    await tx
      .insertInto('task')
      .values({
        id: newId(),
        kind,
        space_id: id,
        folder_id: null,
        person_id,
        state: 'completed',
        title,
        is_planned: true,
        items_total: items,
        items_done: items,
        bytes_total: bytes,
        bytes_done: bytes,
        sealed: null,
        lease_by: null,
        lease_until: null,
        cancel_asked_at: null,
        created_at: at,
        started_at: at,
        finished_at,
      })
      .execute()
    await told(tx, space, {
      to: [person_id],
      kind: 'taskDone',
      values: { space: name, task: kind, title },
      link: '',
      at: finished_at,
    })
  }
}
