import { MINUTE_MS } from '#contract/core/time.ts'
import { Failure } from '#server/failure.ts'
import { holdBack } from '#server/http/hold-back.ts'
import type { Program } from '#server/http/program.ts'
import type { CallStore } from './calls-store.ts'

/** This node's share of the current minute of an application. */
type Share = { minute: number; most: number; left: number; isOver: boolean; coming: Promise<void> | null }

/**
 * Calls per minute of each application, on all nodes together: a node reserves shares of the minute in the database and
 * counts them in memory, so that most calls need no query.
 */
export function callLimit({ store, now }: { store: Pick<CallStore, 'takeCalls'>; now: () => Date }) {
  const shares = new Map<string, Share>()
  const hold = holdBack()

  function shareOf({ id, callsPerMinute: most }: Program, minute: number): Share {
    const known = shares.get(id)
    if (known?.minute === minute && known.most === most) return known
    const share = { minute, most, left: 0, isOver: false, coming: null }
    shares.set(id, share)
    return share
  }

  async function refill(id: string, share: Share): Promise<void> {
    const { minute, most } = share
    const given = await store.takeCalls({ id, minute, most })
    share.left += given
    share.isOver = given === 0
  }

  /** Counts a call. Throws tooManyRequests with the seconds until the next minute. */
  return async function take(program: Program): Promise<void> {
    for (;;) {
      const at = now().getTime()
      const minute = Math.floor(at / MINUTE_MS)
      const share = shareOf(program, minute)
      if (share.left > 0) {
        share.left -= 1
        return
      }
      if (share.isOver) {
        const seconds = Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - at) / 1000))
        await hold()
        throw new Failure('tooManyRequests', { data: { seconds } })
      }
      share.coming ??= refill(program.id, share).finally(() => {
        share.coming = null
      })
      await share.coming
    }
  }
}
