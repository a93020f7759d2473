import { rm } from 'node:fs/promises'
import { semaphore } from '#server/concurrency/semaphore.ts'
import type { EngineSource, QueryEngine } from '#server/query-engine/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db } from '#server/storage/database.ts'
import { diskCache } from '#server/storage/disk-cache.ts'
import { copyTable, present, stateOf, type TableState } from './snapshot-store.ts'

/** Bytes of all snapshots of a node (our choice). */
const SNAPSHOT_BYTES = 10 * 1_073_741_824
/** A table that has not been changed for so long is copied when questions ask for it; milliseconds. */
const QUIET_MS = 5000
/** Tables that questions asked for and that are copied again after changes; the others are forgotten. */
const ASKED_MAX = 500
/** Copies at a time: each holds a connection. */
const COPIES_AT_ONCE = 2
/** Time of the engine for a copy, in seconds. */
const COPY_SECONDS = 600
/** Copies are made on behalf of nobody. */
const NOBODY = 'snapshots'

/** A table as Parquet: `id`, `ord` (the number of the row in the order of the table) and `c` with physical numbers. */
export type TableSnapshot = { source: EngineSource; change: number }
type Needs = {
  db: Db
  bus: Bus
  engine: Pick<QueryEngine, 'toParquet'>
  /** A folder of its own: `<table>/<change>-<word>.parquet`. */
  folder: string
  onError: (error: unknown) => void
}
/** What pages are told of tables. */
type News = { event?: { mark?: string; tableId?: string } }

/**
 * Tables as files for questions, each as it was after one of its changes; thrown away at will. Numbers are decimals; a
 * table with numbers that no decimal holds can only be asked in the database.
 */
export function tableSnapshots({ db, bus, engine, folder, onError }: Needs) {
  const cache = diskCache(folder, SNAPSHOT_BYTES)
  /** States of tables whose numbers no decimal holds. */
  const unfit = new Map<string, string>()
  /** Tables that were asked for, each with its next copy. */
  const asked = new Map<string, NodeJS.Timeout | null>()
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

  /** Copies a table in the background when it rested for a while; one that is gone leaves nothing. */
  function copySoon(tableId: string): void {
    clearTimeout(asked.get(tableId) ?? undefined)
    const copy = async () => {
      if (await stateOf(db, tableId)) await made(tableId, async () => undefined)
      else await forget(tableId)
    }
    asked.delete(tableId)
    asked.set(tableId, setTimeout(() => void copy().catch(onError), QUIET_MS).unref())
    const [oldest = ''] = asked.keys()
    if (asked.size > ASKED_MAX) stop(oldest)
  }

  function stop(tableId: string): void {
    clearTimeout(asked.get(tableId) ?? undefined)
    asked.delete(tableId)
    unfit.delete(tableId)
  }

  async function forget(tableId: string): Promise<void> {
    stop(tableId)
    await cache.clear(tableId)
  }

  /** Removes the copies of all tables that are gone. */
  async function sweep(): Promise<void> {
    const ids = await cache.prefixes()
    const there = await present(db, ids)
    for (const id of ids) if (!there.has(id)) await forget(id)
  }
  /** Tables may have gone while this node was not running. */
  let swept: Promise<void> | undefined

  const off = bus.on('realtime', (payload) => {
    const { mark, tableId } = (payload as News).event ?? {}
    if (mark === 'table_refresh' && tableId && asked.has(tableId)) copySoon(tableId)
  })

  return {
    /**
     * Runs work with a table as it is now. Null: only the database can answer, because the engine can't hold a number
     * or, unless `isAwaited`, because this state has not been copied yet, which is then done in the background.
     */
    async withTable<T>(
      tableId: string,
      { isAwaited }: { isAwaited: boolean },
      run: (snapshot: TableSnapshot | null) => Promise<T>,
    ): Promise<T> {
      if (!swept) swept = sweep().catch(onError)
      if (!asked.has(tableId)) asked.set(tableId, null)
      const state = isAwaited ? null : await stateOf(db, tableId)
      if (isAwaited || (state && (await cache.has(keyOf(tableId, state))))) return made(tableId, run)
      copySoon(tableId)
      return run(null)
    },
    /** Removes the copies of a table that is gone. */
    forget,
    sweep,
    close(): void {
      off()
      for (const timer of asked.values()) clearTimeout(timer ?? undefined)
    },
  }
}
export type TableSnapshots = ReturnType<typeof tableSnapshots>

class Unfit extends Error {}
class Changed extends Error {}
