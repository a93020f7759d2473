import { BYTES_PER_GB } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { recordAt } from '#server/modules/journal/index.ts'
import { insertShare, secretFor } from '#server/modules/shares/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** Drop boxes without uploads so far. */
export async function boxesOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const { id, life, calendar, newId, seal } = space
  for (const { path, by, daysAgo, days, gb } of life?.boxes ?? []) {
    const person = space.person(by)
    const [at, itemId] = [calendar.at(daysAgo, 15, 40), space.itemId(path)]
    const title = path.slice(path.lastIndexOf('/') + 1)
    await insertShare(tx, {
      ...secretFor(seal),
      id: newId(),
      space_id: id,
      kind: 'folder',
      title,
      person_id: person.id,
      items: [itemId],
      may_download: false,
      is_box: true,
      box_bytes: gb * BYTES_PER_GB,
      password_way: 'none',
      password_hash: null,
      password_epoch: 0,
      expires_at: new Date(at.getTime() + days * DAY_MS),
      created_at: at,
    })
    const doer = { ...person, channel: 'web' } as const
    await recordAt(tx, [{ spaceId: id, action: 'shared', doer, item: { id: itemId, name: title } }], at)
  }
}
