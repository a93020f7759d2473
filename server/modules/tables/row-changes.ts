import { TABLE_CELLS_A_CHANGE, TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import type { CellConflict } from '#contract/tables/changes.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import { type ChangeOf, CONFLICTS_SHOWN, type Doer, type Doing, demandFit, filled } from './doing.ts'
import { filledColumns } from './effect-store.ts'
import { PLACE } from './physical-store.ts'
import { columnIn } from './question-store.ts'
import {
  addRows,
  copyRows,
  lockedCells,
  orderedRows,
  placeRows,
  removeRows,
  roomBehind,
  writeCells,
} from './row-store.ts'

const same = (one: Cell | undefined, other: Cell | undefined) => JSON.stringify(one) === JSON.stringify(other)

/** Cells that are not what the caller saw, and not what they wanted either. */
function conflictsOf({ columns, rows }: ChangeOf<'cells'>, present: ReadonlyMap<number, Cell[]>): CellConflict[] {
  return rows.flatMap(({ id, values, before }) => {
    const now = present.get(id) ?? []
    if (!before) return []
    return columns.flatMap((column, at) => {
      const [wanted = null, there = null] = [values[at], now[at]]
      return same(there, before[at] ?? null) || same(there, wanted) ? [] : [{ row: id, column, wanted, present: there }]
    })
  })
}

function demandFew(cells: number): void {
  if (cells > TABLE_CELLS_A_CHANGE) throw new Failure('tooLarge')
}

export const writeCellsOf: Doer<'cells'> = async (doing, change) => {
  demandFew(change.columns.length * change.rows.length)
  const columns = change.columns.map((id) => columnIn(doing.columns, id))
  demandFit(
    columns,
    change.rows.map(({ values }) => values),
  )
  const ids = change.rows.map(({ id }) => id)
  const { present, changeId } = await lockedCells(doing, columns, ids)
  if (present.size !== new Set(ids).size || present.size !== ids.length) throw new Failure('tableRowGone')
  const conflicts = conflictsOf(change, present)
  if (conflicts.length) {
    const shown = { conflicts: conflicts.slice(0, CONFLICTS_SHOWN), conflictCount: conflicts.length }
    return { touched: 0, conflicts: shown }
  }
  const touched = await writeCells({ ...doing, changeId }, columns, change.rows)
  return {
    changeId,
    touched,
    physical: columns.map(({ physical }) => physical),
    details: { columns: namesOf(columns) },
  }
}

/** The first names of columns, for a sentence. */
export const namesOf = (columns: readonly { name: string }[]) =>
  columns
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')

/** Throws tableRowsTooMany. */
export function demandRoomForRows({ table }: Doing, count: number): void {
  if (table.row_count + count > TABLE_ROWS_MAX) throw new Failure('tableRowsTooMany')
}

export const addRowsOf: Doer<'addRows'> = async (doing, change) => {
  demandFew(Math.max(1, change.columns.length) * change.rows.length)
  demandRoomForRows(doing, change.rows.length)
  const columns = change.columns.map((id) => columnIn(doing.columns, id))
  demandFit(columns, change.rows)
  const place = await roomBehind(doing, change.behind, change.rows.length)
  if (!place) throw new Failure('tableRowGone')
  const all = filled(doing.columns)
  const rows = await addRows(doing, { columns, rows: change.rows, all, place })
  return { touched: rows.length, rows, more: rows.length, physical: all }
}

/** The copies stand behind the last of the rows, in their order. */
export const duplicateRowsOf: Doer<'duplicateRows'> = async (doing, { rows: given }) => {
  const ids = await inOrder(doing, given)
  demandRoomForRows(doing, ids.length)
  const place = await roomBehind(doing, ids.at(-1), ids.length)
  if (!place) throw new Failure('tableRowGone')
  const all = filled(doing.columns)
  const rows = await copyRows(doing, { ids, all, place })
  return { touched: rows.length, rows, more: rows.length, physical: all }
}

export const moveRowsOf: Doer<'moveRows'> = async (doing, { rows: given, behind }) => {
  if (behind && given.includes(behind)) throw new Failure('invalid')
  const ids = await inOrder(doing, given)
  const place = await roomBehind(doing, behind, ids.length)
  if (!place) throw new Failure('tableRowGone')
  return { touched: await placeRows(doing, ids, place), physical: [PLACE.physical] }
}

/** Rows as they stand one behind the other. Throws tableRowGone when one of them is gone. */
async function inOrder(doing: Doing, given: readonly number[]): Promise<number[]> {
  const ids = await orderedRows(doing, given)
  if (ids.length !== new Set(given).size) throw new Failure('tableRowGone')
  return ids
}

/** Cells of columns that are no longer there are kept too: undoing may bring both back. */
export const removeRowsOf: Doer<'removeRows'> = async (doing, { rows }) => {
  const all = (await filledColumns(doing.tx, doing.tableId)).map(({ physical }) => physical)
  const touched = await removeRows(doing, rows, all)
  if (!touched) throw new Failure('tableRowGone')
  return { touched, more: -touched, physical: all }
}
