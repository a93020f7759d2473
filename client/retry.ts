import { Refusal, Unreachable } from './failures.ts'

/** Tries of a call without an answer: about three minutes with the pauses below. */
const TRIES_MAX = 12
/** Tries of a call that the server answers with an internal error. */
const UNKNOWN_TRIES_MAX = 3
const PAUSE_MS = { first: 500, most: 30_000 } as const
const PASSING = new Set([429, 502, 503, 504])

/** Pause before the next try, in milliseconds; null: a retry would fail again. `chance` is below 1. */
export function pauseAfter(error: unknown, tries: number, chance: number): number | null {
  const isPassing = error instanceof Unreachable || (error instanceof Refusal && PASSING.has(error.status))
  const isUnknown = error instanceof Refusal && error.status === 500
  if (tries >= (isPassing ? TRIES_MAX : isUnknown ? UNKNOWN_TRIES_MAX : 0)) return null
  const grown = Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** (tries - 1))
  // Jitter, so that calls that failed together are not retried together.
  const spread = grown * (0.5 + chance / 2)
  return Math.round(error instanceof Refusal ? Math.max(spread, error.retryAfterMs) : spread)
}

type Needs = { sleep: (ms: number) => Promise<unknown>; onWait: (error: unknown, pauseMs: number) => void }

/** Retries temporary failures. The attempt must be safe to repeat. */
export async function withRetries<Result>(attempt: () => Promise<Result>, { sleep, onWait }: Needs): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      const pauseMs = pauseAfter(error, tries, Math.random())
      if (pauseMs === null) throw error
      onWait(error, pauseMs)
      await sleep(pauseMs)
    }
  }
}
