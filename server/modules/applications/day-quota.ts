import { DAY_MS } from '#contract/core/time.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import type { Failure } from '#server/failure.ts'
import { type Program, quotaUsed } from '#server/http/program.ts'
import type { CallStore, DayBytes } from './calls-store.ts'

/** Calls that are taken from a quota by one statement. */
const CALLS_AT_ONCE = 500

type Needs = {
  store: Pick<CallStore, 'bytesOf' | 'takeOfDay'>
  now: () => Date
  /** Bytes that this node counted of a day and has not saved. */
  unsavedOf: (id: string, day: number) => number
  /** Calls of a day that this node let in while there was no quota, and has not saved. */
  unsavedCallsOf: (id: string, day: number) => number
}

/** The day (UTC), counted from 1970. */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/**
 * Enforces daily quotas (UTC) of applications. A call is deducted from its quota in the database before it is accepted,
 * so that all nodes together accept no more, even if one is killed. Bytes are known only afterwards: a node knows its
 * own at once, and those of the others once they are saved. Accepted calls are not interrupted.
 */
export function dayQuota({ store, now, unsavedOf, unsavedCallsOf }: Needs) {
  const saved = new Map<string, Omit<DayBytes, 'id'>>()
  const asked = new Map<string, Promise<void>>()
  /** The exhausted quota of calls, and its day, so that further calls don't query the database. */
  const full = new Map<string, { day: number; most: number }>()

  async function ask(id: string, day: number): Promise<void> {
    saved.set(id, { bytes: await store.bytesOf(id, day), day })
  }
  async function bytesOf(id: string, day: number): Promise<number> {
    if (saved.get(id)?.day !== day) {
      const asking = asked.get(id) ?? ask(id, day).finally(() => asked.delete(id))
      asked.set(id, asking)
      await asking
    }
    const known = saved.get(id)
    return (known?.day === day ? known.bytes : 0) + unsavedOf(id, day)
  }

  /** Deducts as many of these calls as the quota allows; returns their number. */
  async function takeMany(wish: { id: string; day: number; most: number }, wanted: number): Promise<number> {
    let given = 0
    for (let step = wanted; step > 0 && given < wanted; step = Math.min(step, wanted - given)) {
      if (await store.takeOfDay({ ...wish, calls: step })) given += step
      else step = Math.floor(step / 2)
    }
    return given
  }
  const take = batcher<{ id: string; day: number; most: number }, boolean>(CALLS_AT_ONCE, async (_key, wishes) => {
    const [wish] = wishes
    if (!wish) return []
    const { id, day, most } = wish
    const given = await takeMany({ id, day, most: most - unsavedCallsOf(id, day) }, wishes.length)
    if (given < wishes.length) full.set(id, { day, most })
    return wishes.map((_, at) => at < given)
  })
  async function isTaken(id: string, day: number, most: number): Promise<boolean> {
    const known = full.get(id)
    return !(known?.day === day && known.most === most) && (await take(`${id} ${day} ${most}`, { id, day, most }))
  }

  return {
    /**
     * Deducts a call with a body of this many bytes; returns its refusal, with the seconds until the next day, or null
     * if it was accepted.
     */
    async refusalOf({ id, callsPerDay, bytesPerDay }: Program, bytes: number): Promise<Failure | null> {
      const at = now()
      const day = dayOf(at)
      const seconds = Math.ceil(((day + 1) * DAY_MS - at.getTime()) / 1000)
      if (bytesPerDay !== null) {
        const used = await bytesOf(id, day)
        if (used >= bytesPerDay || used + bytes > bytesPerDay) return quotaUsed({ seconds, quota: 'bytes' })
      }
      const isIn = callsPerDay === null || (await isTaken(id, day, callsPerDay))
      return isIn ? null : quotaUsed({ seconds, quota: 'calls' })
    },
    /** Receives the saved counts of a day. */
    saved(used: readonly DayBytes[]): void {
      for (const { id, ...total } of used) if (total.day >= (saved.get(id)?.day ?? 0)) saved.set(id, total)
    },
  }
}
