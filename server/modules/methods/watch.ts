import { METHOD_REST_SECONDS, METHOD_SLOW_MS } from '#contract/core/limits.ts'
import type { MethodHealth } from '#contract/methods.ts'
import { MethodError, ReturnError } from './adapter.ts'
import type { Advice } from './advice.ts'

/** Consecutive failures after which a method is paused. */
const FAILURES_MAX = 3
const REST_MS = METHOD_REST_SECONDS * 1000
/** Recorded health older than this is ignored. */
const FRESH_MS = 10 * 60_000

export type Outcome = { ms: number; error?: MethodError }
type State = MethodHealth['state']
type Seen = {
  state: State
  ms: number
  error: MethodError | null
  atMs: number
  failures: number
  restsUntilMs: number
}

const unseen: Seen = { state: 'unknown', ms: 0, error: null, atMs: 0, failures: 0, restsUntilMs: 0 }

/** Records the health of methods on this server; one that fails repeatedly is paused for a while. */
export function watch(now: () => Date) {
  const seen = new Map<string, Seen>()
  const counted = new WeakSet<MethodError>()
  const of = (id: string) => seen.get(id) ?? unseen

  function fail(id: string, ms: number, error: MethodError) {
    const atMs = now().getTime()
    const failures = of(id).failures + 1
    const restsUntilMs = failures >= FAILURES_MAX ? atMs + REST_MS : 0
    seen.set(id, { state: 'failing', ms, error, atMs, failures, restsUntilMs })
  }

  /** Records the outcome of a call; the same error object counts once. Invalid responses (ReturnError) do not count. */
  function report(id: string, { ms, error }: Outcome): void {
    if (error instanceof ReturnError || (error && (counted.has(error) || restful.has(error.advice)))) return
    if (error) {
      counted.add(error)
      fail(id, Math.round(ms), error)
      return
    }
    const state = ms > METHOD_SLOW_MS ? 'slow' : 'ok'
    seen.set(id, { ...unseen, state, ms: Math.round(ms), atMs: now().getTime() })
  }

  /** Throws MethodError at once while the method is paused; afterwards one call at a time tries it again. */
  function demandAwake(id: string): void {
    const { restsUntilMs, ...rest } = of(id)
    const nowMs = now().getTime()
    if (restsUntilMs > nowMs) throw new MethodError(rest.error?.message ?? '', 'tripped')
    if (restsUntilMs) seen.set(id, { ...rest, restsUntilMs: nowMs + REST_MS })
  }

  /** Runs a timed and recorded call; `counts` tells which answers prove that the provider works. */
  async function run<T>(id: string, work: () => Promise<T>, counts: (answer: T) => boolean): Promise<T> {
    demandAwake(id)
    const startMs = performance.now()
    const ms = () => performance.now() - startMs
    try {
      const answer = await work()
      if (counts(answer)) report(id, { ms: ms() })
      return answer
    } catch (error) {
      if (error instanceof MethodError) report(id, { ms: ms(), error })
      throw error
    }
  }

  return {
    report,
    run,
    of,
    forget: (id: string) => void seen.delete(id),
    /** Whether the method recently failed or was slow. */
    isBad: (id: string) => {
      const { state, atMs } = of(id)
      return (state === 'failing' || state === 'slow') && now().getTime() - atMs < FRESH_MS
    },
  }
}
export type Watch = ReturnType<typeof watch>

/** Our own refusals, which tell nothing about the provider. */
const restful: ReadonlySet<Advice> = new Set(['tripped', 'crowded'])
