import type { Clock } from './clock.ts'
import { type Task, WAITING } from './task.ts'
import type { Job, Range, Transport } from './upload.ts'

/** A clock for tests: time only advances when told to, and timers that are due run then. */
export function fakeClock() {
  let atMs = 0
  let timers: { dueMs: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => atMs,
    after(ms, run) {
      const timer = { dueMs: atMs + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  async function advance(ms: number): Promise<void> {
    const endMs = atMs + ms
    for (;;) {
      await flushPromises()
      const due = timers.filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0]
      if (!due) break
      timers = timers.filter((timer) => timer !== due)
      atMs = due.dueMs
      due.run()
    }
    atMs = endMs
  }
  return { clock, advance }
}

/** Lets all pending promise callbacks run. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A File as a browser creates it, with the path inside a chosen folder, or without one. */
export function aFile(path: string, content: string = path, lastModified = 1): File {
  const file = new File([content], path.split('/').at(-1) ?? '', {
    lastModified,
  })
  return Object.defineProperty(file, 'webkitRelativePath', {
    value: path.includes('/') ? path : '',
  })
}

let lastId = 0
export const aTask = (fields: Partial<Task> = {}): Task => ({
  id: `page-${++lastId}`,
  sourceId: 'page-0',
  personId: 'p',
  name: `f${lastId}.csv`,
  size: 10,
  lastModified: 1,
  path: '',
  spaceId: 's',
  spaceName: 'Lake',
  targetHash: 'root',
  targetName: 'Lake',
  dirHash: null,
  state: WAITING,
  phase: 'preparing',
  hash: null,
  sha256: null,
  checkId: null,
  isMergeAsked: false,
  conflict: null,
  cause: null,
  hashed: 0,
  complete: 0,
  file: new File(['0123456789'], `f${lastId}.csv`, { lastModified: 1 }),
  handle: null,
  ...fields,
})

export const aJob = (fields: Partial<Job> = {}): Job => ({
  file: new Blob(['x']),
  name: 'a.csv',
  size: 1,
  spaceId: 's',
  dirHash: 'root',
  hash: '0'.repeat(32),
  sha256: null,
  conflict: 'refuse',
  isPacked: false,
  mergeAsked: null,
  ...fields,
})

/** A server that accepts everything and records the calls; tests replace single calls. */
export function fakeTransport(own: Partial<Transport> = {}, stored: readonly Range[] = []) {
  const asked: string[] = []
  const transport: Transport = {
    check: async (job, signal) => {
      asked.push('check')
      return (
        (await own.check?.(job, signal)) ?? {
          code: 0,
          message: '',
          checkId: 'c1',
        }
      )
    },
    ver: async (checkId, signal) => {
      asked.push('ver')
      return (await own.ver?.(checkId, signal)) ?? stored
    },
    chunk: async (chunk, signal, onSent) => {
      asked.push(`chunk ${chunk.chunkIndex}`)
      await own.chunk?.(chunk, signal, onSent)
    },
    merge: async (checkId, signal) => {
      asked.push('merge')
      return (await own.merge?.(checkId, signal)) ?? {}
    },
    ...(own.pack && { pack: own.pack }),
  }
  return { transport, asked }
}
