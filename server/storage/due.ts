import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/core/time.ts'

/** Nothing that waits to be tried again waits that long (our choice). */
const WAITS_MAX_MS = 3 * DAY_MS

/**
 * Whether an entry of a queue is due. A time further in the future than any delay was written by a clock that was
 * ahead: it counts as due, too.
 */
export const hasCome = (time: RawBuilder<unknown>, at: Date): RawBuilder<boolean> =>
  sql<boolean>`(${time} <= ${at} or ${time} > ${new Date(at.getTime() + WAITS_MAX_MS)})`
