/** The other end of a line between two processes, as Node gives it. */
type Line = {
  send(message: Frame, done: (error: Error | null) => void): unknown
  on(event: 'message', listener: (message: Frame) => void): unknown
}
type Answerers = Readonly<Record<string, (what: never) => unknown>>
type Problem = { message: string; code?: string }
type Frame = { ask: string; id: number; what: unknown } | { answerTo: number; value?: unknown; problem?: Problem }
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/** Asks the process at the other end by name, and answers what that one asks. */
export function calls(line: Line, answerers: Answerers) {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  // The other side may be gone: `cut` rejects the calls that wait for its response.
  const send = (frame: Frame) => void line.send(frame, () => {})

  async function answer({ ask, id, what }: Extract<Frame, { ask: string }>): Promise<void> {
    try {
      const answerer = answerers[ask]
      if (!answerer) throw new Error(`nobody answers ${ask}`)
      send({ answerTo: id, value: await answerer(what as never) })
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      send({ answerTo: id, problem: { message, ...(code && { code }) } })
    }
  }

  line.on('message', (frame) => {
    if ('ask' in frame) return void answer(frame)
    const { resolve, reject } = waiting.get(frame.answerTo) ?? {}
    waiting.delete(frame.answerTo)
    if (frame.problem) reject?.(Object.assign(new Error(frame.problem.message), frame.problem))
    else resolve?.(frame.value)
  })

  return {
    ask<T>(name: string, what?: unknown): Promise<T> {
      lastId += 1
      const id = lastId
      return new Promise<T>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        send({ ask: name, id, what })
      })
    },
    /** The other side is gone: pending calls are rejected. */
    cut(): void {
      for (const { reject } of waiting.values()) reject(new Error('the other process has ended'))
      waiting.clear()
    },
  }
}
export type Calls = ReturnType<typeof calls>
