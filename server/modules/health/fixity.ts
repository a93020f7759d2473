import { setTimeout as pause } from 'node:timers/promises'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { health } from '#contract/health.ts'
import type { Repair } from '#server/modules/backups/index.ts'
import type { HealthStore, Problem } from './store.ts'

/** Duration of one run; runs start every ten minutes (our choice). */
const RUN_MS = 8 * MINUTE_MS
/** After each content it rests this many times as long as it read, so that others have the disk (our choice). */
const REST_FACTOR = 3
const REST_MAX_MS = MINUTE_MS
/** Damaged contents that are read again at once when somebody asks. */
const AGAIN_MAX = 100
/** How long a request waits for the result; checks in progress then continue (our choice). */
const AGAIN_MS = 30_000

export type FixityNeeds = {
  store: HealthStore
  days: number
  /** Reads a content as a whole. */
  conditionOf: (sha256: string) => Promise<Problem | 'good'>
  /** The files and versions that use each content. */
  lossesOf: (sha256s: readonly string[]) => Promise<Map<string, string[]>>
  /** Restores a content from a backup; null if no copy has it intact. */
  repair: (sha256: string) => Promise<Repair | null>
  now: () => Date
  newId: () => string
}

/** Whether a content is damaged; one whose check takes too long counts as damaged. */
async function inTime(ms: number, checking: Promise<boolean>): Promise<boolean> {
  const stop = new AbortController()
  const late = pause(ms, true, { signal: stop.signal }).catch(() => true)
  return Promise.race([checking, late]).finally(() => stop.abort())
}

/** Reads every content within some days and compares it with its hash. */
export function fixity({ store, days, conditionOf, lossesOf, repair, now, newId }: FixityNeeds) {
  /** Contents that are being checked here, each only once at a time: whether they are damaged. */
  const underWay = new Map<string, Promise<boolean>>()

  function check(sha256: string): Promise<boolean> {
    const checking = underWay.get(sha256) ?? checkedAndRepaired(sha256).finally(() => underWay.delete(sha256))
    underWay.set(sha256, checking)
    return checking
  }

  async function checkedAndRepaired(sha256: string): Promise<boolean> {
    const condition = await conditionOf(sha256)
    await store.note(sha256, condition, now())
    return condition !== 'good' && !(await repaired(sha256, condition))
  }

  /** Repairs a content, reads it once more, and keeps that in the report. */
  async function repaired(sha256: string, problem: Problem): Promise<boolean> {
    const from = await repair(sha256)
    if (!from || (await conditionOf(sha256)) !== 'good') return false
    await store.note(sha256, 'good', now())
    await store.noteRepair({ id: newId(), sha256, problem, at: now(), ...from })
    return true
  }

  return {
    /** Reads due contents at a limited rate; run by schedule. Returns their number. */
    async run(runMs = RUN_MS): Promise<number> {
      if (!days) return 0
      const begun = performance.now()
      for (let count = 0; ; count += 1) {
        const sha256 = await store.due(new Date(now().getTime() - days * DAY_MS))
        if (!sha256 || performance.now() - begun > runMs) return count
        const started = performance.now()
        await check(sha256)
        await pause(Math.min(REST_MAX_MS, (performance.now() - started) * REST_FACTOR))
      }
    },
    async damaged(paging: ParsedOf<typeof health.damaged>) {
      const { list, ...rest } = await store.damaged(paging)
      const losses = await lossesOf(list.map(({ sha256 }) => sha256))
      return {
        list: list.map(({ sha256, problem, found_at }) => ({
          sha256,
          problem,
          foundAt: found_at.toISOString(),
          files: losses.get(sha256) ?? [],
        })),
        ...rest,
      }
    },
    async repaired(paging: ParsedOf<typeof health.repaired>) {
      const { list, ...rest } = await store.repaired(paging)
      const losses = await lossesOf(list.map(({ sha256 }) => sha256))
      return { list: list.map((row) => ({ ...row, files: losses.get(row.sha256) ?? [] })), ...rest }
    },
    /**
     * Reads damaged contents again, and restores those that a backup has; those that take too long count as damaged.
     */
    async checkDamaged() {
      const all = await store.someDamaged(AGAIN_MAX)
      const until = performance.now() + AGAIN_MS
      let [checked, damaged] = [0, 0]
      for (const sha256 of all) {
        const leftMs = until - performance.now()
        if (leftMs <= 0) break
        checked += 1
        if (await inTime(leftMs, check(sha256))) damaged += 1
      }
      return { checked, damaged }
    },
  }
}
