import { type Clock, pause } from './clock.ts'
import { UploadStop } from './stop.ts'

/** Longest pause between two tries to reach a server that is away. */
const BACKOFF_MAX_MS = 15_000
/** How often a request is tried again when it alone fails. */
const RETRIES = 3

/** 1 s, 2 s, 4 s ... up to BACKOFF_MAX_MS. */
export const backoffMs = (attempt: number): number => Math.min(BACKOFF_MAX_MS, 1000 * 2 ** attempt)

/** What a failed request means: nobody answered, the server asks to retry later, or it refused. */
export type FailureKind = 'network' | 'passing' | 'refused'

/** Whether the server can be reached; requests wait here while it can't, and all go on when one gets through. */
export class Connection {
  /** Answers of the server so far, refusals included. */
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

  /** The server answered. */
  answered(): void {
    this.answers += 1
    if (!this.#isLost) return
    this.#isLost = false
    this.#attempt = 0
    this.wake()
    this.#onChange()
  }

  /** Nobody answered, or the browser says that it is offline: try again after a while. */
  lose(): void {
    this.#cancelWake ??= this.#clock.after(backoffMs(this.#attempt++), () => this.wake())
    if (this.#isLost) return
    this.#isLost = true
    this.#onChange()
  }

  /** Lets everything that waits try again now. */
  wake(): void {
    this.#cancelWake?.()
    this.#cancelWake = null
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const go of waiting) go()
  }

  /** Resolves when a request is worth a try; a stop ends the wait with UploadStop. */
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
 * Tries until the server has answered. A lost network is waited for without end; a request that alone fails while others
 * get through, or that the server puts off, is tried RETRIES times more. Throws UploadStop on a stop.
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
