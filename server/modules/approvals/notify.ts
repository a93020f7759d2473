import type { RealtimeEvent } from '#contract/core/events.ts'
import { administratorIds } from '#server/modules/people/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { publishToPages } from '#server/storage/space-changes.ts'

const event: RealtimeEvent = { mark: 'network', type: 'approval', state: 'changed', content: '' }

/** Tells the pages of administrators that what waits for them is not what it was; within a transaction if that comes to pass. */
export const publishToAdministrators = async (bus: Pick<Bus, 'publish'>, tx: Db | Tx): Promise<void> =>
  publishToPages(bus, await administratorIds(tx), event, tx)
