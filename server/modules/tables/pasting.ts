import { Failure } from '#server/failure.ts'
import { CONFLICTS_SHOWN, type Doer, demandFit, filled } from './doing.ts'
import { conflictsOf } from './judging.ts'
import { makeColumns } from './made-columns.ts'
import { columnIn } from './question-store.ts'
import { demandFew, demandRoomForRows, namesOf } from './row-changes.ts'
import { addRows, lockedCells, roomBehind, writeCells } from './row-store.ts'

/** Cells of rows that are there, rows at the end and columns at the end, in one step. */
export const pasteOf: Doer<'paste'> = async (doing, { columns: ids, newColumns, rows, added }) => {
  if (!rows.length && !added.length) throw new Failure('invalid')
  demandFew((ids.length + newColumns.length) * (rows.length + added.length))
  demandRoomForRows(doing, added.length)
  const known = ids.map((id) => columnIn(doing.columns, id))
  demandFit([...known, ...newColumns], [...rows.map(({ values }) => values), ...added])
  const { present } = await lockedCells(doing, known, { ids: rows.map(({ id }) => id), changes: 0 })
  if (present.size !== rows.length) throw new Failure('tableRowGone')
  const conflicts = conflictsOf(
    { columns: ids, rows },
    (row, column) => present.get(row)?.[ids.indexOf(column)] ?? null,
  )
  if (conflicts.length)
    return {
      touched: 0,
      conflicts: { conflicts: conflicts.slice(0, CONFLICTS_SHOWN), conflictCount: conflicts.length },
    }
  const { made, effects } = await makeColumns(doing, newColumns)
  const columns = [...known, ...made]
  const written = rows.map(({ id, values }) => ({ id, values, changeId: doing.changeId }))
  const changed = written.length ? ((await writeCells(doing, columns, written)).get(doing.changeId) ?? 0) : 0
  const all = [...filled(doing.columns), ...made.map(({ physical }) => physical)]
  const place = added.length ? await roomBehind(doing, undefined, added.length) : null
  const fresh = place ? await addRows(doing, { columns, rows: added, all, place }) : []
  return {
    touched: changed + fresh.length,
    rows: fresh,
    more: fresh.length,
    columns: effects,
    physical: fresh.length ? all : columns.map(({ physical }) => physical),
    details: { columns: namesOf(columns) },
  }
}
