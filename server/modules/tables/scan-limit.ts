import { fairQueue } from '#server/concurrency/fair-queue.ts'
import type { ByActor } from '#server/http/context.ts'
import { askingSignal } from '#server/storage/asking.ts'

/**
 * Maximum number of full table scans of this server at a time, each of which holds a connection for long; of those of
 * one person; and of those of one person that wait (our choice).
 */
const AT_ONCE = 3
const OF_ONE_MAX = 2
const WAITING_MAX = 50

/**
 * Lets a few scans of whole tables run at a time, so that connections are left for other requests. Pages of rows that are
 * sought have their own, so that they do not wait for what takes longer.
 */
export function scanLimit() {
  const take = fairQueue(AT_ONCE, WAITING_MAX, OF_ONE_MAX)
  return <Wish, Answer>(scan: (wish: Wish, by: ByActor) => Promise<Answer>) =>
    async (wish: Wish, by: ByActor): Promise<Answer> => {
      const leave = await take(by.actor.id, askingSignal())
      try {
        return await scan(wish, by)
      } finally {
        leave()
      }
    }
}
