import { Worker } from 'node:worker_threads'

/** Memory of a thread in MiB; work that asks for more ends its thread and nothing else. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

type Thread<Answer> = {
  script: URL
  wish: unknown
  signal: AbortSignal
  isLast: (answer: Answer) => boolean
  /** What is thrown when its memory does not suffice. */
  asTooLarge: (cause: unknown) => Error
}

/** Answers of a thread of its own, one at a time: while one is taken, the next is made. */
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
  // An error that comes while nobody waits is heard by the next who does.
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
