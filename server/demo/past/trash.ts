import { itemsOf, putInTrash } from '#server/modules/files/index.ts'
import { recordAt } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { SampleSpace } from '../sample.ts'

/** Items deleted in the last weeks. */
export async function trashOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const { id, life, newId, calendar } = space
  for (const { path, by, daysAgo } of life?.trashed ?? []) {
    const [at, person] = [calendar.at(daysAgo, 17, 30), space.person(by)]
    const nodes = await itemsOf(tx, id, [space.itemId(path)])
    await putInTrash(tx, id, nodes, { now: at, newId, actorId: person.id })
    const cut = path.lastIndexOf('/')
    const item = { id: space.itemId(path), name: path.slice(cut + 1), path: `/${path.slice(0, Math.max(0, cut))}` }
    await recordAt(tx, [{ spaceId: id, action: 'trashed', doer: { ...person, channel: 'web' }, item }], at)
  }
}
