import type { ParsedOf } from '#contract/core/operation.ts'
import type { ChangeOutcome, TableChange } from '#contract/tables/changes.ts'
import type { tables } from '#contract/tables.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { addPhysical } from './alter-store.ts'
import type { ColumnRow } from './catalogue-store.ts'
import type { ChangeTraces, ColumnEffect } from './change-store.ts'
import { addColumnOf, editColumnOf, moveColumnsOf, removeColumnsOf } from './column-changes.ts'
import { recompute, setFormulaOf } from './computing.ts'
import { type ChangeOf, type Doing, type Done, Indexed, Unmade } from './doing.ts'
import { within } from './limits.ts'
import { duplicateColumnOf, mergeOf, setTypeOf, splitOf } from './made-columns.ts'
import { tellPlanner } from './measure-store.ts'
import type { TableNeeds } from './needs.ts'
import { pasteOf } from './pasting.ts'
import { PLACE } from './physical-store.ts'
import { byId } from './question-store.ts'
import { restoreOf } from './restoring.ts'
import { addRowsOf, duplicateRowsOf, moveRowsOf, removeRowsOf } from './row-changes.ts'
import { demandRules, demandStrict, newRules } from './strict-store.ts'
import { upsertOf } from './upserting.ts'
import { changeValuesOf } from './value-changes.ts'
import { cellWriting } from './writing.ts'

type Kind = Exclude<TableChange['kind'], 'cells'>
type Doers = { [K in Kind]: (doing: Doing, change: ChangeOf<K>) => Promise<Done> }

/** Each kind of change by what does it. */
const doers: Doers = {
  addRows: addRowsOf,
  paste: pasteOf,
  upsert: upsertOf,
  removeRows: removeRowsOf,
  duplicateRows: duplicateRowsOf,
  moveRows: moveRowsOf,
  addColumn: addColumnOf,
  editColumn: editColumnOf,
  moveColumns: moveColumnsOf,
  removeColumns: removeColumnsOf,
  duplicateColumn: duplicateColumnOf,
  setType: setTypeOf,
  transform: changeValuesOf,
  fill: changeValuesOf,
  clear: changeValuesOf,
  merge: mergeOf,
  split: splitOf,
  setFormula: setFormulaOf,
  restore: restoreOf,
}
type Change = Extract<TableChange, { kind: Kind }>
const doerOf = (kind: Kind) => doers[kind] as (doing: Doing, change: Change) => Promise<Done>

/** Thrown to leave a transaction that conflicts held back. */
class HeldBack extends Error {
  readonly outcome: ChangeOutcome
  constructor(outcome: ChangeOutcome) {
    super('conflicts')
    this.outcome = outcome
  }
}
export const heldBack = (conflicts: Pick<ChangeOutcome, 'conflicts' | 'conflictCount'>) =>
  new HeldBack({ change: null, touched: 0, rows: [], ...conflicts })

type Where = { spaceId: string; id: string }

/** A table that more than doubled by at least so many rows needs other plans; an empty one has none yet (our choice). */
const PLANNED_ROWS = 1000

/**
 * Locks a table, runs `run` and records its effects, in one transaction; pages are notified on commit. Writers of cells
 * share the lock (`cellWriting`), all other changes hold it exclusively.
 */
