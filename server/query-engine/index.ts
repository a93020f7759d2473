import type { ChildProcess } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cell } from '#contract/tables/columns.ts'
import { fairQueue } from '#server/concurrency/fair-queue.ts'
import { processPool, startApart } from '#server/processes/apart.ts'
import { answersOf, type Outcome } from './asking.ts'
import { describing } from './describing.ts'
import { THREADS } from './threads.ts'
import { type Batch, type NamedSource, type Query, type QueryAnswer, type Took, type Wish, WRITTEN } from './wire.ts'

export { engineSentence, QueryRefused } from './asking.ts'
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
  Took,
} from './wire.ts'
export { OURS } from './wire.ts'

/** JavaScript heap of a process, and its memory in addition to that of the database; bytes. */
const HEAP_MB = 256
const BASE_BYTES = 256 * 1_048_576
/** Temporary files of a query at most, as a multiple of its memory. */
const TEMP_TIMES = 8
/** Lower priority than the server, higher than background work. */
const NICE = 5
/** Queries of one person that wait at most. */
const WAITING_MAX = 20
/** An answer returned as a whole is cut above this many characters (our choice). */
const ANSWER_CHARACTERS = 64_000_000

/** The folder of a process, and the sources that are open in it, by what tells them apart. */
type Place = { own: string; open: { key: string; sources: Wish['sources'] } | null }

type Needs = {
  /** A folder used by nothing else, emptied at the first query. */
  folder: string
  /** Processes at most, each with one query at a time. */
  processes: number
  /** Memory of a query, in bytes. */
  memoryBytes: number
  /** How long an idle process is kept; milliseconds. */
  idleMs?: number
  newId: () => string
  /** Told of each query that was answered whole. */
  onAnswered?: (took: Took) => void
}

/**
 * Runs queries over files with DuckDB in separate processes. A process reads only the files of its query, knows no
 * address, key or secret, and is limited in memory, time and threads; a failure affects only its query. Without queries
 * there is no process. Callers have checked what may be read.
 */
export function queryEngine({ folder, processes, memoryBytes, idleMs, newId, onAnswered }: Needs) {
  // One process is always left for other people.
  const take = fairQueue(processes, WAITING_MAX, Math.max(1, processes - 1))
  const places = new WeakMap<ChildProcess, Place>()
  let isEmptied: Promise<void> | undefined

  function start(): ChildProcess {
    const own = join(folder, newId())
    for (const name of ['home', 'temp']) mkdirSync(join(own, name), { recursive: true, mode: 0o700 })
    const program = new URL('./process.ts', import.meta.url)
    const child = startApart({ program, folder: own, heapMb: HEAP_MB, nice: NICE, cwd: own })
    places.set(child, { own, open: null })
    child.once('exit', () => void rm(own, { recursive: true, force: true }))
    return child
  }
  const pool = processPool(start, idleMs)

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

  const unlinked = (own: string, sources: Wish['sources']) =>
    Promise.all([...sources.flatMap(({ files }) => files), WRITTEN].map((name) => rm(join(own, name), { force: true })))

  /** A process with the files of a query, open already when it answered over the same; `leave` gives it back. */
  async function withProcess({ personId, signal, ...query }: Query, key: string | null) {
    const came = performance.now()
    const next = await take(personId, signal)
    const waitMs = performance.now() - came
    try {
      isEmptied ??= rm(folder, { recursive: true, force: true })
      await isEmptied
      const child = pool.take((one) => key !== null && places.get(one)?.open?.key === key)
      const place = places.get(child) ?? { own: '', open: null }
      const { own, open: before } = place
      const isOpen = before !== null && before.key === key
      if (before && !isOpen) await unlinked(own, before.sources)
      const sources = isOpen ? before.sources : await linked(own, query.sources)
      const leave = async (outcome: Outcome) => {
        place.open = outcome === 'answered' && key !== null ? { key, sources } : null
        if (!place.open) await unlinked(own, sources)
        if (outcome === 'spent') child.kill('SIGKILL')
        else pool.rest(child)
      }
      return { child, own, sources, isOpen, waitMs, leave: (outcome: Outcome) => void leave(outcome).finally(next) }
    } catch (error) {
      next()
      throw error
    }
  }

  type Bounds = { into: Wish['into']; rowsMax: number; onLast?: (own: string) => Promise<void> }

  async function* batches(query: Query, { into, rowsMax, onLast }: Bounds): AsyncGenerator<Batch> {
    const { sql, values = [], people = [], memoryMax = memoryBytes, signal, secondsMax, onProgress } = query
    const came = performance.now()
    const key = into === 'rows' ? keyOf(query, memoryMax) : null
    const { child, own, sources, isOpen, waitMs, leave } = await withProcess(query, key)
    const limits = {
      memoryBytes: memoryMax,
      tempBytes: memoryMax * TEMP_TIMES,
      threads: THREADS,
      rssBytes: memoryMax + BASE_BYTES,
    }
    const wish: Wish = { sql, values, sources, people, into, rowsMax, limits, isOpen, isKept: key !== null }
    for await (const batch of answersOf(child, wish, { secondsMax, signal, onProgress }, leave)) {
      if (batch.isLast) {
        await onLast?.(own)
        const { openMs, runMs } = batch.spent
        onAnswered?.({ waitMs, openMs, runMs, wayMs: performance.now() - came - waitMs - openMs - runMs })
      }
      yield batch
    }
  }

  /**
   * Answers a query whole, at most `rowsMax` rows. Throws queryInvalid, queryFailed, queryTooLong, queryTooLarge, busy,
   * and the signal's reason.
   */
  async function run({ rowsMax, ...query }: Query & { rowsMax: number }): Promise<QueryAnswer> {
    const answer: QueryAnswer = { columns: [], rows: [], isCut: false, orders: [] }
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
    return answer
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

/**
 * The key of the sources of a query: the person, the files, and how they are read. Null: nothing is kept open, because
 * a user's SQL may leave something behind.
 */
const keyOf = ({ personId, sources, people = [] }: Query, memoryMax: number): string | null =>
  people.length || !sources.length ? null : JSON.stringify([personId, memoryMax, sources])

/** A user's SQL without the semicolons at its end, as it is put in parentheses. */
export const withoutEnd = (text: string): string => text.replace(/[\s;]+$/, '')

const charactersOf = (rows: readonly Cell[][]): number =>
  rows.reduce((sum, row) => row.reduce((of, cell) => of + (typeof cell === 'string' ? cell.length : 8), sum), 0)
