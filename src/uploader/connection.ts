import { type Clock, pause } from './clock.ts'
import { UploadStop } from './stop.ts'

/** Longest pause between two attempts to reach an unreachable server. */
const BACKOFF_MAX_MS = 15_000
/** Maximum number of retries of a request while other requests succeed. */
const RETRIES = 3

/** 1 s, 2 s, 4 s ... up to BACKOFF_MAX_MS. */
export const backoffMs = (attempt: number): number => Math.min(BACKOFF_MAX_MS, 1000 * 2 ** attempt)

/** The kind of a failed request: no answer, the server asks to retry later, or the server refused. */
export type FailureKind = 'network' | 'passing' | 'refused'

/** Tracks whether the server can be reached; while it cannot, requests wait here, and all resume when one succeeds. */
export class Connection {
  /** Number of answers from the server so far, including refusals. */
  answers = 0
  #isLost = false
  #attempt = 0
  #cancelWake: (() => void) | null = null
  readonly #waiting = new Set<() => void>()
  readonly #clock: Clock
  readonly #onChange: () => void

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Records that the server answered. */
  answered(): void {
    this.answers += 1
    if (!this.#isLost) return
    this.#isLost = false
    this.#attempt = 0
    this.wake()
    this.#onChange()
  }

  /** Records that there was no answer or the browser is offline, and schedules the next attempt. */
  lose(): void {
    this.#cancelWake ??= this.#clock.after(backoffMs(this.#attempt++), () => this.wake())
    if (this.#isLost) return
    this.#isLost = true
    this.#onChange()
  }

  /** Lets all waiting requests try again now. */
  wake(): void {
    this.#cancelWake?.()
    this.#cancelWake = null
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const go of waiting) go()
  }

  /** Resolves when a request may be tried; aborting the signal ends the wait with UploadStop. */
  ready(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(new UploadStop())
    if (!this.#isLost) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.delete(go)
        reject(new UploadStop())
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      this.#waiting.add(go)
      signal.addEventListener('abort', stop, { once: true })
    })
  }
}

type Needs = {
  connection: Connection
  clock: Clock
  signal: AbortSignal
  kindOf: (error: unknown) => FailureKind
}

/**
 * Retries until the server has answered. A lost network is waited for without limit; a request that fails while others
 * succeed, or that the server defers, is retried up to RETRIES times. Throws UploadStop on an abort.
 */
export async function reliably<T>(attempt: () => Promise<T>, { connection, clock, signal, kindOf }: Needs): Promise<T> {
  let strikes = 0
  for (;;) {
    await connection.ready(signal)
    const answersBefore = connection.answers
    try {
      const answer = await attempt()
      connection.answered()
      return answer
    } catch (error) {
      if (signal.aborted) throw new UploadStop()
      const kind = kindOf(error)
      if (kind === 'network' && connection.answers === answersBefore) {
        connection.lose()
        continue
      }
      if (kind !== 'network') connection.answered()
      if (kind === 'refused' || strikes === RETRIES) throw error
      await pause(clock, backoffMs(strikes++), signal)
    }
  }
}
