import { UploadStop } from './stop.ts'

/** The clock is injected, so that tests of delays need not wait. */
export type Clock = {
  now(): number
  after(ms: number, run: () => void): () => void
}

export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Waits for `ms`; aborting the signal ends the wait with UploadStop. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadStop())
    const stop = () => {
      cancel()
      reject(new UploadStop())
    }
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}
