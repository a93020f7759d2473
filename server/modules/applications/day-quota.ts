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
 * Holds applications to their quotas by day (UTC). A call is taken from its quota in the database before it is let in, so
 * that all nodes together let in no more, also when one ends without a farewell. Bytes are known only afterwards: a node
 * knows its own at once, and those of the others when they are saved. What was let in is not broken off.
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

  /** Takes as many of these calls as there is room for; answers how many. */
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
    /** Takes a call with a body of so many bytes; its refusal, with the seconds until the next day, or null: it is in. */
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
    /** Hears what is saved of a day. */
    saved(used: readonly DayBytes[]): void {
      for (const { id, ...total } of used) if (total.day >= (saved.get(id)?.day ?? 0)) saved.set(id, total)
    },
  }
}
