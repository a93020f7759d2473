import { Failure } from '#server/failure.ts'
import { networkPrefixOf } from '../http/network-prefix.ts'

/** So much that one key, such as a person or an address, and all together may have under way; in memory, for each process. */
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
    /** Takes so much, `ofAll` of it from what all share, and answers what gives it back. Throws tooManyRequests, busy. */
    take(whose: string, amount: number, ofAll = amount): () => void {
      const key = networkPrefixOf(whose)
      if ((held.get(key) ?? 0) + amount > each) throw new Failure('tooManyRequests')
      if (total + ofAll > all) throw new Failure('busy')
      add(key, amount, ofAll)
      return () => add(key, -amount, -ofAll)
    },
  }
}
