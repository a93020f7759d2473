import { SPACE_CHANGES_A_DAY } from '#contract/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { takeAllowance } from '#server/storage/turns.ts'

const HOUR_MS = 3_600_000

type Turn = { spaceId: string; what: keyof typeof SPACE_CHANGES_A_DAY; at: Date }

/** A change that is news to people is one of so many of a day. Throws spaceChangesADay with when the next one is free. */
export async function takeTurn(tx: Tx, { spaceId, what, at }: Turn): Promise<void> {
  const turns = SPACE_CHANGES_A_DAY[what]
  const next = await takeAllowance(tx, `${what} ${spaceId}`, { turns, withinMs: 24 * HOUR_MS, at })
  if (!next) return
  const hours = Math.ceil((next.getTime() - at.getTime()) / HOUR_MS)
  throw new Failure('spaceChangesADay', { values: { count: turns, hours } })
}
