/** Most bytes waiting for the store; a faster sender waits. */
const AHEAD_BYTES = 1_048_576

/** A queue that is pushed to on one side and read as a stream on the other. */
export function inflow() {
  const pieces: Buffer[] = []
  let held = 0
  let end: { error: Error | null } | null = null
  let isLeft = false
  let [wakeReader, wakeWriter] = [() => {}, () => {}]

  const { promise: isRead, resolve: begun } = Promise.withResolvers<void>()

  async function* source(): AsyncGenerator<Buffer> {
    begun()
    try {
      for (;;) {
        const piece = pieces.shift()
        if (piece) {
          held -= piece.length
          wakeWriter()
          yield piece
        } else if (end) {
          if (end.error) throw end.error
          return
        } else
          await new Promise<void>((resolve) => {
            wakeReader = resolve
          })
      }
    } finally {
      isLeft = true
      wakeWriter()
    }
  }

  function over(error: Error | null): void {
    end ??= { error }
    wakeReader()
  }

  return {
    source: source(),
    /** Resolves when reading begins. */
    isRead,
    /** True when the reader has stopped. */
    isLeft: () => isLeft,
    /** Pushes bytes; resolves when more are accepted, or when the reader has stopped. */
    async push(piece: Buffer): Promise<void> {
      if (isLeft) return
      pieces.push(piece)
      held += piece.length
      wakeReader()
      while (held > AHEAD_BYTES && !isLeft)
        await new Promise<void>((resolve) => {
          wakeWriter = resolve
        })
    },
    end: () => over(null),
    fail: (error: Error) => over(error),
  }
}
