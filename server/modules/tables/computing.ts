import { Failure } from '#server/failure.ts'
import { addPhysical } from './alter-store.ts'
import type { ColumnRow, TableRow } from './catalogue-store.ts'
import type { ColumnEffect } from './change-store.ts'
import { copyValues, replaceComputed, staleComputed } from './computed-store.ts'
import type { Doer, Doing } from './doing.ts'
import { computedColumns, withKeptFormulas } from './formulas.ts'
import { type Columns, columnIn } from './question-store.ts'

/** Columns after a change of them. */
function columnsAfter(columns: Columns, effects: readonly ColumnEffect[]): Map<number, ColumnRow> {
  const after = new Map(columns)
  for (const effect of effects) {
    if (effect.after) after.set(effect.id, effect.after)
    else after.delete(effect.id)
  }
  return after
}
const isComputed = ({ formula }: ColumnRow) => formula !== null

/**
 * Lets the database compute all formulas after a change of columns: those that are new, and those that read a column
 * which is another one by now. A computed physical column holds nothing of its own: one that is no longer shown stays
 * for those who are reading it, goes with the next such change, and undoing makes another one. Answers the effects with those on computed columns. Throws tableColumnNeeded when a formula
 * can't be computed any more.
 */
export async function recompute(
  { tx, table, columns }: Pick<Doing, 'tx' | 'columns'> & { table: Pick<TableRow, 'id' | 'next_physical'> },
  effects: readonly ColumnEffect[],
): Promise<ColumnEffect[]> {
  const after = columnsAfter(columns, effects)
  const [was, wanted] = [[...columns.values()], [...after.values()]]
  if (!effects.length || !(was.some(isComputed) || wanted.some(isComputed))) return [...effects]
  const [old, computed] = [computedColumns(was), computedColumns(wanted)]
  let next = Math.max(table.next_physical, ...wanted.map(({ physical }) => physical + 1))
  const made = [...computed].flatMap(([id, { type, value }]) => {
    const [row, before] = [after.get(id) as ColumnRow, columns.get(id)]
    const isThere = before?.formula != null && before.physical === row.physical && before.type === type
    if (isThere && old.get(id)?.value === value) return []
    // A column added by the change itself has its number already.
    const physical = row.physical >= table.next_physical ? row.physical : next++
    return [{ value, row: { ...row, type, physical } }]
  })
  if (made.length || was.some((row) => isComputed(row) && after.get(row.id)?.physical !== row.physical))
    await replaceComputed(tx, table.id, {
      gone: await staleComputed(tx, table.id, physicalOf(was)),
      made: made.map(({ value, row: { type, physical } }) => ({ value, type, physical })),
    })
  const again = new Map(made.map(({ row }) => [row.id, row]))
  const others = effects.filter(({ id }) => !again.has(id))
  return [...others, ...[...again].map(([id, row]) => ({ id, before: columns.get(id) ?? null, after: row }))]
}

const physicalOf = (rows: readonly ColumnRow[]) => rows.map(({ physical }) => physical)

/** Another formula, a formula instead of values, or the values instead of the formula (null). */
export const setFormulaOf: Doer<'setFormula'> = async (doing, { column: id, formula }) => {
  const before = columnIn(doing.columns, id)
  const details = { columns: before.name }
  const physical = doing.table.next_physical
  if (formula !== null) {
    const wish = { ...before, formula, physical, options: [], vocabulary_id: null }
    const rows = [...doing.columns.values()].map((row) => (row.id === id ? wish : row))
    const after = withKeptFormulas(rows, [id]).find((row) => row.id === id)
    if (!after) throw new Failure('tableColumnGone')
    return { touched: doing.table.row_count, columns: [{ id, before, after }], details }
  }
  if (before.formula === null) return { touched: 0, columns: [{ id, before, after: before }], details }
  const after = { ...before, formula, physical }
  await addPhysical(doing.tx, doing.tableId, [after])
  await copyValues(doing.tx, doing.tableId, { from: before.physical, to: physical })
  return { touched: doing.table.row_count, columns: [{ id, before, after }], details }
}
