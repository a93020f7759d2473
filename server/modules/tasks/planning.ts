import type { ErrorName } from '#contract/core/errors.ts'
import { TASK_ITEMS_MAX, TASK_PATHS_CHARS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import type { PartStore, PlannedPart, Progress } from './part-store.ts'

/**
 * A planned file or folder. One with an `error` is inserted as failed and retried; one that is `refused` fails at every
 * attempt.
 */
export type NewPart = {
  path: string
  size?: number
  isFolder?: boolean
  source?: Record<string, unknown>
  error?: ErrorName
  refused?: ErrorName
}
export type Part = { seq: number; path: string; size: number; isFolder: boolean; source: Record<string, unknown> }

/** Parts written or read by one statement. */
const AT_ONCE = 1000

type Needs = { fenced: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>; parts: PartStore }

/** Inserts the parts of a task as they are found, after deleting those of an incomplete plan. */
export async function writePlan(
  id: string,
  planned: AsyncIterable<NewPart> | Iterable<NewPart>,
  { fenced, parts }: Needs,
): Promise<Progress> {
  await fenced((tx) => parts.clear(tx, id))
  const totals = { items: 0, bytes: 0, failed: 0 }
  let chars = 0
  let waiting: PlannedPart[] = []
  async function write(): Promise<void> {
    await fenced((tx) => parts.insert(tx, id, waiting))
    waiting = []
    fault('task-planned-half')
  }
  for await (const { path, size = 0, isFolder = false, refused, ...part } of planned) {
    const error = refused ?? part.error ?? ''
    const source = { ...part.source, ...(refused && { refused }) }
    chars += path.length + JSON.stringify(source).length
    if (totals.items === TASK_ITEMS_MAX || chars > TASK_PATHS_CHARS)
      throw new Failure('taskTooLarge', { values: { max: TASK_ITEMS_MAX } })
    waiting.push({ seq: totals.items, path, size, isFolder, source, error })
    totals.items += 1
    totals.bytes += size
    if (error) totals.failed += 1
    if (waiting.length === AT_ONCE) await write()
  }
  if (waiting.length) await write()
  const progress = await fenced((tx) => parts.setPlanned(tx, id, totals))
  fault('task-planned')
  return progress
}

/** The open parts, each checked again when it is processed. */
export async function* openParts(
  id: string,
  { signal, parts }: { signal: AbortSignal; parts: PartStore },
): AsyncGenerator<Part> {
  for (let after = -1; ; ) {
    signal.throwIfAborted()
    const rows = await parts.open(id, after, AT_ONCE)
    for (const { seq, path, size, is_folder: isFolder, source } of rows) {
      signal.throwIfAborted()
      yield { seq, path, size, isFolder, source }
    }
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)?.seq ?? after
  }
}
