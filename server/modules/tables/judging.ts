import type { ChangeOutcome } from '#contract/tables/changes.ts'
import type { Cell } from '#contract/tables/columns.ts'
import type { Outcomes } from '#server/concurrency/rounds.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import { type ColumnRow, isVisibleTo, type TableRow } from './catalogue-store.ts'
import { type ChangeOf, CONFLICTS_SHOWN, demandFit } from './doing.ts'
import { type Columns, columnIn } from './question-store.ts'
import { demandFew } from './row-changes.ts'
import { lockedCells } from './row-store.ts'

/** Cells to be written; `doer` is the same for the same person with the same rights. */
export type Wish = { actor: SignedIn; doer: string; change: ChangeOf<'cells'> }
/** A wish whose values fit its columns. */
export type Fitting = { wish: Wish; columns: readonly ColumnRow[] }
/** A wish that is written under a number. */
export type Accepted = Fitting & { changeId: number }
/** A table that writers of cells share. */
export type Shared = { tx: Tx; table: TableRow; tableId: string; columns: Columns }
export type Answers = Outcomes<Wish, ChangeOutcome>

const same = (one: Cell, other: Cell) => JSON.stringify(one) === JSON.stringify(other)

/** Cells that are not what the caller saw, and not what they wanted either. */
export function conflictsOf(
  { columns, rows }: Pick<ChangeOf<'cells'>, 'columns' | 'rows'>,
  presentOf: (row: number, column: number) => Cell,
) {
  return rows.flatMap(({ id, values, before }) => {
    if (!before) return []
    return columns.flatMap((column, at) => {
      const [wanted = null, present] = [values[at], presentOf(id, column)]
      return same(present, before[at] ?? null) || same(present, wanted) ? [] : [{ row: id, column, wanted, present }]
    })
  })
}
export const heldBack = (conflicts: ChangeOutcome['conflicts']): ChangeOutcome => ({
  change: null,
  touched: 0,
  rows: [],
  conflicts: conflicts.slice(0, CONFLICTS_SHOWN),
  conflictCount: conflicts.length,
})

/** Throws tableGone, tableLocked, tooLarge, tableColumnGone, tableCellInvalid, tableComputed. */
export function fitting({ columns, table }: Shared, wish: Wish): Fitting {
  const { actor, change } = wish
  if (!isVisibleTo(actor, table)) throw new Failure('tableGone')
  if (table.lock) throw new Failure('tableLocked', { values: { name: table.lock.personName } })
  demandFew(change.columns.length * change.rows.length)
  const written = change.columns.map((id) => columnIn(columns, id))
  demandFit(
    written,
    change.rows.map(({ values }) => values),
  )
  return { wish, columns: written }
}

const rowIdsOf = (wishes: readonly Wish[]) => wishes.flatMap(({ change }) => change.rows.map(({ id }) => id))
/** Cells as they are, locked, of these columns. */
type Locked = Awaited<ReturnType<typeof lockedCells>> & { columns: readonly ColumnRow[] }
export const lock = async (
  target: Pick<Shared, 'tx' | 'tableId'>,
  columns: readonly ColumnRow[],
  wishes: readonly Wish[],
) => ({
  ...(await lockedCells(target, columns, { ids: rowIdsOf(wishes), changes: wishes.length })),
  columns,
})

/** Answers those of wishes that can be written, each under its number; `ahead` has their cells unless columns changed. */
export async function judge(shared: Shared, wishes: readonly Fitting[], ahead: Locked | null, answers: Answers) {
  const columns = columnsOf(wishes)
  const isStill = columns.every(({ id, physical, type }) =>
    ahead?.columns.some((then) => then.id === id && then.physical === physical && then.type === type),
  )
  const locked =
    ahead && isStill
      ? ahead
      : await lock(
          shared,
          columns,
          wishes.map(({ wish }) => wish),
        )
  const places = new Map(locked.columns.map(({ id }, at) => [id, at]))
  const presentOf = (row: number, column: number): Cell => locked.present.get(row)?.[places.get(column) ?? 0] ?? null
  return wishes.flatMap((one, at): Accepted[] => {
    const { rows } = one.wish.change
    const isThere =
      rows.every(({ id }) => locked.present.has(id)) && new Set(rows.map(({ id }) => id)).size === rows.length
    const conflicts = isThere ? conflictsOf(one.wish.change, presentOf) : []
    if (isThere && !conflicts.length) return [{ ...one, changeId: locked.changeIds[at] ?? 0 }]
    answers.set(one.wish, isThere ? heldBack(conflicts) : new Failure('tableRowGone'))
    return []
  })
}
/** The columns of several wishes, each once. */
export const columnsOf = (wishes: readonly Pick<Fitting, 'columns'>[]): ColumnRow[] => [
  ...new Map(wishes.flatMap(({ columns }) => columns.map((column) => [column.id, column]))).values(),
]
