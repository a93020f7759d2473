import { Failure } from '#server/failure.ts'

/** Tries that may wait behind one address; a person needs one. */
const WAITING_MAX = 20

/**
 * A mutex by address: lets the tries of one address through one after another, so that each sees the misses before it, and at most
 * `atOnce` in all: hashing a password takes a core for 40 ms, and files are read by the same threads. Throws
 * tooManyRequests to an address that sends more than it could wait for; the others do not notice.
 */
export function keyedMutex(atOnce: number) {
  const lines = new Map<string, { tail: Promise<void>; length: number }>()
  const waiting: (() => void)[] = []
  let running = 0

  async function take(): Promise<void> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
  }
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  async function pass<T>(run: () => Promise<T>): Promise<T> {
    await take()
    try {
      return await run()
    } finally {
      leave()
    }
  }

  return async <T>(address: string, run: () => Promise<T>): Promise<T> => {
    const line = lines.get(address) ?? { tail: Promise.resolve(), length: 0 }
    if (line.length >= WAITING_MAX) throw new Failure('tooManyRequests')
    lines.set(address, line)
    line.length += 1
    const mine = line.tail.then(() => pass(run))
    line.tail = mine.then(
      () => {},
      () => {},
    )
    try {
      return await mine
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(address)
    }
  }
}
