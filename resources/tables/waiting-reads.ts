import { newRequestId } from '#providers/request-id.ts'

/** Reads of one page that wait for the server, and the id that cancels all of them there. */
export function waitingReads() {
  const reqId = newRequestId()
  const waiting = new Set<number>()
  const listeners = new Set<() => void>()
  let last = 0
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    reqId,
    /** Runs a read, which has to carry the id. */
    async run<T>(read: (requestId: string) => Promise<T>): Promise<T> {
      last += 1
      const mine = last
      waiting.add(mine)
      changed()
      try {
        return await read(reqId)
      } finally {
        waiting.delete(mine)
        changed()
      }
    },
    /** The number of the read that waits longest; null if none does. */
    oldest: (): number | null => waiting.values().next().value ?? null,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type WaitingReads = ReturnType<typeof waitingReads>
