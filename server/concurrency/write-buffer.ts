type Needs<T> = {
  afterMs: number
  /** Number of entries that are written without waiting for the timer; also the most written at a time. */
  at: number
  /** Most entries kept while the database is unavailable. */
  max: number
  write: (entries: T[]) => Promise<unknown>
  onError: (error: unknown, waiting: number) => void
}

/**
 * Buffers entries so that their callers need not wait for the database, and writes them in batches; after a failed
 * write the entries are kept.
 */
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
  /** Writes all waiting entries, and waits for those being written. */
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
