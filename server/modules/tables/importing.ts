import { TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { ImportColumn, ImportWish, tableFiles } from '#contract/table-files.ts'
import { ColumnDraft } from '#contract/tables/columns.ts'
import type { TableLock } from '#contract/tables.ts'
import type { Task } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { Running, TasksModule, Work } from '#server/modules/tasks/index.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import type { MisfitReason, TakenColumn } from '#server/table-files/convert.ts'
import { convertInThread } from '#server/table-files/in-thread.ts'
import type { ColumnRow, TableRow } from './catalogue-store.ts'
import type { TableWork } from './changing.ts'
import { type Doing, type Done, demandNames } from './doing.ts'
import { filledColumns } from './effect-store.ts'
import { asFailure, type FoundSource, type ImportNeeds, type ImportSources } from './import-sources.ts'
import {
  addStaged,
  changeMatching,
  countStaged,
  dropOldStaging,
  dropStaging,
  freeLock,
  keepMisfits,
  makeStaging,
  removeAll,
  setLock,
  stage,
  stagedKey,
  type TakenOut,
  takeBroken,
  takeRepeated,
  tellLock,
} from './import-store.ts'
import { byId, columnIn } from './question-store.ts'
import type { TableService } from './service.ts'

/** Rows that do not fit that are taken out at a time, and how often people hear how far it is (our choice). */
const TAKEN_AT_ONCE = 5000
const LOCK_SAID_MS = 1000

type Parts = { sources: ImportSources; work: TableWork; tables: TableService; tasks: Pick<TasksModule, 'begin'> }
/** What a task was asked for. */
type Options = Omit<ImportWish, 'source'> & FoundSource & { tableId: string; isNew: boolean }
/** A column of the file and the column that it fills. */
type Filling = { from: ImportColumn; to: ColumnRow }
/** A table that a task locked. */
type Taken = { table: TableRow; lock: TableLock }
/** Staged rows that do not fit for a reason; `take` takes some of them out. */
type Parting = { reason: MisfitReason; take: () => Promise<TakenOut[]> }

/** Brings files into tables: rows are staged first and go into the table all at once. */
export function tableImports(needs: ImportNeeds, { sources, work, tables, tasks }: Parts) {
  const { db, blobs, spaces, catalogue, news, newId, now } = needs

  /** Checks what can be known beforehand. */
  async function begin(
    { spaceId, source, ...wish }: ParsedOf<typeof tableFiles.import>,
    { actor }: ByActor,
  ): Promise<Task> {
    const isNew = wish.mode === 'new'
    const space = await spaces.demand(spaceId, actor, isNew ? 'table.create' : 'table.edit')
    const found = await sources.sourceOf(space.id, source, actor)
    const options: Options = { ...wish, ...found, tableId: isNew ? newId() : (wish.tableId ?? ''), isNew }
    if (isNew) demandNames(new Map(), draftsOf(options))
    else await fillings(space.id, options, actor)
    const title = wish.name ?? found.fileName
    return tasks.begin(null, { kind: 'tableImport', spaceId: space.id, actor, title, options })
  }

  /** Which column of the file fills which of the table. Throws tableGone, tableColumnGone, tableComputed. */
  async function fillings(spaceId: string, { tableId, isNew, ...wish }: Options, actor: SignedIn): Promise<Filling[]> {
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

  /** Makes the new table, empty, unless an earlier try of the task did. */
  async function makeTable(task: Running, options: Options, actor: SignedIn) {
    const { tableId, name = '', isShared } = options
    if (await catalogue.one(task.spaceId, tableId, actor)) return
    const draft = { spaceId: task.spaceId, name, description: '', isShared, columns: draftsOf(options) }
    await tables.create(draft, { actor } as ByActor, tableId)
  }

  /** Takes the table for the task. Throws tableLocked. */
  async function take(task: Running, { tableId, rows }: Options, actor: SignedIn): Promise<Taken> {
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

  /** Brings the rows of the file into the staging table; answers how many did not fit. */
  async function bring(
    task: Running,
    options: Options,
    made: readonly Filling[],
    { table, lock }: Taken,
  ): Promise<number> {
    const columns: TakenColumn[] = made.map(({ from, to }) => ({
      index: from.index,
      key: stagedKey(to),
      type: to.type,
      format: from.format,
    }))
    const { fileName, sheet, headings, hasHeader = false, encoding, separator } = options
    const width = headings.length
    let [misfits, saidAt] = [0, now().getTime()]
    await blobs.withFile(options.sha256, async (path) => {
      const wish = { path, name: fileName, options: { encoding, separator }, sheet, hasHeader, width, columns }
      for await (const batch of convertInThread(wish, task.signal)) {
        if (batch.rows) await stage(db, task.id, batch.json)
        await keepMisfits(db, task.id, batch.misfits)
        if (batch.misfits.length && !misfits) await keepMisfits(db, task.id, [headingsRow(options)])
        misfits += batch.misfits.length
        task.progress({ items: batch.read - lock.done })
        lock.done = batch.read
        fault('table-import-staged')
        if (now().getTime() - saidAt < LOCK_SAID_MS) continue
        saidAt = now().getTime()
        await tellLock(db, options.tableId, lock)
        await news.publish(table, { tableId: table.id })
      }
    })
    return misfits
  }

  /** Keeps staged rows that do not fit the table, as `take` takes them out; answers how many there were. */
  async function giveBack(
    { tx }: Doing,
    task: Running,
    { headings, made, reason, take }: Parting & { headings: string[]; made: readonly Filling[] },
  ): Promise<number> {
    let count = 0
    for (;;) {
      const taken = await take()
      if (!taken.length) return count
      if (!count) await keepMisfits(tx, task.id, [headingsRow({ headings })])
      count += taken.length
      const rows = taken.map(({ row, cells, unfit }) => ({
        row,
        cells: headings.map((_, index) => cells[made.findIndex(({ from }) => from.index === index)] ?? ''),
        reasons: Object.fromEntries(
          made.flatMap(({ from, to }) => (unfit.includes(to.id) ? [[String(from.index), reason]] : [])),
        ),
      }))
      await keepMisfits(tx, task.id, rows)
    }
  }

  /** Rows that strict columns refuse, and rows whose keys stand in the file before, do not fit either. */
  async function giveBackUnfit(doing: Doing, task: Running, options: Options, made: readonly Filling[]) {
    const staged = { taskId: task.id, columns: made.map(({ to }) => to) }
    const keys = keysOf(options, made)
    const broken = () => takeBroken(doing, staged, TAKEN_AT_ONCE)
    const repeated = () => takeRepeated(doing, staged, keys, TAKEN_AT_ONCE)
    const partings: Parting[] = [{ reason: 'ruleBroken', take: broken }]
    if (options.mode === 'upsert') partings.push({ reason: 'repeatedKey', take: repeated })
    let count = 0
    for (const parting of partings)
      count += await giveBack(doing, task, { ...parting, headings: options.headings, made })
    return count
  }

  /**
   * The staged rows go into the table, with effects that can be undone. Cells of columns that are no longer there are kept
   * too: undoing may bring both back.
   */
  async function apply(doing: Doing, task: Running, options: Options, made: readonly Filling[]): Promise<Done> {
    const staged = { taskId: task.id, columns: made.map(({ to }) => to) }
    const all = (await filledColumns(doing.tx, doing.tableId)).map(({ physical }) => physical)
    const before = options.mode === 'replace' ? await removeAll(doing, all) : 0
    const changed = options.mode === 'upsert' ? await changeMatching(doing, staged, keysOf(options, made)) : 0
    const added = await countStaged(doing, task.id)
    if (doing.table.row_count - before + added > TABLE_ROWS_MAX) throw new Failure('tableRowsTooMany')
    await addStaged(doing, staged, { all, count: added })
    return {
      touched: before + changed + added,
      more: added - before,
      physical: before || added ? all : staged.columns.map(({ physical }) => physical),
      details: { file: options.fileName },
    }
  }

  async function finish(task: Running, options: Options, made: readonly Filling[], misfits: number) {
    const actor = await task.actor()
    const told = { rows: 0, misfits }
    const done = work.work({ spaceId: task.spaceId, id: options.tableId }, actor, {
      taskId: task.id,
      wish: 'addRows',
      run: async (doing) => {
        await task.fence(doing.tx)
        told.misfits = misfits + (await giveBackUnfit(doing, task, options, made))
        if (told.misfits && options.misfits === 'refuse') throw new Failure('tableMisfits')
        const ran = await apply(doing, task, options, made)
        await news.note(doing.tx, doing.table, { action: 'tableImported', doer: actor })
        await freeLock(doing.tx, options.tableId, task.id)
        fault('table-import-applied')
        return { done: ran, kind: 'import', isStep: true }
      },
    })
    told.rows = (await done.catch(asMisfits)).touched
    return { table: options.tableId, ...told }
  }

  /** A new table of an import that came to nothing goes; a table that was there is free again. */
  async function giveUp(task: Running, { isNew }: Options, { table }: Taken): Promise<void> {
    if (isNew) await catalogue.dropLocked(table.id, task.id)
    else await freeLock(db, table.id, task.id)
    await news.publish(table, { tableId: table.id })
  }

  async function run(task: Running): Promise<Record<string, unknown>> {
    const options = task.options as unknown as Options
    const actor = await task.actor()
    await dropOldStaging(db)
    if (options.isNew) await makeTable(task, options, actor)
    const taken = await take(task, options, actor)
    try {
      const made = await fillings(task.spaceId, options, actor)
      await task.phase('transferring')
      if (options.rows) await task.expect({ items: options.rows })
      await makeStaging(db, { taskId: task.id, columns: made.map(({ to }) => to) })
      const misfits = await bring(task, options, made, taken)
      return await finish(task, options, made, misfits)
    } catch (error) {
      // A task that another node took, or that waits for its database, goes on there.
      const failure = asFailure(error)
      const isOver = failure instanceof Failure || (task.signal.aborted && isCancelled(task.signal))
      if (isOver) await giveUp(task, options, taken)
      throw failure
    } finally {
      await dropStaging(db, task.id)
    }
  }

  return { begin, work: { kind: 'tableImport', run } satisfies Work }
}

/** The columns of a new table. Throws invalid. */
function draftsOf({ name, columns }: Options): ColumnDraft[] {
  const drafts = columns.map(
    (column) => ColumnDraft.safeParse({ name: column.name, type: column.type, options: column.options }).data,
  )
  if (!name || drafts.includes(undefined)) throw new Failure('invalid')
  return drafts.filter((draft) => draft !== undefined)
}

/** What only all rows together break, such as a value that must be unique, refuses them all. */
function asMisfits(error: unknown): never {
  const isBroken = error instanceof Failure && error.refusal === 'tableRuleBroken'
  throw isBroken ? new Failure('tableMisfits', { cause: error }) : error
}

/** The first row of what is given back: the headings of the file. */
const headingsRow = ({ headings }: Pick<Options, 'headings'>) => ({ row: 0, cells: headings, reasons: {} })

const isCancelled = ({ reason }: AbortSignal) => (reason as { why?: string }).why === 'cancelled'
