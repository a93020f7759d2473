/**
 * Batches items by key: while one batch is running, the next items wait and run together when it ends. A burst of small
 * files becomes a few transactions instead of one each.
 */
export function batcher<Item, Result>(most: number, run: (key: string, items: Item[]) => Promise<Result[]>) {
  type Waiting = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const queues = new Map<string, Waiting[]>()

  async function drain(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length) {
      const round = queue.splice(0, most)
      try {
        const results = await run(
          key,
          round.map(({ item }) => item),
        )
        for (const [index, { resolve }] of round.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of round) reject(error)
      }
    }
    queues.delete(key)
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const waiting = queues.get(key)
      const queue = waiting ?? []
      queue.push({ item, resolve, reject })
      if (waiting) return
      queues.set(key, queue)
      void drain(key, queue)
    })
}
