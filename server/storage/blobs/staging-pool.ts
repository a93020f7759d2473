import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Order, Reply } from './staging-worker.ts'

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }
type PoolWorker = { worker: Worker; waiting: Map<number, Waiting> }
/** A request to a thread. */
export type Wish = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never

/** The last four hex digits of a UUIDv7, which are random. */
const RANDOM = [32, 36] as const

/** Sends a request to the thread of its upload; memory in `transfer` is transferred. */
export type Ask = (wish: Wish, transfer?: ArrayBuffer[]) => Promise<unknown>
/** The folder of unfinished uploads in that of a local store. */
export const stagingIn = (dir: string): string => join(dir, 'staging')

/**
 * Worker threads that write and hash uploads; an upload stays with its thread, and a thread starts with its first
 * upload.
 */
export function stagingPool(dir: string, threads: number) {
  let lastId = 0
  const workers = new Map<number, PoolWorker>()

  function begin(slot: number): PoolWorker {
    const worker = new Worker(new URL('./staging-worker.ts', import.meta.url), { workerData: { dir } })
    worker.unref()
    const waiting = new Map<number, Waiting>()
    worker.on('message', ({ id, value, error }: Reply) => {
      const { resolve, reject } = waiting.get(id) ?? {}
      waiting.delete(id)
      if (error) reject?.(Object.assign(new Error(error.message), error))
      else resolve?.(value)
    })
    worker.on('error', (error: Error) => {
      workers.delete(slot)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return { worker, waiting }
  }

  function workerFor(uploadId: string): PoolWorker {
    const slot = Number.parseInt(uploadId.slice(...RANDOM), 16) % threads
    const entry = workers.get(slot) ?? begin(slot)
    workers.set(slot, entry)
    return entry
  }

  function ask(wish: Wish, transfer: ArrayBuffer[] = []): Promise<unknown> {
    const entry = workerFor(wish.uploadId)
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      entry.waiting.set(id, { resolve, reject })
      entry.worker.postMessage({ ...wish, id }, transfer)
    })
  }

  const close = async () => {
    await Promise.all([...workers.values()].map(({ worker }) => worker.terminate()))
  }
  return { ask, close }
}
