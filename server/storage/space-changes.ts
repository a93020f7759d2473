import type { RealtimeEvent } from '#contract/core/events.ts'
import type { Bus } from './bus.ts'
import type { Db, Tx } from './database.ts'

/** People whom one notice of the database names: it takes 7900 bytes, a person about 40 of them. */
const NAMED_MAX = 150

/** What the pages of a space hear when it is not what it was. */
const spaceEvent = (spaceId: string): RealtimeEvent => ({ mark: 'space', type: 'space', spaceId, folders: [] })

/** Notifies every node, and the pages of its members, that a space is not what it was; within `tx` if that comes to pass. */
export async function publishSpaceChange(bus: Pick<Bus, 'publish'>, id: string, tx?: Db | Tx): Promise<void> {
  await bus.publish('space', { id }, tx)
  await bus.publish('realtime', { spaceId: id, event: spaceEvent(id) }, tx)
}

/** Notifies of the change of several spaces by one statement. */
export async function publishSpaceChanges(bus: Bus, ids: readonly string[], tx: Tx): Promise<void> {
  await bus.publishAll(
    ids.flatMap((id) => [
      { topic: 'space', payload: { id } },
      { topic: 'realtime', payload: { spaceId: id, event: spaceEvent(id) } },
    ]),
    tx,
  )
}

/** Notifies every node, and the pages of these people, who belong to the space no longer. */
export async function publishMembersGone(
  bus: Pick<Bus, 'publish'>,
  id: string,
  people: readonly string[],
  tx: Tx,
): Promise<void> {
  await bus.publish('space', { id }, tx)
  await publishToPages(bus, people, spaceEvent(id), tx)
}

/** Publishes an event to the pages of these people. */
export async function publishToPages(
  bus: Pick<Bus, 'publish'>,
  people: readonly string[],
  event: RealtimeEvent,
  tx: Db | Tx,
): Promise<void> {
  for (let at = 0; at < people.length; at += NAMED_MAX)
    await bus.publish('realtime', { to: people.slice(at, at + NAMED_MAX), event }, tx)
}
