import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long a refusal for too many calls is held back, and how many at once: whoever goes on without waiting is slowed
 * down to what costs the others nothing.
 */
const HOLD_MS = 1000
const HELD_MAX = 1000

/** Holds refusals back; beyond the most that are held at once they go out as they come. */
export function holdBack(): () => Promise<void> {
  let held = 0
  return async () => {
    if (held >= HELD_MAX) return
    held += 1
    await wait(HOLD_MS, undefined, { ref: false }).finally(() => {
      held -= 1
    })
  }
}
