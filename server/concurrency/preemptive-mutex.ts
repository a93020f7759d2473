/**
 * A mutex by key: a newer holder ends the one before and waits until it is over. Whoever comes back
 * after a cut need not wait until the server has noticed the cut.
 */
export function preemptiveMutex() {
  const running = new Map<string, { end: () => void; over: Promise<void> }>()
  return async <Result>(key: string, end: () => void, run: () => Promise<Result>): Promise<Result> => {
    for (let before = running.get(key); before; before = running.get(key)) {
      before.end()
      await before.over
    }
    const { promise: over, resolve } = Promise.withResolvers<void>()
    running.set(key, { end, over })
    try {
      return await run()
    } finally {
      running.delete(key)
      resolve()
    }
  }
}
