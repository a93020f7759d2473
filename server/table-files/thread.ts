import { Worker } from 'node:worker_threads'

/** Memory limit of a thread in MiB; only the thread ends if its work exceeds it. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

type Thread<Answer> = {
  script: URL
  wish: unknown
  signal: AbortSignal
  isLast: (answer: Answer) => boolean
  /** The error to throw if the memory is exceeded. */
  asTooLarge: (cause: unknown) => Error
}

/** The results of work in a separate thread, one at a time: while one is used, the next is prepared. */
export async function* answersOf<Answer>({
  script,
  wish,
  signal,
  isLast,
  asTooLarge,
}: Thread<Answer>): AsyncGenerator<Answer> {
  signal.throwIfAborted()
  const worker = new Worker(script, { workerData: wish, resourceLimits: MEMORY })
  let heard = Promise.withResolvers<Answer>()
  // An error that occurs while nobody waits is thrown to the next caller.
  heard.promise.catch(() => undefined)
  const fail = (error: unknown) => heard.reject(error)
  const stop = () => fail(signal.reason)
  signal.addEventListener('abort', stop)
  worker.on('message', (answer: Answer) => heard.resolve(answer))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? asTooLarge(error) : error),
  )
  try {
    for (;;) {
      const answer = await heard.promise
      heard = Promise.withResolvers<Answer>()
      heard.promise.catch(() => undefined)
      const isOver = isLast(answer)
      if (!isOver) worker.postMessage('taken')
      yield answer
      if (isOver) return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
