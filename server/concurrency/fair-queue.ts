import { Failure } from '#server/failure.ts'

type Waiting = { go: () => void }

/**
 * Runs at most `atOnce` pieces of work in parallel, fairly by person: next is the person with the least running work,
 * among equals the one served longest ago; the work of one person runs in order. At most `ofOneMax` of one person run
 * in parallel. Throws busy if a person has `waitingMax` waiting.
 */
export function fairQueue(atOnce: number, waitingMax: number, ofOneMax = atOnce) {
  const running = new Map<string, number>()
  const lines = new Map<string, Waiting[]>()
  /** The round in which somebody was served last; of those who work or wait. */
  const served = new Map<string, number>()
  let round = 0
  let total = 0

  function begin(personId: string): void {
    served.set(personId, (round += 1))
    running.set(personId, (running.get(personId) ?? 0) + 1)
    total += 1
  }

  const mayBegin = (personId: string) => total < atOnce && (running.get(personId) ?? 0) < ofOneMax

  function next(): void {
    const byNeed = (a: string, b: string) =>
      (running.get(a) ?? 0) - (running.get(b) ?? 0) || (served.get(a) ?? 0) - (served.get(b) ?? 0)
    const [personId] = [...lines.keys()].filter(mayBegin).sort(byNeed)
    if (personId === undefined) return
    const line = lines.get(personId) ?? []
    const waiting = line.shift()
    if (!line.length) lines.delete(personId)
    begin(personId)
    waiting?.go()
  }

  function leave(personId: string): void {
    const left = (running.get(personId) ?? 1) - 1
    if (left) running.set(personId, left)
    else running.delete(personId)
    total -= 1
    next()
    if (!running.has(personId) && !lines.has(personId)) served.delete(personId)
  }

  function giveUp(personId: string, waiting: Waiting): void {
    const line = lines.get(personId)?.filter((one) => one !== waiting) ?? []
    if (line.length) lines.set(personId, line)
    else lines.delete(personId)
  }

  /** Resolves with the function that leaves, which is to be called once. Throws busy, and the signal's reason. */
  return async function take(personId: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (mayBegin(personId)) begin(personId)
    else {
      const line = lines.get(personId) ?? []
      if (line.length >= waitingMax) throw new Failure('busy')
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const waiting = { go: resolve }
      lines.set(personId, [...line, waiting])
      const stop = () => {
        giveUp(personId, waiting)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', stop, { once: true })
      await promise.finally(() => signal?.removeEventListener('abort', stop))
    }
    return () => leave(personId)
  }
}
