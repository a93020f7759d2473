import { rm } from 'node:fs/promises'
import { semaphore } from '#server/concurrency/semaphore.ts'
import type { EngineSource, QueryEngine } from '#server/query-engine/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db } from '#server/storage/database.ts'
import { diskCache } from '#server/storage/disk-cache.ts'
import { copyTable, present, type RestingState, stateOf, type TableState } from './snapshot-store.ts'

/** Bytes of all snapshots of a node (our choice). */
const SNAPSHOT_BYTES = 10 * 1_073_741_824
/** A table that has not been changed for this long is copied when it is queried; seconds. */
const REST_SECONDS = 5
/** Tables that questions asked for and that are copied again after changes, and those that wait; the others are forgotten. */
const ASKED_MAX = 500
/** Rows of tables from which a summary is faster over a copy than in the database (our choice, by measurement). */
export const COPY_ROWS = 300_000
/** Copies at a time: each holds a connection. */
const COPIES_AT_ONCE = 2
/** Time of the engine for a copy, in seconds. */
const COPY_SECONDS = 600
/** Copies are made without a person. */
const NOBODY = 'snapshots'

/** A table as Parquet: `id`, `ord` (the number of the row in the order of the table) and `c` with physical numbers. */
export type TableSnapshot = { source: EngineSource; change: number }
type Needs = {
  db: Db
  bus: Bus
  engine: Pick<QueryEngine, 'toParquet'>
  /** A folder used by nothing else: `<table>/<change>-<hash>.parquet`. */
  folder: string
  onError: (error: unknown) => void
}
/** Events of tables for pages. */
type News = { event?: { mark?: string; tableId?: string; presence?: unknown } }

/**
 * Copies of tables as files for queries, each as of one change; they can be removed at any time. Numbers are decimals;
 * a table with numbers that don't fit into a decimal can only be queried in the database.
 */
export function tableSnapshots({ db, bus, engine, folder, onError }: Needs) {
  const cache = diskCache(folder, SNAPSHOT_BYTES)
  /** States of tables whose numbers no decimal holds. */
  const unfit = new Map<string, string>()
  const asked = new Set<string>()
  /** The next copies of tables. */
  const next = new Map<string, NodeJS.Timeout>()
  /** Tables that are copied in the background. */
  const copying = new Set<string>()
  const atATime = semaphore(COPIES_AT_ONCE)
  const keyOf = (tableId: string, { change, word }: TableState) => `${tableId}/${change}-${word}.parquet`

  /** Copies a table; throws Unfit when the engine can't hold it, and Changed when it is in another state by now. */
  async function make(tableId: string, wanted: TableState, target: string): Promise<void> {
    const text = `${target}.csv`
    try {
      const copied = await copyTable(db, tableId, text)
      if (copied?.state.word !== wanted.word) throw new Changed()
      if (!copied.columns) throw new Unfit()
      const source = { name: 't', format: 'csv' as const, paths: [text], columns: copied.columns, hasHeader: false }
      const sql = 'select * from t'
      await engine.toParquet({ sql, sources: [source], target, personId: NOBODY, secondsMax: COPY_SECONDS })
    } finally {
      await rm(text, { force: true })
    }
  }

  const sourceOf = (path: string): EngineSource => ({ format: 'parquet', paths: [path] })

  async function made<T>(tableId: string, run: (snapshot: TableSnapshot | null) => Promise<T>): Promise<T> {
    for (;;) {
      const state = await stateOf(db, tableId)
      if (!state || unfit.get(tableId) === state.word) return run(null)
      const key = keyOf(tableId, state)
      let isThere = false
      try {
        return await cache.withFile(
          key,
          (path) => atATime(() => make(tableId, state, path)),
          async (path) => {
            isThere = true
            await cache.clear(tableId, key)
            return run({ source: sourceOf(path), change: state.change })
          },
        )
      } catch (error) {
        if (isThere) throw error
        if (error instanceof Unfit) unfit.set(tableId, state.word)
        else if (!(error instanceof Changed)) throw error
      }
    }
  }

  /** Copies a table in the background, unless it is small and was not requested; nothing remains of a deleted one. */
  async function copy(tableId: string): Promise<void> {
    next.delete(tableId)
    if (copying.has(tableId)) return
    copying.add(tableId)
    try {
      const state = await stateOf(db, tableId)
      if (!state) await forget(tableId)
      else if (asked.has(tableId) || state.rows >= COPY_ROWS) await made(tableId, async () => undefined)
    } catch (error) {
      onError(error)
    } finally {
      copying.delete(tableId)
    }
  }

  /** Copies a table in the background once it has rested for a while. */
  function copyAfter(tableId: string, seconds: number): void {
    stop(tableId)
    next.set(tableId, setTimeout(() => void copy(tableId), seconds * 1000).unref())
    const [oldest = ''] = next.keys()
    if (next.size > ASKED_MAX) stop(oldest)
  }

  /** Copies a table that is asked for, at once when it rests; who asks meanwhile does not put that off. */
  function copyFor(tableId: string, { restedSeconds }: RestingState): void {
    if (restedSeconds >= REST_SECONDS) void copy(tableId)
    else if (!next.has(tableId)) copyAfter(tableId, REST_SECONDS - restedSeconds)
  }

  function ask(tableId: string): void {
    asked.delete(tableId)
    asked.add(tableId)
    const [oldest = ''] = asked
    if (asked.size <= ASKED_MAX) return
    asked.delete(oldest)
    unfit.delete(oldest)
  }

  function stop(tableId: string): void {
    clearTimeout(next.get(tableId))
    next.delete(tableId)
  }

  async function forget(tableId: string): Promise<void> {
    stop(tableId)
    asked.delete(tableId)
    unfit.delete(tableId)
    await cache.clear(tableId)
  }

  /** Removes the copies of deleted tables; the others were requested before this node was started. */
  async function sweep(): Promise<void> {
    const ids = await cache.prefixes()
    const there = await present(db, ids)
    for (const id of ids)
      if (!there.has(id)) await forget(id)
      else ask(id)
  }
  /** Tables may have been deleted while this node was not running. */
  let swept: Promise<void> | undefined

  const off = bus.on('realtime', (payload) => {
    const { mark, tableId, presence } = (payload as News).event ?? {}
    if (mark === 'table_refresh' && tableId && !presence) copyAfter(tableId, REST_SECONDS)
  })

  return {
    /**
     * Runs work with the current version of a table. Null: only the database can answer, because the engine can't hold
     * a number or, unless `isAwaited`, because this state has not been copied yet, which is then done in the
     * background.
     */
    async withTable<T>(
      tableId: string,
      { isAwaited }: { isAwaited: boolean },
      run: (snapshot: TableSnapshot | null) => Promise<T>,
    ): Promise<T> {
      if (!swept) swept = sweep().catch(onError)
      ask(tableId)
      const state = isAwaited ? null : await stateOf(db, tableId)
      if (isAwaited || (state && (await cache.has(keyOf(tableId, state))))) return made(tableId, run)
      if (state && unfit.get(tableId) !== state.word) copyFor(tableId, state)
      return run(null)
    },
    /** Whether the current version of a table is copied. */
    async isCopied(tableId: string): Promise<boolean> {
      const state = await stateOf(db, tableId)
      return state !== null && cache.has(keyOf(tableId, state))
    },
    /** Removes the copies of a deleted table. */
    forget,
    sweep,
    close(): void {
      off()
      for (const timer of next.values()) clearTimeout(timer)
    },
  }
}
export type TableSnapshots = ReturnType<typeof tableSnapshots>

class Unfit extends Error {}
class Changed extends Error {}
