import type { By } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import { publishSpaceChanges } from '#server/storage/space-changes.ts'
import { sqlMergingStore as store } from './merging-store.ts'
import type { SpaceNeeds } from './needs.ts'
import type { Person } from './owner-store.ts'
import type { spaceOwners } from './owners.ts'

type Needs = Pick<SpaceNeeds, 'bus' | 'journal'> & Pick<ReturnType<typeof spaceOwners>, 'handOver'>
/** Spaces recorded by one statement. */
const AT_ONCE = 1000

/** Two accounts of one person become one in all spaces, in the transaction that merges them. */
export const spaceMerging =
  ({ bus, journal, handOver }: Needs) =>
  async (tx: Tx, { from, to }: { from: Person; to: Person }, by: By): Promise<void> => {
    await handOver(tx, from, { all: to.id }, by)
    const places = await store.spacesOf(tx, from.id)
    const ids = places.map(({ id }) => id)
    const fresh = await store.move(tx, from.id, to.id, ids)
    const item = ({ id, name }: Person) => ({ id, name })
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE)
      const left = some.map((spaceId) => ({ spaceId, action: 'removed' as const, doer: by.actor, item: item(from) }))
      const came = some
        .filter((id) => fresh.has(id))
        .map((spaceId) => ({ spaceId, action: 'joined' as const, doer: by.actor, item: item(to) }))
      await journal.record(tx, [...left, ...came])
    }
    await publishSpaceChanges(bus, ids, tx)
  }
