/**
 * Processes items as they arrive, at most `most` in parallel. Throws the first error after the running ones have ended.
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  parallel: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const errors: unknown[] = []
  async function worker(): Promise<void> {
    try {
      while (!errors.length) {
        const next = await source.next()
        if (next.done) return
        await work(next.value)
      }
    } catch (error) {
      errors.push(error)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  if (errors.length) throw errors[0]
}
