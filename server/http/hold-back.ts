import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long a refusal for too many calls is delayed, and how many at once: clients that continue without waiting are
 * slowed down to a rate that costs the others nothing.
 */
const HOLD_MS = 1000
const HELD_MAX = 1000

/** Delays refusals; beyond the maximum number held at once, they are sent immediately. */
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
