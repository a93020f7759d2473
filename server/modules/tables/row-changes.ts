import { TABLE_CELLS_A_CHANGE, TABLE_ROWS_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { type Doer, type Doing, demandFit, filled } from './doing.ts'
import { filledColumns } from './effect-store.ts'
import { PLACE } from './physical-store.ts'
import { columnIn, inScope } from './question-store.ts'
import { addRows, amongRows, copyRows, orderedRows, placeRows, removeRows, roomBehind } from './row-store.ts'

/** Throws tooLarge. */
export function demandFew(cells: number): void {
  if (cells > TABLE_CELLS_A_CHANGE) throw new Failure('tooLarge')
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

/** The copies are placed after the last of the rows, in their order. */
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

/** Rows in their order. Throws tableRowGone if one of them was deleted. */
async function inOrder(doing: Doing, given: readonly number[]): Promise<number[]> {
  const ids = await orderedRows(doing, given)
  if (ids.length !== new Set(given).size) throw new Failure('tableRowGone')
  return ids
}

/** Cells of removed columns are kept, too: undoing may restore both. */
export const removeRowsOf: Doer<'removeRows'> = async (doing, { rows, scope }) => {
  const all = (await filledColumns(doing.tx, doing.tableId)).map(({ physical }) => physical)
  const touched = rows
    ? await removeRows(doing, amongRows(rows), all)
    : await inScope(doing.tx, doing.columns, scope ?? null, (where) => removeRows(doing, where, all))
  if (rows && !touched) throw new Failure('tableRowGone')
  return { touched, more: -touched, physical: all }
}
