import type { capacity } from '#contract/capacity.ts'
import { BYTES_PER_GB } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import type { Approvals } from '#server/modules/approvals/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { consumeRateLimit } from '#server/storage/rate-limit.ts'

/** Capacity requests of one space per day: each one is sent to every administrator (our choice). */
export const CAPACITY_ASKS_A_DAY = 5

export type AskNeeds = { approvals: Approvals; journal: Journal; spaces: SpaceService; now: () => Date }

export function capacityAsking({ approvals, journal, spaces, now }: AskNeeds) {
  /** Requests more capacity; of several simultaneous requests only one is stored. */
  async function ask({ spaceId, size, description }: ParsedOf<typeof capacity.ask>, { actor }: ByActor): Promise<null> {
    await spaces.change(spaceId, actor, 'space.askCapacity', async (tx, row) => {
      if (size * BYTES_PER_GB <= row.capacity_bytes) throw new Failure('capacityNotMore')
      const rate = { limit: CAPACITY_ASKS_A_DAY, withinMs: DAY_MS, at: now() }
      if (await consumeRateLimit(tx, `capacity ${spaceId}`, rate)) throw new Failure('capacityAsksADay')
      await approvals.ask(tx, { kind: 'capacity', space: row, applicant: actor, reason: description, sizeGb: size })
      const details = { size: String(size) }
      await journal.record(tx, [{ spaceId, action: 'capacityAsked', doer: actor, details }])
    })
    return null
  }

  return { ask }
}
