/** The callers of a batch are waited for if they are at least so many, for so long at most (our choice). */
const GATHERED = { least: 4, ms: 3 }

export type Gathering = { gathers?: boolean }
type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
type Queue<Item, Result> = { waiting: Waiting<Item, Result>[]; arrived: () => void }

/**
 * Batches items by key: while one batch is running, the next items wait and run together when it ends. A burst of small
 * files becomes a few transactions instead of one each. With `gathers`, the next batch waits a moment for the callers
 * of the last one: those who call again and again would otherwise fall into two halves that take turns, and a batch costs
 * about the same however large it is.
 */
export function batcher<Item, Result>(
  most: number,
  run: (key: string, items: Item[]) => Promise<Result[]>,
  { gathers = false }: Gathering = {},
) {
  const queues = new Map<string, Queue<Item, Result>>()

  async function runRound(key: string, round: readonly Waiting<Item, Result>[]): Promise<void> {
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

  /** Waits until so many callers are waiting, but not for long. */
  function gathered(queue: Queue<Item, Result>, count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, GATHERED.ms)
    queue.arrived = () => {
      if (queue.waiting.length >= Math.min(count, most)) resolve()
    }
    queue.arrived()
    return promise.finally(() => {
      clearTimeout(timer)
      queue.arrived = () => {}
    })
  }

  async function drain(key: string, queue: Queue<Item, Result>): Promise<void> {
    do {
      const round = queue.waiting.splice(0, most)
      await runRound(key, round)
      if (gathers && round.length >= GATHERED.least) await gathered(queue, round.length + queue.waiting.length)
    } while (queue.waiting.length)
    queues.delete(key)
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const known = queues.get(key)
      const queue = known ?? { waiting: [], arrived: () => {} }
      queue.waiting.push({ item, resolve, reject })
      if (known) return known.arrived()
      queues.set(key, queue)
      void drain(key, queue)
    })
}
