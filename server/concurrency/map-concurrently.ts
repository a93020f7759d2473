/** Things that are worked on at once: a running server keeps its share of disk and threads. */
const CONCURRENCY = 4

/** Does one thing for each of many, a few at a time; answers in their order. */
export async function* mapConcurrently<One, T>(
  many: AsyncIterable<One>,
  work: (one: One) => Promise<T>,
): AsyncGenerator<[One, T]> {
  const under: Promise<[One, T]>[] = []
  try {
    for await (const one of many) {
      const begun = work(one).then((outcome): [One, T] => [one, outcome])
      // Thrown where it is awaited; others may be awaited until then.
      begun.catch(() => {})
      under.push(begun)
      if (under.length >= CONCURRENCY) yield (await under.shift()) as [One, T]
    }
    for (const one of under.splice(0)) yield await one
  } finally {
    // Whoever stops asking waits for what is under way.
    await Promise.allSettled(under)
  }
}
