import { HOUR_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { consumeRateLimit } from '#server/storage/rate-limit.ts'

/** Times that roles of members, type and rights of one space change within a day: each is news to people (our choice). */
export const SPACE_CHANGES_A_DAY = { roles: 200, type: 50, rights: 50 } as const

type LimitedChange = { spaceId: string; what: keyof typeof SPACE_CHANGES_A_DAY; at: Date }

/** A rate limit by day of changes that are news to people. Throws spaceChangesADay with when the next one is free. */
export async function limitSpaceChanges(tx: Tx, { spaceId, what, at }: LimitedChange): Promise<void> {
  const limit = SPACE_CHANGES_A_DAY[what]
  const next = await consumeRateLimit(tx, `${what} ${spaceId}`, { limit, withinMs: 24 * HOUR_MS, at })
  if (!next) return
  const hours = Math.ceil((next.getTime() - at.getTime()) / HOUR_MS)
  throw new Failure('spaceChangesADay', { values: { count: limit, hours } })
}
