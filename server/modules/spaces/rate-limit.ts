import { HOUR_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { consumeRateLimit } from '#server/storage/rate-limit.ts'

/** Changes of member roles, type and rights of one space per day: people are notified of each (our choice). */
export const SPACE_CHANGES_A_DAY = { roles: 200, type: 50, rights: 50 } as const

type LimitedChange = { spaceId: string; what: keyof typeof SPACE_CHANGES_A_DAY; at: Date }

/** Daily rate limit of changes that notify people. Throws spaceChangesADay with the time of the next allowed one. */
export async function limitSpaceChanges(tx: Tx, { spaceId, what, at }: LimitedChange): Promise<void> {
  const limit = SPACE_CHANGES_A_DAY[what]
  const next = await consumeRateLimit(tx, `${what} ${spaceId}`, { limit, withinMs: 24 * HOUR_MS, at })
  if (!next) return
  const hours = Math.ceil((next.getTime() - at.getTime()) / HOUR_MS)
  throw new Failure('spaceChangesADay', { values: { count: limit, hours } })
}
