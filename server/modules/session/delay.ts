/** How long wrong passwords are remembered. */
export const MEMORY_MS = 3_600_000
/** The longest wait between two tries. */
export const LONGEST_WAIT_MS = 60_000

/**
 * Who waits after wrong passwords. An address with one account is slowed after 3 misses, an address as a whole after 30
 * (an institution shares one). Nothing is kept by account alone: a stranger elsewhere can't make its owner wait.
 */
export const keysOf = (address: string, email: string) => [
  { key: `${address} ${email.toLowerCase()}`, free: 3 },
  { key: address, free: 30 },
]

/** The wait after this many misses in a row: none while they are free, then 1, 2, 4 … seconds up to a minute. */
export function waitMs(failures: number, free: number): number {
  return failures < free ? 0 : Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(failures - free, 10))
}
