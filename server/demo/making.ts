import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Tools } from './sample.ts'

/** Threads that make files; each takes one of the machine's. */
const THREADS = Math.max(1, Math.min(4, availableParallelism()))
/** Files that a thread has been asked for at once: it need not wait for the next question. */
const ASKED = 2

/** A file of a space by its place in the list of its files. */
export type Wish = { identifier: string; index: number }
export type Made = Wish & { content?: Uint8Array; error?: string }
export type Ordered = { nowMs: number; tools: Tools }
export type Making = { make: (wish: Wish) => Promise<Buffer>; end: () => Promise<void> }

/** Makes the files of the demo in threads of their own, in the order in which they are asked for. */
export function making(ordered: Ordered): Making {
  const waiting: { wish: Wish; resolve: (content: Buffer) => void; reject: (error: Error) => void }[] = []
  const threads = Array.from({ length: THREADS }, () => {
    const worker = new Worker(new URL('./make-thread.ts', import.meta.url), { workerData: ordered })
    const asked: typeof waiting = []
    const take = () => {
      while (asked.length < ASKED) {
        const next = waiting.shift()
        if (!next) return
        asked.push(next)
        worker.postMessage(next.wish)
      }
    }
    const refuse = (error: Error) => {
      for (const one of asked.splice(0)) one.reject(error)
    }
    worker.on('message', ({ content, error, ...wish }: Made) => {
      const at = asked.findIndex((one) => one.wish.identifier === wish.identifier && one.wish.index === wish.index)
      const [done] = asked.splice(at, 1)
      if (content) done?.resolve(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
      else done?.reject(new Error(error))
      take()
    })
    worker.on('error', refuse)
    return { worker, take }
  })
  return {
    make: (wish) =>
      new Promise((resolve, reject) => {
        waiting.push({ wish, resolve, reject })
        for (const { take } of threads) take()
      }),
    end: async () => void (await Promise.all(threads.map(({ worker }) => worker.terminate()))),
  }
}
