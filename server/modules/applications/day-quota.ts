import { DAY_MS } from '#contract/core/time.ts'
import type { Failure } from '#server/failure.ts'
import { type Program, quotaUsed } from '#server/http/program.ts'
import type { CallStore, DayTotal, DayUse } from './calls-store.ts'

type Unsaved = DayUse & { limited: number }
type Needs = {
  store: Pick<CallStore, 'usedOf'>
  now: () => Date
  /** What this node counted of a day and has not saved. */
  unsavedOf: (id: string, day: number) => readonly Unsaved[]
}
/** What all nodes have saved of a day, as this one last heard. */
type Saved = Omit<DayTotal, 'id'>

/** The day (UTC), counted from 1970. */
export const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/**
 * Holds applications to their quotas by day (UTC). A node knows its own calls at once, and those of the others when
 * counts are saved, so that all together may pass a quota by what they do meanwhile. What was let in is not broken off.
 */
export function dayQuota({ store, now, unsavedOf }: Needs) {
  const saved = new Map<string, Saved>()
  const asked = new Map<string, Promise<void>>()

  async function ask(id: string, day: number): Promise<void> {
    saved.set(id, { ...(await store.usedOf(id, day)), day })
  }
  async function know(id: string, day: number): Promise<void> {
    if (saved.get(id)?.day === day) return
    const asking = asked.get(id) ?? ask(id, day).finally(() => asked.delete(id))
    asked.set(id, asking)
    await asking
  }

  function usedOf(id: string, day: number): DayUse {
    const known = saved.get(id)
    const used = known?.day === day ? { calls: known.calls, bytes: known.bytes } : { calls: 0, bytes: 0 }
    for (const { calls, limited, bytes } of unsavedOf(id, day)) {
      used.calls += calls - limited
      used.bytes += bytes
    }
    return used
  }

  return {
    /** Learns what all nodes have saved of today, if this one does not know it. */
    async prepare({ id, callsPerDay, bytesPerDay }: Program): Promise<void> {
      if (callsPerDay !== null || bytesPerDay !== null) await know(id, dayOf(now()))
    },
    /**
     * The refusal of a call with a body of so many bytes, with the seconds until the next day; null: it is in. Whoever
     * counts the call before anything else happens lets no more in than there is room for.
     */
    refusalOf({ id, callsPerDay, bytesPerDay }: Program, bytes: number): Failure | null {
      if (callsPerDay === null && bytesPerDay === null) return null
      const at = now()
      const day = dayOf(at)
      const used = usedOf(id, day)
      const isOverCalls = callsPerDay !== null && used.calls >= callsPerDay
      const isOverBytes = bytesPerDay !== null && (used.bytes >= bytesPerDay || used.bytes + bytes > bytesPerDay)
      if (!isOverCalls && !isOverBytes) return null
      const seconds = Math.ceil(((day + 1) * DAY_MS - at.getTime()) / 1000)
      return quotaUsed({ seconds, quota: isOverCalls ? 'calls' : 'bytes' })
    },
    /** Hears what is saved of a day. */
    saved(used: readonly DayTotal[]): void {
      for (const { id, ...total } of used) if (total.day >= (saved.get(id)?.day ?? 0)) saved.set(id, total)
    },
  }
}
