import type { RealtimeEvent } from '#contract/events.ts'
import { administratorIds } from '#server/modules/people/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { tellPages } from '#server/storage/space-changes.ts'

const event: RealtimeEvent = { mark: 'network', type: 'approval', state: 'changed', content: '' }

/** Tells the pages of administrators that what waits for them is not what it was; within a transaction if that comes to pass. */
export const tellAdministrators = async (bus: Pick<Bus, 'publish'>, tx: Db | Tx): Promise<void> =>
  tellPages(bus, await administratorIds(tx), event, tx)
