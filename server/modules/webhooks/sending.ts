import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE_MS } from '#contract/core/time.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import { Failure } from '#server/failure.ts'
import type { Outside } from '#server/http/outside.ts'
import type { Seal } from '#server/storage/seal.ts'
import type { Attempt, Claimed, DeliveryStore } from './deliveries-store.ts'

/** Purpose of the encryption of secrets. */
export const SECRET_PURPOSE = 'webhook secret'
/** Waits before each further attempt, in milliseconds: the schedule that Standard Webhooks recommends. */
export const RETRY_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  120 * MINUTE_MS,
  300 * MINUTE_MS,
  600 * MINUTE_MS,
  840 * MINUTE_MS,
]
/** Timeout of a receiver, and how long a node reserves a delivery without reporting a result. */
const ANSWER_MS = 15_000
const LEASE_MS = 2 * MINUTE_MS
/** Deliveries under way on this node, and of one webhook: a slow receiver holds up only its own. */
const SENT_AT_ONCE = 200
const SENT_TO_ONE = 8
const WRITTEN_AT_ONCE = 200
/** How long further answers are gathered before the next look for what is due: a look costs more than a delivery. */
const GATHERED_MS = 10

type Needs = { store: DeliveryStore; outside: Outside; seal: Seal; now: () => Date }

/** Headers of Standard Webhooks: a signature over id, time and body. */
export function webhookHeaders(id: string, at: Date, body: string, secret: string): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${mac}` }
}

/** Sends what waits to its receivers. */
export function webhookSending({ store, outside, seal, now }: Needs) {
  const underWay = new Map<string, number>()
  let running = 0
  const finish = batcher<Attempt, null>(WRITTEN_AT_ONCE, async (_key, attempts) => {
    await store.finish(attempts, now())
    return attempts.map(() => null)
  })

  /** Sends a delivery. Throws apiNotGranted when its application may not know of it any more. */
  async function post(claimed: Claimed): Promise<number> {
    const { id, url, event, payload, created_at, sealed_secret } = claimed
    if (!claimed.is_admitted) throw new Failure('apiNotGranted')
    const body = JSON.stringify({ type: event, timestamp: created_at.toISOString(), data: payload })
    const secret = seal.open<string>(sealed_secret, SECRET_PURPOSE)
    const headers = { 'content-type': 'application/json', ...webhookHeaders(`msg_${id}`, now(), body, secret) }
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await outside.ask(url, { method: 'POST', headers, body, signal })
    answer.discard()
    return answer.status
  }

  /** The result of an attempt: sent, to be retried, or failed for good. */
  function outcome({ id, attempts, is_admitted }: Claimed, status: number, error: string): Attempt {
    if (status >= 200 && status < 300) return { id, state: 'sent', status, error: '', nextAt: null }
    const delay = RETRY_MS[attempts - 1]
    // 410 means that the webhook no longer exists.
    if (delay === undefined || status === 410 || !is_admitted)
      return { id, state: 'failed', status, error, nextAt: null }
    return { id, state: 'waiting', status, error, nextAt: new Date(now().getTime() + delay) }
  }

  async function attempt(claimed: Claimed): Promise<void> {
    const { webhook_id: webhook } = claimed
    running += 1
    underWay.set(webhook, (underWay.get(webhook) ?? 0) + 1)
    try {
      const status = await post(claimed)
      await finish('', outcome(claimed, status, `HTTP ${status}`))
    } catch (error) {
      await finish('', outcome(claimed, 0, error instanceof Failure ? error.refusal : 'unknown'))
    } finally {
      running -= 1
      const left = (underWay.get(webhook) ?? 1) - 1
      if (left) underWay.set(webhook, left)
      else underWay.delete(webhook)
    }
  }

  /** Sends what is due, in rounds until nothing is; answers how many were sent off when all of them have an outcome. */
  async function drain(failed: (error: unknown) => void): Promise<number> {
    const sent = new Set<Promise<void>>()
    let count = 0
    for (;;) {
      const most = SENT_AT_ONCE - running
      const at = now()
      const until = new Date(at.getTime() + LEASE_MS)
      // Receivers that have not answered yet get nothing more, so that they don't delay others.
      const busy = [...underWay].filter(([, under]) => under >= SENT_TO_ONE).map(([id]) => id)
      const claimed = most > 0 ? await store.claim({ at, until, most, each: SENT_TO_ONE, busy }) : []
      count += claimed.length
      for (const one of claimed) {
        const under: Promise<void> = attempt(one)
          .catch(failed)
          .finally(() => sent.delete(under))
        sent.add(under)
      }
      if (!sent.size) return count
      await Promise.race(sent)
      await wait(GATHERED_MS, undefined, { ref: false })
    }
  }
  return { drain }
}
