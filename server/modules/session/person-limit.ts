import type { FastifyRequest } from 'fastify'
import { Failure } from '#server/failure.ts'
import { holdBack } from '#server/http/hold-back.ts'

/** Most people whose calls are remembered; beyond it all counts are reset, which is better than unbounded memory. */
const PEOPLE_MAX = 50_000
/**
 * The share of a minute's calls that may come in a burst; after that, calls are accepted evenly at the allowed rate.
 */
const AT_ONCE = 0.1
const MINUTE_S = 60

/**
 * Calls of one person per minute, in all sessions and by all access tokens, as a token bucket in the memory of this
 * process. Applications have separate limits, also when they act for a person.
 */
export function personLimit({ most, now }: { most: number; now: () => Date }) {
  const buckets = new Map<string, { calls: number; at: number }>()
  const full = Math.max(1, Math.ceil(most * AT_ONCE))
  const perSecond = most / MINUTE_S
  const hold = holdBack()

  /** Counts a call. Throws tooManyRequests with the seconds until the next one is answered. */
  return async function take({ routeOptions }: FastifyRequest, { id }: { id: string }): Promise<void> {
    if (most === 0 || !routeOptions.config.operation) return
    if (buckets.size > PEOPLE_MAX) buckets.clear()
    const at = now().getTime() / 1000
    const known = buckets.get(id) ?? { calls: full, at }
    const calls = Math.min(full, known.calls + Math.max(0, at - known.at) * perSecond)
    const isAllowed = calls >= 1
    buckets.set(id, { calls: isAllowed ? calls - 1 : calls, at })
    if (isAllowed) return
    await hold()
    throw new Failure('tooManyRequests', { data: { seconds: Math.max(1, Math.ceil((1 - calls) / perSecond)) } })
  }
}
