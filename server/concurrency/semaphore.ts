/** A semaphore: at most `count` run at once; the others wait in order of arrival. */
export function semaphore(count: number) {
  let free = count
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
