import type { FastifyInstance, FastifyRequest } from 'fastify'
import { firstWithin } from '#server/concurrency/first-within.ts'
import { writeBuffer } from '#server/concurrency/write-buffer.ts'
import type { Db } from '#server/storage/database.ts'
import { isRobot } from './robots.ts'
import { addUsage, type Usage } from './usage-store.ts'

/** Buffer of what is counted: milliseconds until a write, and most entries while the database is unavailable. */
const LATER = { afterMs: 5000, at: 5000, max: 100_000 }
/** A second click within this time is not counted. Source: COUNTER Code of Practice 5.1, section 7.2. */
const DOUBLE_CLICK_MS = 30_000
/** Most clicks that one node remembers. */
const CLICKS_MAX = 100_000

type Click = { publicationId: string; what: keyof Usage }

const countsOf = (clicks: readonly Click[]): [id: string, usage: Usage][] => {
  const numberOf = (some: readonly Click[], what: keyof Usage) => some.filter((one) => one.what === what).length
  return [...Map.groupBy(clicks, ({ publicationId }) => publicationId)].map(([id, some]) => [
    id,
    { views: numberOf(some, 'views'), downloads: numberOf(some, 'downloads') },
  ])
}

/**
 * Counts views and downloads of published versions by the rules of COUNTER: robots are left out, and double clicks of
 * one reader on one thing. Written in batches; a crash loses the latest ones.
 */
export function usageCounter(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  const { later, flushed } = writeBuffer<Click>({
    ...LATER,
    write: (clicks) => addUsage(db, now().toISOString().slice(0, 10), countsOf(clicks)),
    onError: (error) => app.log.warn({ err: error }, 'usage of datasets not counted'),
  })
  app.addHook('onClose', flushed)
  const isFirst = firstWithin(DOUBLE_CLICK_MS, CLICKS_MAX, now)

  /** `thing` identifies a file of a version: each is a separate download. */
  function count({ publicationId, what }: Click, thing: string, request: FastifyRequest): void {
    const agent = request.headers['user-agent'] ?? ''
    if (request.method === 'HEAD' || isRobot(agent)) return
    const reader = request.actor?.id ?? `${request.ip} ${agent}`
    if (isFirst(`${publicationId} ${what} ${thing} ${reader}`)) later({ publicationId, what })
  }
  return {
    view: (publicationId: string, request: FastifyRequest): void =>
      count({ publicationId, what: 'views' }, '', request),
    download: (publicationId: string, thing: string, request: FastifyRequest): void =>
      count({ publicationId, what: 'downloads' }, thing, request),
    write: flushed,
  }
}
export type UsageCounter = ReturnType<typeof usageCounter>
