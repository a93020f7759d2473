import type { FastifyInstance } from 'fastify'
import { VIEW_AGAIN_MS } from '#contract/core/limits.ts'
import { firstWithin } from '#server/concurrency/first-within.ts'
import { writeBuffer } from '#server/concurrency/write-buffer.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { addCounts, type Counts, flipLow } from './interest-store.ts'

/** Buffer of views and downloads: milliseconds until a write, and most entries while the database is unavailable. */
const LATER = { afterMs: 5000, at: 5000, max: 100_000 }
/** Most visitors that one node remembers. */
const VISITORS_MAX = 100_000

type Interest = { spaceId: string; what: keyof Counts }

const countsOf = (seen: readonly Interest[]): [id: string, counts: Counts][] => {
  const numberOf = (some: readonly Interest[], what: keyof Counts) => some.filter((one) => one.what === what).length
  return [...Map.groupBy(seen, ({ spaceId }) => spaceId)].map(([id, some]) => [
    id,
    { views: numberOf(some, 'views'), downloads: numberOf(some, 'downloads') },
  ])
}

/** Counts views and downloads of spaces in memory and writes them periodically; a crash loses the latest ones. */
export function interestCounter(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  const { later, flushed } = writeBuffer<Interest>({
    ...LATER,
    write: (seen) => addCounts(db, now(), countsOf(seen)),
    onError: (error) => app.log.warn({ err: error }, 'interest not counted'),
  })
  app.addHook('onClose', flushed)
  /** Reloads of a page count as one view, so that they can't raise the heat of a space. */
  const isFirst = firstWithin(VIEW_AGAIN_MS, VISITORS_MAX, now)

  return {
    countView(spaceId: string, visitor: string): void {
      if (isFirst(`${spaceId} ${visitor}`)) later({ spaceId, what: 'views' })
    },
    countDownload: (spaceId: string): void => later({ spaceId, what: 'downloads' }),
    write: flushed,
  }
}

type Warned = { last: string | null; warned: number }
/** Spaces handled in one transaction. */
const WARNED_AT_ONCE = 50
/** Sorts before every id. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** Notifies owner and senior members of spaces that are nearly full, once each time. Returns how many spaces. */
export async function warnOfLowRoom(db: Db, messages: Messages): Promise<number> {
  let warnedPeople = 0
  for (let after: string | null = NONE; after; ) {
    const from: string = after
    const { last, warned }: Warned = await transact(db, (tx) => warnSome(tx, messages, from))
    warnedPeople += warned
    after = last
  }
  return warnedPeople
}

/** Handles one batch of spaces after an id: updates their flags, and notifies those that became nearly full. */
async function warnSome(tx: Tx, messages: Messages, after: string): Promise<Warned> {
  const rows = await flipLow(tx, after, WARNED_AT_ONCE)
  const low = rows.filter(({ is_low }) => is_low)
  for (const { id, name, people } of low)
    await messages.notify(tx, {
      kind: 'capacityLow',
      to: people,
      spaceId: id,
      values: { space: name },
      link: `/space/${id}/details/spaceSetting`,
    })
  return { last: rows.at(-1)?.id ?? null, warned: low.length }
}
