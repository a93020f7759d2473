import type { RealtimeEvent } from '#contract/core/events.ts'
import type { Bus } from './bus.ts'
import type { Db, Tx } from './database.ts'

/** Most people named in one NOTIFY: its limit is 7900 bytes, and a person takes about 40. */
const NAMED_MAX = 150

/** The event that the pages of a changed space receive. */
const spaceEvent = (spaceId: string): RealtimeEvent => ({ mark: 'space', type: 'space', spaceId, folders: [] })

/** Notifies every node, and the members' pages, that a space has changed; with `tx` on commit. */
export async function publishSpaceChange(bus: Pick<Bus, 'publish'>, id: string, tx?: Db | Tx): Promise<void> {
  await bus.publish('space', { id }, tx)
  await bus.publish('realtime', { spaceId: id, event: spaceEvent(id) }, tx)
}

/** Notifies of changes of several spaces with one statement. */
export async function publishSpaceChanges(bus: Bus, ids: readonly string[], tx: Tx): Promise<void> {
  await bus.publishAll(
    ids.flatMap((id) => [
      { topic: 'space', payload: { id } },
      { topic: 'realtime', payload: { spaceId: id, event: spaceEvent(id) } },
    ]),
    tx,
  )
}

/** Notifies every node, and the pages of these people, that they are no longer members of the space. */
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
