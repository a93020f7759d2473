import type { TableScan } from '#contract/table-files.ts'
import type { ConvertedBatch } from './convert.ts'
import type { ConvertWish } from './convert-file.ts'
import type { TableLayout } from './layout.ts'
import type { OpenOptions } from './open.ts'
import type { TableStart } from './scan.ts'
import { TableFileError, type Unreadable } from './source.ts'
import { answersOf } from './thread.ts'

export type ScanWish = TableStart & {
  path: string
  name: string
  options: OpenOptions
  sheet: number
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
  | { unreadable: Unread }

type Unread = { reason: Unreadable; row: number | null; column: string | null }

/** The results of a thread that reads files. Throws TableFileError. */
async function* answersTo(wish: WorkerWish, signal: AbortSignal): AsyncGenerator<WorkerAnswer> {
  const answers = answersOf<WorkerAnswer>({
    script: new URL('./worker.ts', import.meta.url),
    wish,
    signal,
    isLast: (answer) => !('batch' in answer),
    asTooLarge: (cause) => new TableFileError('tooLargeUnpacked', { cause }),
  })
  for await (const answer of answers) {
    if ('unreadable' in answer) throw errorOf(answer.unreadable)
    yield answer
  }
}

const errorOf = ({ reason, row, column }: Unread) =>
  new TableFileError(reason, { ...(row !== null && { row }), ...(column !== null && { column }) })

/** Reads the properties of a sheet in a separate thread. Throws TableFileError. */
export async function scanInThread(wish: ScanWish, signal: AbortSignal): Promise<TableScan> {
  for await (const answer of answersTo({ kind: 'scan', ...wish }, signal)) if ('scan' in answer) return answer.scan
  throw new TableFileError('damaged')
}

/** Converts a sheet in a separate thread, batch by batch. Throws TableFileError. */
export async function* convertInThread(wish: ConvertWish, signal: AbortSignal): AsyncGenerator<ConvertedBatch> {
  for await (const answer of answersTo({ kind: 'convert', ...wish }, signal)) if ('batch' in answer) yield answer.batch
}

/** Reads the layout of a file in a separate thread. Throws TableFileError. */
export async function layoutInThread(path: string, name: string, signal: AbortSignal): Promise<TableLayout> {
  for await (const answer of answersTo({ kind: 'layout', path, name }, signal))
    if ('layout' in answer) return answer.layout
  throw new TableFileError('damaged')
}

/** Writes the first sheet of a file as Parquet, or a text in UTF-8, in a separate thread. Throws TableFileError. */
export async function writeInThread(kind: 'parquet' | 'utf8', written: Written, signal: AbortSignal): Promise<void> {
  for await (const answer of answersTo({ kind, ...written }, signal)) if ('isDone' in answer) return
}
