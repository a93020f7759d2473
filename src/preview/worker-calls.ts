/** The calls of a worker by name: one input, one result. */
export type WorkerCalls = Record<string, (input: never) => unknown>
type Ask = { id: number; name: string; input: unknown }
type Answer = { id: number; value?: unknown; error?: string }

/** Runs in the worker: answers the page's calls one after another. */
export function answerCalls(calls: WorkerCalls): void {
  let working = Promise.resolve()
  addEventListener('message', ({ data }: MessageEvent<Ask>) => {
    const { id, name, input } = data
    working = working.then(async () => {
      try {
        postMessage({ id, value: await calls[name]?.(input as never) } satisfies Answer)
      } catch (error) {
        postMessage({ id, error: String(error) } satisfies Answer)
      }
    })
  })
}

export type Asker<Calls extends WorkerCalls> = {
  ask: <Name extends keyof Calls & string>(
    name: Name,
    input: Parameters<Calls[Name]>[0],
    transfer?: Transferable[],
  ) => Promise<Awaited<ReturnType<Calls[Name]>>>
}

/** Runs in the page: calls a worker; if the worker dies, all pending calls reject. */
export function askWorker<Calls extends WorkerCalls>(worker: Worker): Asker<Calls> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let id = 0
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) asked?.resolve(data.value as never)
    else asked?.reject(new Error(data.error))
  }
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'the worker did not start'))
    waiting.clear()
  }
  return {
    ask: (name, input, transfer = []) =>
      new Promise((resolve, reject) => {
        id += 1
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, name, input } satisfies Ask, transfer)
      }),
  }
}