export function tableWork(all: TableNeeds) {
  const { db, spaces, catalogue, changes, keeping, indexing, news, now } = all
  async function held(
    tx: Tx,
    { spaceId, id }: Where,
    actor: SignedIn,
    { taskId, isBare, ahead }: Attempt,
  ): Promise<Doing> {
    const found = await catalogue.one(spaceId, id, actor, { tx, hold: 'update' })
    if (!found) throw new Failure('tableGone')
    const { table, columns } = found
    if (table.lock && table.lock.taskId !== taskId)
      throw new Failure('tableLocked', { values: { name: table.lock.personName } })
    const changeId = await changes.nextId(tx)
    return { tx, table, tableId: table.id, columns: byId(columns), changeId, isBare, ahead }
  }

  /** Writes to the catalogue what a change did. */
  async function writeCatalogue(
    { tx, table, tableId, changeId }: Doing,
    { columns = [], physical = [], more = 0 }: Done,
  ): Promise<void> {
    if (columns.length) await writeColumnEffects(tx, tableId, columns)
    const next = {
      column: Math.max(table.next_column, ...columns.map(({ id }) => id + 1)),
      physical: Math.max(table.next_physical, ...columns.map(({ after }) => (after?.physical ?? 0) + 1)),
    }
    if (next.column > table.next_column || next.physical > table.next_physical)
      await catalogue.update(tx, tableId, { next_column: next.column, next_physical: next.physical })
    if (more || physical.includes(PLACE.physical)) await catalogue.placeRows(tx, tableId, { more, changeId })
    if (table.row_count && more > Math.max(table.row_count, PLANNED_ROWS)) await tellPlanner(tx, tableId)
  }
  const writeColumnEffects = (tx: Tx, tableId: string, effects: readonly ColumnEffect[]) =>
    catalogue.writeColumns(tx, tableId, {
      gone: effects.filter(({ after }) => !after).map(({ id }) => id),
      rows: effects.flatMap(({ after }) => (after ? [after] : [])),
    })

  type Task = {
    /** The import that locked the table, if it makes this change. */
    taskId?: string
    /**
     * The requested kind, for checks of storage and rules; undefined for undo and restore, which restore earlier
     * values.
     */
    wish?: Kind
    /** Does the work; answers what it did, and how it is recorded. */
    run: (doing: Doing) => Promise<{ done: Done; kind: ChangeTraces['kind']; ofId?: number; isStep: boolean }>
  }
  type Attempt = Task & Pick<Doing, 'isBare' | 'ahead'>
  async function work(where: Where, actor: SignedIn, task: Task): Promise<ChangeOutcome> {
    const { wish } = task
    const space = await spaces.demand(where.spaceId, actor, 'table.edit')
    const refusal = wish ? keeping.refusalOfRoom(space, wish) : null
    if (refusal) throw refusal
    const attempt = (how: Pick<Attempt, 'isBare' | 'ahead'>) =>
      within(indexing, where.id, () => once(where, actor, { ...task, ...how }))
    const tried = (ahead: Attempt['ahead']) =>
      attempt({ isBare: false, ahead }).catch((error: unknown) => {
        if (!(error instanceof Indexed)) throw error
        return indexing.without(where.id, () => attempt({ isBare: true, ahead }))
      })
    try {
      return await tried('untried').catch(async (error: unknown) => {
        if (!(error instanceof Unmade)) throw error
        return tried(await makeAhead(where, error.columns))
      })
    } catch (error) {
      if (error instanceof HeldBack) return error.outcome
      throw error
    }
  }

  /** Adds columns that a change is about to fill, unless another one took their numbers meanwhile. */
  async function makeAhead({ spaceId, id }: Where, columns: readonly ColumnRow[]): Promise<Doing['ahead']> {
    const made = within(indexing, id, () =>
      transact(db, async (tx) => {
        const found = await catalogue.any(spaceId, id, { tx, hold: 'update' })
        if (found?.table.next_physical === columns[0]?.physical) await addPhysical(tx, id, columns)
      }),
    )
    const failed = await orRefusal(made)
    if (!(failed instanceof Failure)) return 'made'
    if (failed.refusal !== 'tableInUse') throw failed
    return 'inUse'
  }

  const once = (where: Where, actor: SignedIn, task: Attempt): Promise<ChangeOutcome> =>
    transact(db, async (tx) => {
      const { wish, run } = task
      const doing = await held(tx, where, actor, task)
      const { done: ran, kind, ofId = null, isStep } = await run(doing)
      if (ran.conflicts) throw heldBack(ran.conflicts)
      const done = { ...ran, columns: await recompute(doing, ran.columns ?? []) }
      if (wish && wish !== 'restore') {
        await demandRules(tx, doing.table.space_id, newRules(done.columns))
        await demandStrict(doing, done.columns, { changeIds: [doing.changeId], added: done.added })
      }
      await writeCatalogue(doing, done)
      fault('table-change-written')
      const { touched, rows = [], columns, physical = [], details = {}, added, isMirror = false } = done
      const traces = { kind, details, columns, physical, touched, added, ofId, isMirror }
      const { table, tableId, changeId } = doing
      await Promise.all([
        changes.record(tx, { tableId, at: now() }, [{ id: changeId, personId: actor.id, traces }], isStep),
        news.publish(table, { tableId, change: changeId }, tx),
      ])
      await keeping.changed(doing, actor, traces)
      return { change: changeId, touched, rows, conflicts: [], conflictCount: 0 }
    })

  const writeCells = cellWriting(all)
  const change = ({ change: wish, ...where }: ParsedOf<typeof tables.change>, { actor }: ByActor) =>
    wish.kind === 'cells'
      ? writeCells(where, { actor, change: wish })
      : work(where, actor, {
          wish: wish.kind,
          run: async (doing) => {
            const done = await doerOf(wish.kind)(doing, wish)
            // A question that finds nothing leaves nothing to undo.
            return { done, kind: wish.kind, isStep: done.touched > 0 || !('scope' in wish && wish.scope) }
          },
        })

  return { change, work }
}
export type TableWork = ReturnType<typeof tableWork>
