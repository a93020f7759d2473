import { HOUR_MS } from '#contract/core/time.ts'

/** How long wrong passwords are remembered. */
export const MEMORY_MS = HOUR_MS
/** The longest wait between two tries. */
export const LONGEST_WAIT_MS = 60_000

/** Misses that are free for an address with one account, for an address as a whole, and for an account from everywhere. */
const FREE = { together: 3, address: 30, account: 100 }
export type Key = { key: string; free: number }

/**
 * Who waits after wrong passwords. An address with one account is slowed after 3 misses, an address as a whole after 30
 * (an institution shares one), an account after 100 from wherever. A browser that the person signed in with before
 * waits for its own misses alone: a stranger, elsewhere or in the same network, can't make the owner wait.
 */
export function keysOf(address: string, email: string, isKnownDevice: boolean): Key[] {
  const together = { key: `${address} ${email.toLowerCase()}`, free: FREE.together }
  if (isKnownDevice) return [{ ...together, key: `known ${together.key}` }]
  return [together, { key: address, free: FREE.address }, { key: `* ${email.toLowerCase()}`, free: FREE.account }]
}

/** The wait after this many misses in a row: none while they are free, then 1, 2, 4 … seconds up to a minute. */
export function waitMs(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(failures - free, 10))
}
