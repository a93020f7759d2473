import { Failure } from '#server/failure.ts'

/** Most waiting attempts of one address; a person needs one. */
const WAITING_MAX = 20

/**
 * A mutex by address: attempts of one address run one after another, so that each sees the failures before it, and at
 * most `atOnce` run in all: hashing a password takes a core for 40 ms, in the thread pool that also reads files. Throws
 * tooManyRequests to an address with too many waiting attempts; other addresses are not affected.
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
