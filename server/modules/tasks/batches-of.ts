/** Groups items in their order: `fits` decides whether the next one joins the current batch. */
export async function* batchesOf<T>(
  items: AsyncIterable<T>,
  fits: (batch: readonly T[], next: T) => boolean,
): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    if (batch.length && !fits(batch, item)) {
      yield batch
      batch = []
    }
    batch.push(item)
  }
  if (batch.length) yield batch
}
