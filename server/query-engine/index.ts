import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cell } from '#contract/tables/columns.ts'
import { fairQueue } from '#server/concurrency/fair-queue.ts'
import { processPool, startApart } from '#server/processes/apart.ts'
import { answersOf } from './asking.ts'
import { describing } from './describing.ts'
import { THREADS } from './threads.ts'
import { type Batch, type NamedSource, type Query, type QueryAnswer, type Wish, WRITTEN } from './wire.ts'

export { QueryRefused } from './asking.ts'
export type {
  Asking,
  EngineColumn,
  EngineSource,
  EngineType,
  EngineValue,
  NamedSource,
  PeopleSql,
  Query,
  QueryAnswer,
  RowOrder,
  SourceColumn,
} from './wire.ts'
export { OURS } from './wire.ts'

/** Heap of JavaScript in a process, and what it takes besides the memory of the database; bytes. */
const HEAP_MB = 256
const BASE_BYTES = 256 * 1_048_576
/** Temporary files of a query at most, as a multiple of its memory. */
const TEMP_TIMES = 8
/** Below that of the server, above that of what nobody waits for. */
const NICE = 5
/** Queries of one person that wait at most. */
const WAITING_MAX = 20
/** An answer that is given whole is cut above so many characters (our choice). */
const ANSWER_CHARACTERS = 64_000_000

type Needs = {
  /** A folder of its own, emptied at the first query. */
  folder: string
  /** Processes at most, each with one query at a time. */
  processes: number
  /** Memory of a query, in bytes. */
  memoryBytes: number
  newId: () => string
}

/**
 * Answers questions over files in processes apart, by DuckDB. A process reads the files of its query and nothing else,
 * knows no address, key or secret, and is limited in memory, time and threads; what becomes of it concerns its query
 * alone. Without queries there is no process. Whoever asks has judged what may be read.
 */
export function queryEngine({ folder, processes, memoryBytes, newId }: Needs) {
  const take = fairQueue(processes, WAITING_MAX)
  const folders = new WeakMap<ChildProcess, string>()
  let isEmptied: Promise<void> | undefined

  function start(): ChildProcess {
    const own = join(folder, newId())
    for (const name of ['home', 'temp']) mkdirSync(join(own, name), { recursive: true, mode: 0o700 })
    const program = new URL('./process.ts', import.meta.url)
    const child = startApart({ program, folder: own, heapMb: HEAP_MB, nice: NICE, cwd: own })
    folders.set(child, own)
    child.once('exit', () => void rm(own, { recursive: true, force: true }))
    return child
  }
  const pool = processPool(start)

  /** The files of sources under names that tell nothing, in the folder of a process. */
  async function linked(own: string, sources: readonly NamedSource[]): Promise<Wish['sources']> {
    return Promise.all(
      sources.map(async (source, at) => {
        const paths = source.parts?.flatMap((part) => part.paths) ?? source.paths
        const files = paths.map((_, file) => `${at}-${file}`)
        await Promise.all(files.map((name, file) => symlink(paths[file] ?? '', join(own, name))))
        return { ...source, files }
      }),
    )
  }

  /** A process with the files of a query; `leave` gives it back. */
  async function withProcess(personId: string, sources: readonly NamedSource[], signal: AbortSignal | undefined) {
    const next = await take(personId, signal)
    try {
      isEmptied ??= rm(folder, { recursive: true, force: true })
      await isEmptied
      const child = pool.take()
      const own = folders.get(child) ?? ''
      const leave = (mayWorkAgain: boolean, names: readonly string[]) => {
        const unlinked = Promise.all([...names, WRITTEN].map((name) => rm(join(own, name), { force: true })))
        void unlinked.finally(() => {
          if (mayWorkAgain) pool.rest(child)
          else child.kill('SIGKILL')
          next()
        })
      }
      return { child, own, leave, sources: await linked(own, sources) }
    } catch (error) {
      next()
      throw error
    }
  }

  type Bounds = { into: Wish['into']; rowsMax: number; onLast?: (own: string) => Promise<void> }

  async function* batches(query: Query, { into, rowsMax, onLast }: Bounds): AsyncGenerator<Batch> {
    const { sql, values = [], people = [], memoryMax = memoryBytes, personId, signal, secondsMax } = query
    const { child, own, leave, sources } = await withProcess(personId, query.sources, signal)
    const limits = {
      memoryBytes: memoryMax,
      tempBytes: memoryMax * TEMP_TIMES,
      threads: THREADS,
      rssBytes: memoryMax + BASE_BYTES,
    }
    const wish: Wish = { sql, values, sources, people, into, rowsMax, limits }
    const names = sources.flatMap(({ files }) => files)
    const free = (mayWorkAgain: boolean) => leave(mayWorkAgain, names)
    for await (const batch of answersOf(child, wish, { secondsMax, signal }, free)) {
      if (batch.isLast) await onLast?.(own)
      yield batch
    }
  }

  /**
   * Answers a query whole, at most `rowsMax` rows. Throws queryInvalid, queryFailed, queryTooLong, queryTooLarge, busy,
   * and the signal's reason.
   */
  async function run({ rowsMax, ...query }: Query & { rowsMax: number }): Promise<QueryAnswer> {
    const begun = performance.now()
    const answer: QueryAnswer = { columns: [], rows: [], isCut: false, readSeconds: 0, orders: [] }
    let characters = 0
    for await (const { columns, rows, isCut, orders } of batches(query, { into: 'rows', rowsMax })) {
      answer.columns = columns
      answer.orders = orders
      answer.isCut = isCut
      for (const row of rows) answer.rows.push(row)
      characters += charactersOf(rows)
      if (characters <= ANSWER_CHARACTERS) continue
      answer.isCut = true
      break
    }
    return { ...answer, readSeconds: (performance.now() - begun) / 1000 }
  }

  /** Answers a query in batches, each made when the one before was taken. Throws what `run` does. */
  const stream = (query: Query): AsyncGenerator<Pick<Batch, 'columns' | 'rows'>> =>
    batches(query, { into: 'rows', rowsMax: Number.MAX_SAFE_INTEGER })

  /** Writes the rows of a query to a Parquet file, which is there whole or not at all. Throws what `run` does. */
  async function toParquet({ target, ...query }: Omit<Query, 'values'> & { target: string }): Promise<void> {
    const onLast = (own: string) => rename(join(own, WRITTEN), target)
    for await (const _ of batches(query, { into: { file: WRITTEN }, rowsMax: 0, onLast })) {
      // There are no rows to take.
    }
  }

  return {
    run,
    stream,
    toParquet,
    describe: describing(run),
    /** Ends all processes; queries under way fail. */
    end: pool.end,
  }
}
export type QueryEngine = ReturnType<typeof queryEngine>

/** A text of people without the semicolons at its end, as it stands in parentheses. */
export const withoutEnd = (text: string): string => text.replace(/[\s;]+$/, '')

const charactersOf = (rows: readonly Cell[][]): number =>
  rows.reduce((sum, row) => row.reduce((of, cell) => of + (typeof cell === 'string' ? cell.length : 8), sum), 0)
