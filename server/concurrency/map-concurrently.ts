/** Items processed concurrently; leaves a running server its share of disk and threads. */
const CONCURRENCY = 4

/** Maps many items, a few concurrently; yields the results in the order of the items. */
export async function* mapConcurrently<One, T>(
  many: AsyncIterable<One>,
  work: (one: One) => Promise<T>,
): AsyncGenerator<[One, T]> {
  const under: Promise<[One, T]>[] = []
  try {
    for await (const one of many) {
      const begun = work(one).then((outcome): [One, T] => [one, outcome])
      // The error is thrown where the promise is awaited, possibly after others.
      begun.catch(() => {})
      under.push(begun)
      if (under.length >= CONCURRENCY) yield (await under.shift()) as [One, T]
    }
    for (const one of under.splice(0)) yield await one
  } finally {
    // A caller that stops early waits for the running work.
    await Promise.allSettled(under)
  }
}
