import type { RealtimeEvent } from '#contract/core/events.ts'
import { administratorIds } from '#server/modules/people/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { publishToPages } from '#server/storage/space-changes.ts'

const event: RealtimeEvent = { mark: 'network', type: 'approval', state: 'changed', content: '' }

/** Tells administrators' pages that the pending requests changed; inside a transaction the event is sent on commit. */
export const publishToAdministrators = async (bus: Pick<Bus, 'publish'>, tx: Db | Tx): Promise<void> =>
  publishToPages(bus, await administratorIds(tx), event, tx)
