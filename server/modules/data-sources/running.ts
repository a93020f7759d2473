import { isFileKind } from '#contract/data-sources.ts'
import type { RunEvent, SourceReading } from '#contract/source-imports.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import type { Imported, ImportRuns, RowSource } from '#server/modules/tables/index.ts'
import type { Running, Work } from '#server/modules/tasks/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { ConvertedBatch, RowsWish } from '#server/table-files/convert.ts'
import { answersOf } from '#server/table-files/thread.ts'
import { addressOf, type Passwords } from './address.ts'
import type { SourceAddress } from './drivers/session.ts'
import type { SourceFiles } from './files/index.ts'
import type { ImportRow, SourceImportStore } from './import-store.ts'
import type { DataSourceStore, SourceRow } from './store.ts'
import type { ReadAnswer, ReadWish } from './worker.ts'

type Needs = {
  db: Db
  store: SourceImportStore
  sources: DataSourceStore
  imports: ImportRuns
  passwords: Passwords
  files: Pick<SourceFiles, 'withChanged'>
  config: Pick<Config, 'outside'>
  now: () => Date
}
/** The options of the task of a run. */
export type RunOptions = { importId: string; isFromStart: boolean }
/** The progress of a run so far. */
type Seen = { read: number; upTo: string | null }

/** Reads a database in a separate thread. Throws a Failure that names the cause. */
async function* answersTo(wish: ReadWish, signal: AbortSignal): AsyncGenerator<ReadAnswer> {
  const answers = answersOf<ReadAnswer>({
    script: new URL('./worker.ts', import.meta.url),
    wish,
    signal,
    isLast: (answer) => 'isDone' in answer || 'failed' in answer,
    asTooLarge: (cause) => new Failure('dataSourceFailed', { cause, values: { why: 'ERR_WORKER_OUT_OF_MEMORY' } }),
  })
  for await (const answer of answers) {
    if ('failed' in answer) throw new Failure(answer.failed.refusal, { values: answer.failed.values })
    yield answer
  }
}

/** Runs of imports from databases. */
export function sourceRuns({ db, store, sources, imports, passwords, files, config, now }: Needs) {
  const note = (from: Db | Tx, task: Running, ...events: [RunEvent['event'], string][]) => {
    const at = now().toISOString()
    return store.log(
      from,
      task.id,
      events.map(([event, value]) => ({ at, event, value })),
    )
  }

  type Reading = { task: Running; row: ImportRow; reached: string | null; address: SourceAddress; seen: Seen }
  /** The rows of a database; progress is stored in `seen`. */
  const rowsOf = ({ task, row: { reading }, reached, address, seen }: Reading) =>
    async function batches(wish: RowsWish, take: (batch: ConvertedBatch) => Promise<void>): Promise<void> {
      const { schema, table, headings, conditions, watermark, mode } = reading
      const asked = { schema, table, headings, conditions, watermark, reached, isReachedIncluded: mode === 'upsert' }
      for await (const answer of answersTo({ address, asked, rows: wish }, task.signal)) {
        if ('version' in answer) {
          seen.upTo = answer.upTo
          await note(
            db,
            task,
            ['connected', answer.version],
            ['reading', `${schema}.${table}`],
            ...boundsOf(reached, answer),
          )
        } else if ('batch' in answer) {
          seen.read = answer.batch.read
          await take(answer.batch)
        }
      }
      await note(db, task, ['read', String(seen.read)])
    }

  /** The rows are counted, and the watermark moves, in the transaction that inserts them into the table. */
  const appliedOf =
    (task: Running, row: ImportRow, seen: Seen) => async (tx: Tx, done: { rows: number; misfits: number }) => {
      await store.count(tx, task.id, { read: seen.read, written: done.rows, refused: done.misfits })
      await note(tx, task, ['written', String(done.rows)], ...refusedOf(done.misfits))
      // Without a watermark this is the state of a file; null if its site sends none.
      const reached = row.reading.watermark && seen.upTo === null ? {} : { reached: seen.upTo }
      await store.update(tx, row.id, { ...reached, missed_at: null, told_at: null })
    }

  async function run(task: Running): Promise<Record<string, unknown>> {
    const { importId, isFromStart } = task.options as RunOptions
    const seen: Seen = { read: 0, upTo: null }
    await store.startLog(task.id)
    try {
      const row = await store.row(importId)
      if (!row || row.space_id !== task.spaceId) throw new Failure('sourceImportGone')
      const source = await sources.row(row.space_id, row.source_id)
      if (!source) throw new Failure('dataSourceGone')
      const reached = isFromStart ? null : row.reached
      const order = { ...orderOf(row), from: `${source.name}: ${row.reading.schema}.${row.reading.table}` }
      const filled = (batches: RowSource['batches']) =>
        imports.run(task, order, { batches, applied: appliedOf(task, row, seen) })
      const { kind } = source
      if (isFileKind(kind)) return await runFile({ task, row, source, reached, seen, filled })
      const address = await addressOf({ ...source, kind }, passwords.open(source), config.outside)
      return await filled(rowsOf({ task, row, reached, address, seen }))
    } catch (error) {
      if (error instanceof Failure) await tellFailure(task, seen, error)
      throw error
    }
  }

  type FileRun = {
    task: Running
    row: ImportRow
    source: SourceRow
    /** The state of the file whose rows are in the table; null if none. */
    reached: string | null
    seen: Seen
    filled: (batches: RowSource['batches']) => Promise<Imported>
  }
  /** Imports the rows of a file into the table, unless the file is unchanged. */
  async function runFile({ task, row, source, reached, seen, filled }: FileRun): Promise<Record<string, unknown>> {
    const { signal } = task
    const { table, schema, headings } = row.reading
    const ran = await files.withChanged(
      source,
      { schema, table, headings, state: reached, signal },
      async (copy, rows) => {
        seen.upTo = copy.state
        await note(db, task, ['reading', `${schema}.${table}`])
        return filled(async (wish, take) => {
          for await (const batch of rows(wish)) {
            seen.read = batch.read
            await take(batch)
          }
          await note(db, task, ['read', String(seen.read)])
        })
      },
    )
    if (ran) return ran.done
    await transact(db, async (tx) => {
      await note(tx, task, ['unchanged', ''])
      await store.update(tx, row.id, { missed_at: null, told_at: null })
    })
    return {}
  }

  async function tellFailure(task: Running, { read }: Seen, { refusal, values }: Failure): Promise<void> {
    const detail = [values.column, values.why].find((one) => typeof one === 'string')
    await store.count(db, task.id, { read, written: 0, refused: 0 })
    await note(db, task, ['failed', detail ? `${refusal}: ${detail}` : refusal])
  }

  return { kind: 'sourceImport', run } satisfies Work
}

function orderOf({ table_id: tableId, title, reading }: ImportRow) {
  const { headings, columns, keys, misfits, mode } = reading satisfies SourceReading
  return { tableId, name: title, headings, columns, keys, misfits, mode, isShared: true, isNew: false, rows: undefined }
}

const boundsOf = (reached: string | null, { upTo }: { upTo: string | null }): [RunEvent['event'], string][] => [
  ...(reached === null ? [] : [['from', reached] as [RunEvent['event'], string]]),
  ...(upTo === null ? [] : [['upTo', upTo] as [RunEvent['event'], string]]),
]
const refusedOf = (count: number): [RunEvent['event'], string][] => (count ? [['refused', String(count)]] : [])
