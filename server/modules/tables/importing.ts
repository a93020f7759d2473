import { TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import type { ImportColumn, ImportWish, MisfitReason, UnfitValues } from '#contract/table-files.ts'
import { ColumnDraft } from '#contract/tables/columns.ts'
import type { TableLock } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Running } from '#server/modules/tasks/index.ts'
import { onConnection, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { type ConvertedBatch, numberFor, type RowsWish, type TakenColumn } from '#server/table-files/convert.ts'
import type { ColumnRow, TableRow } from './catalogue-store.ts'
import type { TableWork } from './changing.ts'
import { type Doing, type Done, demandBare } from './doing.ts'
import { filledColumns } from './effect-store.ts'
import { findNamed, putIds, takeUnnamed } from './import-names-store.ts'
import {
  addStaged,
  beginStaging,
  changeMatching,
  dropOldStaging,
  dropStaging,
  freeLock,
  indexStaged,
  isUntouched,
  keepMisfits,
  removeAll,
  type Staging,
  setLock,
  type TakenOut,
  takeBroken,
  takeRepeated,
  tellLock,
} from './import-store.ts'
import { roomIn } from './measure-store.ts'
import { type MisfitTally, misfitTally } from './misfit-tally.ts'
import type { TableNeeds } from './needs.ts'
import { isNamed } from './physical-store.ts'
import { byId, columnIn } from './question-store.ts'
import type { TableService } from './service.ts'
import { dropLocked } from './trash-store.ts'

/** Misfitting rows removed at a time, and the interval of progress events (our choice). */
const TAKEN_AT_ONCE = 5000
const LOCK_SAID_MS = 1000
/** Bytes of staged rows and misfits after which it is looked whether the space has room for them (our choice). */
const MEASURED_BYTES = 16 * 1_048_576

type Parts = { work: TableWork; tables: TableService }
/** What an import was asked for, wherever its rows come from. */
export type ImportOrder = Pick<ImportWish, 'mode' | 'name' | 'headings' | 'rows' | 'columns' | 'keys' | 'misfits'> & {
  tableId: string
  isShared: boolean
  isNew: boolean
  /** What the history of the table names as the source, and its id when it is a file of the space. */
  from: string
  fileId?: string
}
/** What an import did; `misfits` are rows that did not fit, `unfit` their values. */
export type Imported = { table: string; rows: number; misfits: number; unfit: UnfitValues[] }
/** Where rows come from: a file or a database. */
export type RowSource = {
  /** Converts them batch by batch into the columns. */
  batches: (wish: RowsWish, take: (batch: ConvertedBatch) => Promise<void>) => Promise<void>
  /** Writes what belongs to the rows in the transaction in which they go into the table. */
  applied?: (tx: Tx, done: Pick<Imported, 'rows' | 'misfits'>) => Promise<void>
}
/** A column of the source and the column of the table that it fills. */
type Filling = { from: ImportColumn; to: ColumnRow }
/** An import under way; a fresh table is one that nobody has changed yet. */
type Order = ImportOrder & { isFresh: boolean }
/** A table that a task locked. */
type Taken = { table: TableRow; lock: TableLock }
/** What an import has read: rows, how many of them are staged and how many do not fit, and which values. */
type Brought = { read: number; staged: number; misfits: number; tally: MisfitTally }
/** Staged rows that do not fit for a reason; `take` takes some of them out. */
type Giving = { headings: string[]; made: readonly Filling[]; tally: MisfitTally }
type Parting = { reason: MisfitReason; take: () => Promise<TakenOut[]> }

/** Imports rows into tables: they are staged first and inserted into the table all at once. */
export function importRuns({ db, catalogue, news, now }: TableNeeds, { work, tables }: Parts) {
  /** Which column of the source fills which of the table. Throws tableGone, tableColumnGone, tableComputed. */
  async function fillings(
    spaceId: string,
    { tableId, isNew, ...wish }: Pick<ImportOrder, 'tableId' | 'isNew' | 'columns' | 'mode' | 'keys'>,
    actor: SignedIn,
  ): Promise<Filling[]> {
    const held = tableId ? await catalogue.one(spaceId, tableId, actor) : undefined
    if (!held) throw new Failure('tableGone')
    const columns = byId(held.columns)
    const made = wish.columns.map((from, at) => {
      const to = columnIn(columns, isNew ? at + 1 : (from.target ?? 0))
      if (to.formula !== null) throw new Failure('tableComputed', { values: { column: to.name } })
      return { from, to }
    })
    if (new Set(made.map(({ to }) => to.id)).size < made.length) throw new Failure('invalid')
    if (wish.mode === 'upsert' && !keysOf(wish, made).length) throw new Failure('invalid')
    return made
  }
  const keysOf = ({ keys }: Pick<ImportWish, 'keys'>, made: readonly Filling[]) =>
    made.flatMap(({ to }) => (keys.includes(to.id) ? [to] : []))

  const stagedIn = (
    { id: taskId }: Pick<Running, 'id'>,
    { tableId, isFresh }: Pick<Order, 'tableId' | 'isFresh'>,
    made: readonly Filling[],
  ) => ({ taskId, tableId, isFresh, columns: made.map(({ to }) => to) })

  /** Makes the new table, empty, unless an earlier try of the task did. */
  async function makeTable(task: Running, options: ImportOrder, actor: SignedIn) {
    const { tableId, name = '', isShared } = options
    if (await catalogue.one(task.spaceId, tableId, actor)) return
    const draft = { spaceId: task.spaceId, name, description: '', isShared, columns: draftsOf(options) }
    await tables.create(draft, { actor } as ByActor, tableId)
  }

  /** Takes the table for the task. Throws tableLocked. */
  async function take(task: Running, { tableId, rows }: ImportOrder, actor: SignedIn): Promise<Taken> {
    const lock: TableLock = { taskId: task.id, personName: actor.name, done: 0, total: rows ?? null }
    const table = await transact(db, async (tx) => {
      const held = await catalogue.one(task.spaceId, tableId, actor, { tx, hold: 'update' })
      if (!held) throw new Failure('tableGone')
      const other = held.table.lock
      if (other && other.taskId !== task.id) throw new Failure('tableLocked', { values: { name: other.personName } })
      await task.fence(tx)
      await setLock(tx, tableId, lock)
      return held.table
    })
    await news.publish(table, { tableId })
    return { table, lock }
  }

  /** Copies the rows of the source into the staging table. */
  async function bring(
    task: Running,
    { headings, tableId, isNew, isFresh }: Order,
    source: RowSource,
    { made, table, lock }: Taken & { made: readonly Filling[] },
  ): Promise<Brought> {
    const staged = stagedIn(task, { tableId, isFresh }, made)
    const columns: TakenColumn[] = made.map(({ from, to }) => ({
      index: from.index,
      type: isNamed(to) ? 'text' : to.type,
      format: from.format,
    }))
    const tally = misfitTally(namesOf(headings, isNew ? made : []))
    let [count, misfits, saidAt] = [0, 0, now().getTime()]
    let [unmeasured, misfitBytes] = [0, 0]
    /** A small file may hold far more than the space and the disk have room for. Throws spaceFull. */
    const demandRoom = async (staging: Staging) => {
      unmeasured = 0
      // Rows that take the place of others need no room of their own.
      const room = Math.max(0, await roomIn(db, task.spaceId)) + table.bytes
      if ((await staging.size()) + misfitBytes > room) throw new Failure('spaceFull')
    }
    const take = async (staging: Staging, batch: ConvertedBatch) => {
      await staging.add(batch.lines)
      count += batch.rows
      const kept = await keepMisfits(db, task.id, batch.misfits)
      misfitBytes += kept
      unmeasured += batch.lines.length + kept
      if (unmeasured >= MEASURED_BYTES) await demandRoom(staging)
      if (batch.misfits.length && !misfits) await keepMisfits(db, task.id, [headingsRow({ headings })])
      misfits += batch.misfits.length
      tally.add(batch.misfits)
      task.progress({ items: batch.read - lock.done })
      lock.done = batch.read
      fault('table-import-staged')
      if (now().getTime() - saidAt < LOCK_SAID_MS) return
      saidAt = now().getTime()
      await tellLock(db, tableId, lock)
      await news.publish(table, { tableId: table.id })
    }
    // A connection of its own: those of the pool are left to people, however long the file is.
    await onConnection(db, async (client) => {
      // The source is connected to meanwhile.
      const begun = beginStaging(db, client, staged, now)
      begun.catch(() => undefined)
      const wish = { width: headings.length, columns, isCounted: isFresh }
      await source.batches(wish, async (batch) => take(await begun, batch))
      const staging = await begun
      await staging.close()
    })
    await indexStaged(db, staged, count)
    return { read: lock.done, staged: count, misfits, tally }
  }

  /** Keeps staged rows that do not fit the table, as `take` takes them out; answers how many there were. */
  async function giveBack(
    { tx }: Doing,
    task: Running,
    { headings, made, reason, take, tally }: Parting & Giving,
  ): Promise<number> {
    let count = 0
    for (;;) {
      const taken = await take()
      if (!taken.length) return count
      if (!count) await keepMisfits(tx, task.id, [headingsRow({ headings })])
      count += taken.length
      const rows = taken.map(({ row, cells, unfit }) => ({
        row,
        cells: headings.map((_, index) => {
          const at = made.findIndex(({ from }) => from.index === index)
          const [text, filling] = [cells[at] ?? '', made[at]]
          return filling ? numberFor({ type: filling.to.type, format: filling.from.format }, text) : text
        }),
        reasons: Object.fromEntries(
          made.flatMap(({ from, to }) => (unfit.includes(to.id) ? [[String(from.index), reason]] : [])),
        ),
      }))
      tally.add(rows)
      await keepMisfits(tx, task.id, rows)
    }
  }

  /**
   * Rows that name no file or person or several, rows that strict columns refuse, and rows whose keys stand in the file
   * before, do not fit either.
   */
  async function giveBackUnfit(doing: Doing, task: Running, options: Order, given: Omit<Giving, 'headings'>) {
    const { made } = given
    const staged = stagedIn(task, options, made)
    const keys = keysOf(options, made)
    const broken = () => takeBroken(doing, staged, TAKEN_AT_ONCE)
    const repeated = () => takeRepeated(doing, staged, keys, TAKEN_AT_ONCE)
    const unnamed = (isSeveral: boolean) => () => takeUnnamed(doing, staged, isSeveral, TAKEN_AT_ONCE)
    const giveAll = async (partings: Parting[]) => {
      let count = 0
      for (const parting of partings)
        count += await giveBack(doing, task, { ...parting, ...given, headings: options.headings })
      return count
    }
    await findNamed(doing, staged)
    const nameless = await giveAll([
      { reason: 'noSuchName', take: unnamed(false) },
      { reason: 'nameNotUnique', take: unnamed(true) },
    ])
    await putIds(doing, staged)
    const partings: Parting[] = [{ reason: 'ruleBroken', take: broken }]
    if (options.mode === 'upsert') partings.push({ reason: 'repeatedKey', take: repeated })
    return nameless + (await giveAll(partings))
  }

  /**
   * The staged rows, so many, go into the table so that it can be undone. Cells of columns that are no longer there are kept
   * too: undoing may bring both back.
   */
  async function apply(
    doing: Doing,
    task: Running,
    options: Order,
    { made, count }: { made: readonly Filling[]; count: number },
  ): Promise<{ done: Done; rows: number }> {
    const staged = stagedIn(task, options, made)
    const all = (await filledColumns(doing.tx, doing.tableId)).map(({ physical }) => physical)
    const before = options.mode === 'replace' ? await removeAll(doing, all) : 0
    const { changed, matched } =
      options.mode === 'upsert'
        ? await changeMatching(doing, staged, keysOf(options, made))
        : { changed: 0, matched: 0 }
    const added = count - matched
    if (doing.table.row_count - before + added > TABLE_ROWS_MAX) throw new Failure('tableRowsTooMany')
    const range = await addStaged(doing, staged, added)
    // Rows that made room for those of the file are none that came in.
    const rows = changed + added
    const done = {
      touched: before + rows,
      added: range,
      more: added - before,
      physical: before || added ? all : staged.columns.map(({ physical }) => physical),
      details: {
        file: options.from,
        rows: String(rows),
        added: String(added),
        ...(options.fileId !== undefined && { fileId: options.fileId }),
      },
    }
    return { done, rows }
  }

  async function finish(
    task: Running,
    options: Order,
    source: RowSource,
    { made, read, staged, misfits, tally }: Brought & { made: readonly Filling[] },
  ): Promise<Imported> {
    const actor = await task.actor()
    const imported: Imported = { table: options.tableId, rows: 0, misfits, unfit: [] }
    const done = work.work({ spaceId: task.spaceId, id: options.tableId }, actor, {
      taskId: task.id,
      wish: 'addRows',
      run: async (doing) => {
        await task.fence(doing.tx)
        const counted = tally.copy()
        const given = await giveBackUnfit(doing, task, options, { made, tally: counted })
        const count = staged - given
        imported.misfits = misfits + given
        imported.unfit = counted.told()
        if (imported.misfits && options.misfits === 'refuse') throw tableMisfits(imported.unfit)
        // An empty table would only take the name that the next try needs.
        if (imported.misfits && options.isNew && !count)
          throw new Failure('tableNoneFit', { data: { unfit: imported.unfit } })
        if (!options.isFresh) demandBare(doing, count)
        const ran = await apply(doing, task, options, { made, count })
        imported.rows = ran.rows
        await news.note(doing.tx, doing.table, { action: 'tableImported', doer: actor })
        await freeLock(doing.tx, options.tableId, task.id)
        await source.applied?.(doing.tx, imported)
        await task.keepResult(doing.tx, imported, imported.misfits ? { items: read, failed: imported.misfits } : {})
        // Lists show how many rows a table has.
        await news.publish(doing.table, {}, doing.tx)
        fault('table-import-applied')
        return { done: ran.done, kind: 'import', isStep: true }
      },
    })
    await done.catch(asMisfits)
    return imported
  }

  /** A new table of an import that came to nothing goes; a table that was there is free again. */
  async function giveUp(task: Running, { isNew }: ImportOrder, { table }: Taken): Promise<void> {
    if (isNew) {
      await dropLocked(db, table.id, task.id)
      await news.publish(table, {})
    } else await freeLock(db, table.id, task.id)
    await news.publish(table, { tableId: table.id })
  }

  /** Whether the rows can be staged as the table holds them: there are none to match or to judge by. */
  const isFresh = async ({ isNew, tableId, mode }: ImportOrder, made: readonly Filling[]): Promise<boolean> =>
    !made.some(({ to }) => isNamed(to)) &&
    (isNew || (mode !== 'upsert' && !made.some(({ to }) => to.rules.isStrict) && (await isUntouched(db, tableId))))

  /** Runs an import as a task: all rows that fit, or none. */
  async function run(task: Running, options: ImportOrder, source: RowSource): Promise<Imported> {
    const actor = await task.actor()
    await dropOldStaging(db)
    if (options.isNew) await makeTable(task, options, actor)
    const taken = await take(task, options, actor)
    try {
      const made = await fillings(task.spaceId, options, actor)
      await task.phase('transferring')
      if (options.rows) await task.expect({ items: options.rows })
      const order = { ...options, isFresh: await isFresh(options, made) }
      const brought = await bring(task, order, source, { ...taken, made })
      return await finish(task, order, source, { ...brought, made })
    } catch (error) {
      // A task that another node took, or that waits for its database, continues there.
      const isOver = error instanceof Failure || (task.signal.aborted && isCancelled(task.signal))
      if (isOver) await giveUp(task, options, taken)
      throw error
    } finally {
      await dropStaging(db, task.id)
    }
  }

  return { fillings, run }
}
export type ImportRuns = ReturnType<typeof importRuns>

/** The columns of a new table. Throws invalid. */
export function draftsOf({
  name,
  columns,
}: Pick<ImportOrder, 'columns'> & { name?: string | undefined }): ColumnDraft[] {
  const drafts = columns.map(
    ({ name: column, type, options, isPercent }) =>
      ColumnDraft.safeParse({ name: column, type, options, format: isPercent ? { isPercent } : {} }).data,
  )
  if (!name || drafts.includes(undefined)) throw new Failure('invalid')
  return drafts.filter((draft) => draft !== undefined)
}

/** Refuses an import; the task that failed tells why. */
const tableMisfits = (unfit: UnfitValues[], cause?: unknown) => new Failure('tableMisfits', { cause, data: { unfit } })

/** What only all rows together break, such as a value that must be unique, refuses them all; which row is not known. */
function asMisfits(error: unknown): never {
  if (!(error instanceof Failure) || error.refusal !== 'tableRuleBroken') throw error
  const { column = '', value = '' } = error.values
  const examples = [{ row: null, text: String(value) }]
  throw tableMisfits([{ column: String(column), reason: 'ruleBroken', count: 1, examples }], error)
}

/** What people know the columns of the source by: those of a new table have got their names. */
const namesOf = (headings: readonly string[], made: readonly Filling[]) =>
  headings.map((heading, index) => made.find(({ from }) => from.index === index)?.to.name ?? heading)

/** The first row of what is given back: the headings of the source. */
const headingsRow = ({ headings }: Pick<ImportOrder, 'headings'>) => ({ row: 0, cells: headings, reasons: {} })

const isCancelled = ({ reason }: AbortSignal) => (reason as { why?: string }).why === 'cancelled'
