import { TABLE_COLUMNS_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import { addPhysical } from './alter-store.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { type Doer, type Doing, demandNames, newColumns, positionsBehind } from './doing.ts'
import { withKeptFormulas } from './formulas.ts'
import { columnIn } from './question-store.ts'
import { namesOf } from './row-changes.ts'

/** Throws tableColumnsTooMany. */
export function demandRoomForColumns(present: number, count: number): void {
  if (present + count > TABLE_COLUMNS_MAX) throw new Failure('tableColumnsTooMany')
}

/** New columns whose formulas people typed, as they are kept. Throws tableFormulaInvalid. */
export function keptColumns({ columns }: Pick<Doing, 'columns'>, { made, effects }: ReturnType<typeof newColumns>) {
  const all = [...[...columns.values()].filter(({ id }) => !made.some((one) => one.id === id)), ...made]
  const kept = new Map(
    withKeptFormulas(
      all,
      made.map(({ id }) => id),
    ).map((row) => [row.id, row]),
  )
  const keep = (row: ColumnRow) => (made.some(({ id }) => id === row.id) ? (kept.get(row.id) ?? row) : row)
  return { made: made.map(keep), effects: effects.map((one) => ({ ...one, after: one.after && keep(one.after) })) }
}

export const addColumnOf: Doer<'addColumn'> = async (doing, { column, behind }) => {
  demandRoomForColumns(doing.columns.size, 1)
  demandNames(doing.columns, [column])
  const { made, effects } = keptColumns(doing, newColumns(doing, [column], behind))
  await addPhysical(doing.tx, doing.tableId, made)
  return { touched: 0, columns: effects, details: { columns: column.name } }
}

export const editColumnOf: Doer<'editColumn'> = async ({ columns }, { column: id, set }) => {
  const before = columnIn(columns, id)
  const { vocabularyId, ...rest } = set
  const after: ColumnRow = { ...before, ...rest, ...(vocabularyId !== undefined && { vocabulary_id: vocabularyId }) }
  demandNames(new Map([...columns].filter(([other]) => other !== id)), [after])
  return { touched: 0, columns: [{ id, before, after }], details: { columns: before.name, to: after.name } }
}

export const moveColumnsOf: Doer<'moveColumns'> = async ({ columns }, { columns: ids, behind }) => {
  const moving = ids.map((id) => columnIn(columns, id))
  if (behind && ids.includes(behind)) throw new Failure('invalid')
  const others = new Map([...columns].filter(([id]) => !ids.includes(id)))
  const { positions, moved } = positionsBehind(others, behind, moving.length)
  const after = [...moved, ...moving.map((column, n) => ({ ...column, position: positions[n] ?? 0 }))]
  const effects = after.map((one) => ({ id: one.id, before: columns.get(one.id) ?? null, after: one }))
  return { touched: 0, columns: effects, details: { columns: namesOf(moving) } }
}

/** The physical columns are kept, so that undo restores their values. */
export const removeColumnsOf: Doer<'removeColumns'> = async ({ columns }, { columns: ids }) => {
  const gone = ids.map((id) => columnIn(columns, id))
  const effects = gone.map((before) => ({ id: before.id, before, after: null }))
  return { touched: 0, columns: effects, details: { columns: namesOf(gone) } }
}
