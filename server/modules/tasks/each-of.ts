/** Processes items, `most` concurrently. Throws the first error after the running ones have ended. */
export async function eachOf<T>(items: AsyncIterable<T>, most: number, run: (item: T) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  let broken: { error: unknown } | undefined
  try {
    for await (const item of items) {
      const one = run(item)
        .catch((error: unknown) => {
          broken ??= { error }
        })
        .finally(() => running.delete(one))
      running.add(one)
      if (running.size >= most) await Promise.race(running)
      if (broken) break
    }
  } finally {
    await Promise.all(running)
  }
  if (broken) throw broken.error
}
