import type { Bus } from './bus.ts'
import type { Db, Tx } from './database.ts'

/** Tells every node, and the pages of its members, that a space is not what it was; within `tx` if that comes to pass. */
export async function tellSpaceChange(bus: Pick<Bus, 'publish'>, id: string, tx?: Db | Tx): Promise<void> {
  await bus.publish('space', { id }, tx)
  const event = { mark: 'space', type: 'space', spaceId: id, folders: [] }
  await bus.publish('realtime', { spaceId: id, event }, tx)
}
