import { HOUR_MS } from '#contract/core/time.ts'

/** How long wrong passwords are remembered. */
export const MEMORY_MS = HOUR_MS
/** Longest delay between two attempts. */
export const LONGEST_WAIT_MS = 60_000

/**
 * Failures without delay: of an address with one account, of an address in all, and of an account from all addresses.
 */
const FREE = { together: 3, address: 30, account: 100 }
export type Key = { key: string; free: number }

/**
 * Keys of the delays after wrong passwords. An address with one account is delayed after 3 failures, an address in all
 * after 30 (an institution shares one), an account after 100 from any address. A browser that the person has used
 * before is delayed only by its own failures, so that a stranger can't delay the owner.
 */
export function keysOf(address: string, email: string, isKnownDevice: boolean): Key[] {
  const together = { key: `${address} ${email.toLowerCase()}`, free: FREE.together }
  if (isKnownDevice) return [{ ...together, key: `known ${together.key}` }]
  return [together, { key: address, free: FREE.address }, { key: `* ${email.toLowerCase()}`, free: FREE.account }]
}

/** The delay after this many failures in a row: none at first, then 1, 2, 4 … seconds up to a minute. */
export function waitMs(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(failures - free, 10))
}
