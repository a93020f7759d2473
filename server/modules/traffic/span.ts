import { TRAFFIC_DAYS_MAX } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { TrafficRange } from '#contract/traffic.ts'
import { Failure } from '#server/failure.ts'
import type { Span } from './store.ts'

type Wish = { range: TrafficRange; from?: string | undefined; to?: string | undefined }
/** Days up to which a chosen span is shown by the day. */
const DAILY_MAX = 92

const hourOf = (at: Date, more: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours() + more))
const dayOf = (at: Date, more: number) =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + more))
const monthOf = (at: Date, more: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + more))

/** The steps of a range, or of chosen days, in UTC. Throws spanInvalid. */
export function spanOf({ range, from, to }: Wish, now: Date): Span {
  if (from !== undefined || to !== undefined) {
    const since = new Date(from ?? to ?? now)
    const until = dayOf(to === undefined ? now : new Date(to), 1)
    const days = (until.getTime() - since.getTime()) / DAY_MS
    if (days <= 0 || days > TRAFFIC_DAYS_MAX) throw new Failure('spanInvalid')
    return days <= DAILY_MAX
      ? { since, until, unit: 'day' }
      : { since: monthOf(since, 0), until: monthOf(until, 1), unit: 'month' }
  }
  if (range === 'day') return { since: hourOf(now, -23), until: hourOf(now, 1), unit: 'hour' }
  if (range === 'week') return { since: dayOf(now, -6), until: dayOf(now, 1), unit: 'day' }
  if (range === 'month') return { since: dayOf(now, -30), until: dayOf(now, 1), unit: 'day' }
  return { since: monthOf(now, range === 'year' ? -11 : -5), until: monthOf(now, 1), unit: 'month' }
}
