import type { HealthKey, HealthState } from '#contract/health.ts'
import type { TextValues } from '#server/http/texts.ts'

/** Outcome of a check: `said` is a key below `health.said`. */
export type Verdict = {
  state: HealthState
  said: string
  values?: TextValues
  details?: readonly string[]
}
/** A check; `of` names which one, where there are several of a kind. */
export type Check = { key: HealthKey; of?: string; run: () => Promise<Verdict> }

const GIB = 1024 ** 3
/** A size in GiB for a sentence. */
export const gib = (bytes: number): string => (bytes / GIB).toFixed(bytes < 10 * GIB ? 2 : 0)
