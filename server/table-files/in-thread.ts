import { Worker } from 'node:worker_threads'
import type { TableScan } from '#contract/table-files.ts'
import type { ConvertedBatch, ConvertWish } from './convert.ts'
import type { TableLayout } from './layout.ts'
import type { OpenOptions } from './open.ts'
import { TableFileError, type Unreadable } from './source.ts'

export type ScanWish = {
  path: string
  name: string
  options: OpenOptions
  sheet: number
  hasHeader: boolean | undefined
}
type Written = { path: string; name: string; target: string }
export type WorkerWish =
  | ({ kind: 'scan' } & ScanWish)
  | ({ kind: 'convert' } & ConvertWish)
  | { kind: 'layout'; path: string; name: string }
  | ({ kind: 'parquet' | 'utf8' } & Written)
export type WorkerAnswer =
  | { scan: TableScan }
  | { layout: TableLayout }
  | { batch: ConvertedBatch }
  | { isDone: true }
  | { unreadable: { reason: Unreadable; row: number | null; column: string | null } }

/** Memory of a thread in MiB; a file that asks for more ends its thread and nothing else. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** Answers of a thread of its own, one at a time: the next is made when this one was taken. */
async function* answersOf(wish: WorkerWish, signal: AbortSignal): AsyncGenerator<WorkerAnswer> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: wish, resourceLimits: MEMORY })
  let heard = Promise.withResolvers<WorkerAnswer>()
  // An error that comes while nobody waits is heard by the next who does.
  heard.promise.catch(() => undefined)
  const fail = (error: unknown) => heard.reject(error)
  const stop = () => fail(signal.reason)
  signal.addEventListener('abort', stop)
  worker.on('message', (answer: WorkerAnswer) => heard.resolve(answer))
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TableFileError('tooLargeUnpacked', { cause: error }) : error),
  )
  try {
    for (;;) {
      const answer = await heard.promise
      if ('unreadable' in answer) throw errorOf(answer.unreadable)
      heard = Promise.withResolvers<WorkerAnswer>()
      heard.promise.catch(() => undefined)
      yield answer
      if (!('batch' in answer)) return
      worker.postMessage('taken')
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

const errorOf = ({ reason, row, column }: { reason: Unreadable; row: number | null; column: string | null }) =>
  new TableFileError(reason, { ...(row !== null && { row }), ...(column !== null && { column }) })

/** Looks at a sheet in a thread of its own. Throws TableFileError. */
export async function scanInThread(wish: ScanWish, signal: AbortSignal): Promise<TableScan> {
  for await (const answer of answersOf({ kind: 'scan', ...wish }, signal)) if ('scan' in answer) return answer.scan
  throw new TableFileError('damaged')
}

/** Converts a sheet in a thread of its own, batch by batch. Throws TableFileError. */
export async function* convertInThread(wish: ConvertWish, signal: AbortSignal): AsyncGenerator<ConvertedBatch> {
  for await (const answer of answersOf({ kind: 'convert', ...wish }, signal)) if ('batch' in answer) yield answer.batch
}

/** Looks at how a file is laid out, in a thread of its own. Throws TableFileError. */
export async function layoutInThread(path: string, name: string, signal: AbortSignal): Promise<TableLayout> {
  for await (const answer of answersOf({ kind: 'layout', path, name }, signal))
    if ('layout' in answer) return answer.layout
  throw new TableFileError('damaged')
}

/** Writes the first sheet of a file as Parquet, or a text in UTF-8, in a thread of its own. Throws TableFileError. */
export async function writeInThread(kind: 'parquet' | 'utf8', written: Written, signal: AbortSignal): Promise<void> {
  for await (const answer of answersOf({ kind, ...written }, signal)) if ('isDone' in answer) return
}
