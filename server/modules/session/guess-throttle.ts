import { Failure } from '#server/failure.ts'
import { networkPrefixOf } from '#server/http/network-prefix.ts'
import { keyedMutex } from '../../concurrency/keyed-mutex.ts'
import { type Key, keysOf, MEMORY_MS, waitMs } from './delay.ts'
import type { SessionStore } from './store.ts'

/** An attempt; `keys` replaces the usual keys of its delays. */
type Try = { address: string; name: string; isKnownDevice?: boolean; keys?: Key[] }

/**
 * Limits attempts to authenticate: attempts of one address run one after another, failures delay the next one, and at
 * most `atOnce` run in all. `run` returns null for a failure.
 */
export function guessThrottle(store: SessionStore, now: () => Date, atOnce: number) {
  const pass = keyedMutex(atOnce)

  async function refuseHasty(keys: Key[]) {
    const delays = await store.delaysOf(keys.map(({ key }) => key))
    const waits = delays.map((delay) => delay.until.getTime() - now().getTime())
    const longest = Math.max(0, ...waits)
    const seconds = Math.ceil(longest / 1000)
    if (longest > 0) throw new Failure('loginDelayed', { values: { seconds }, data: { seconds } })
    return delays
  }

  async function countMiss(keys: Key[]): Promise<void> {
    const at = now()
    for (const { key, free } of keys) {
      const failures = await store.countMiss(key, at, new Date(at.getTime() - MEMORY_MS))
      await store.delayUntil(key, new Date(at.getTime() + waitMs(failures, free)))
    }
  }

  return <T>(
    { address, name, isKnownDevice = false, keys = keysOf(networkPrefixOf(address), name, isKnownDevice) }: Try,
    run: () => Promise<T | null>,
  ): Promise<T | null> =>
    pass(isKnownDevice ? `${address} ${name}` : networkPrefixOf(address), async () => {
      const delays = await refuseHasty(keys)
      const found = await run()
      if (found === null) await countMiss(keys)
      else if (delays.length) await store.forgetDelay(keys[0]?.key ?? '')
      return found
    })
}
export type GuessThrottle = ReturnType<typeof guessThrottle>
