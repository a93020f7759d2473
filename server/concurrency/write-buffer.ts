type Needs<T> = {
  afterMs: number
  /** So many do not wait for the clock; no more are written at a time. */
  at: number
  /** No more are kept while the database is away. */
  max: number
  write: (entries: T[]) => Promise<unknown>
  onError: (error: unknown, waiting: number) => void
}

/** Buffers entries of what must not wait for the database, and writes them together; those that it did not take wait. */
export function writeBuffer<T>({ afterMs, at, max, write, onError }: Needs<T>) {
  const waiting: T[] = []
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function writeAll(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length) {
      const entries = waiting.slice(0, at)
      try {
        await write(entries)
      } catch (error) {
        begin()
        return onError(error, waiting.length)
      }
      waiting.splice(0, entries.length)
    }
  }
  /** All that waits, written, and what is being written. */
  const flushed = (): Promise<void> => {
    writing = writing.then(writeAll)
    return writing
  }
  const begin = () => void (timer ??= setTimeout(flushed, afterMs).unref())

  return {
    later(entry: T): void {
      if (waiting.length >= max) return
      waiting.push(entry)
      begin()
      if (waiting.length === at) void flushed()
    },
    flushed,
  }
}
