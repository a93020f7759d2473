/**
 * A mutex by key: a newer holder aborts the earlier one and waits until it has ended. A client that reconnects need not
 * wait until the server notices the lost connection.
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
