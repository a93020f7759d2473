import { Failure } from '#server/failure.ts'
import { networkPrefixOf } from '../http/network-prefix.ts'

/**
 * Limits the total amount in flight of one key, such as a person or an address, and of all together; in memory, per
 * process.
 */
export function inFlightLimit({ each, all }: { each: number; all: number }) {
  const held = new Map<string, number>()
  let total = 0
  const add = (key: string, amount: number, ofAll: number) => {
    const sum = (held.get(key) ?? 0) + amount
    if (sum) held.set(key, sum)
    else held.delete(key)
    total += ofAll
  }
  return {
    /**
     * Takes an amount, `ofAll` of it from the shared limit; returns the function that releases it. Throws
     * tooManyRequests, busy.
     */
    take(whose: string, amount: number, ofAll = amount): () => void {
      const key = networkPrefixOf(whose)
      if ((held.get(key) ?? 0) + amount > each) throw new Failure('tooManyRequests')
      if (total + ofAll > all) throw new Failure('busy')
      add(key, amount, ofAll)
      return () => add(key, -amount, -ofAll)
    },
  }
}
