import type { Cell } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import type { ColumnRow } from './catalogue-store.ts'
import type { ColumnEffect } from './change-store.ts'
import { type ChangeOf, type Doer, type Doing, demandBare, demandFit } from './doing.ts'
import { INDEXED_ROWS } from './indexing.ts'
import { addToFill, fillRows } from './made-columns.ts'
import { columnIn, conditionOf, judgesPattern, orderOf } from './question-store.ts'
import { countChanged, inEveryRow, type Which, type Write, withPattern, writeRows } from './rewrite-store.ts'
import { namesOf } from './row-changes.ts'
import { demandAllowed } from './strict-store.ts'
import { emptyOf, filledIn, transformed } from './transform-store.ts'

type Kind = 'transform' | 'fill' | 'clear'
/** The columns and rows that a change writes. */
type Plan = { columns: ColumnRow[]; writes: (Write & { column: ColumnRow })[]; which: Which }

/** The columns of a change, which people fill in and whose types it can change. Throws tableTypeUnfit, tableComputed. */
function columnsFor({ columns }: Doing, ids: readonly number[], types?: readonly ColumnRow['type'][]): ColumnRow[] {
  const found = [...new Set(ids)].map((id) => columnIn(columns, id))
  demandFit(found, [])
  const unfit = found.find(({ type }) => types && !types.includes(type))
  if (unfit) throw new Failure('tableTypeUnfit', { values: { column: unfit.name } })
  return found
}
const whereIn = ({ columns }: Doing, { scope }: ChangeOf<Kind>) => (scope ? conditionOf(columns, scope) : null)

function transforming(doing: Doing, change: ChangeOf<'transform'>): Plan {
  const columns = columnsFor(doing, change.columns, ['text', 'choice'])
  const writes = columns.map((column) => ({ column, value: transformed(column, change.how) }))
  return { columns, writes, which: { where: whereIn(doing, change) } }
}

function filling(doing: Doing, change: ChangeOf<'fill'>): Plan {
  const { how } = change
  const columns = columnsFor(doing, change.columns, how.what === 'linear' ? ['number', 'date', 'datetime'] : undefined)
  if (how.what === 'value') demandFit(columns, [columns.map((): Cell => how.value)])
  const order = orderOf(doing.columns, change.scope?.sort ?? [])
  const by = how.what === 'value' || how.groupBy === null ? null : columnIn(doing.columns, how.groupBy)
  const { values, which } = filledIn(doing.tableId, columns, { how, where: whereIn(doing, change), order, by })
  return { columns, writes: columns.map((column, at) => ({ column, value: values[at] ?? emptyOf(column) })), which }
}

function clearing(doing: Doing, change: ChangeOf<'clear'>): Plan {
  const columns = columnsFor(doing, change.columns)
  return {
    columns,
    writes: columns.map((column) => ({ column, value: emptyOf(column) })),
    which: { where: whereIn(doing, change) },
  }
}

export function planOf(doing: Doing, change: ChangeOf<Kind>): Plan {
  if (change.kind === 'transform') return transforming(doing, change)
  return change.kind === 'fill' ? filling(doing, change) : clearing(doing, change)
}
/** Runs a plan; one with a pattern, in what it writes or in the question of its rows, for a limited time. */
export function runPlan<T>({ tx, columns }: Doing, change: ChangeOf<Kind>, run: () => Promise<T>): Promise<T> {
  const isReplacing = change.kind === 'transform' && change.how.what === 'replace'
  const isPatterned = isReplacing || (change.scope && judgesPattern(columns, change.scope))
  return isPatterned ? withPattern(tx, run) : run()
}

/** Whether a change writes most rows of a big table. */
const isOfMost = ({ table }: Doing, touched: number) => touched >= INDEXED_ROWS && touched * 2 >= table.row_count

/**
 * The new values go to other physical columns, and the old ones are kept: no row needs two effects, and undoing points
 * the catalogue back to the old ones, however many rows there are.
 */
async function putElsewhere(doing: Doing, change: ChangeOf<Kind>, { columns, writes, which }: Plan) {
  const { from, where } = which
  const inEach = writes.map((write) => inEveryRow(write, where))
  // A change that will be refused creates no column.
  if (doing.ahead === 'untried') await demandAllowed(doing, inEach, from)
  const made = columns.map((column, at) => ({ ...column, physical: doing.table.next_physical + at }))
  const filled = inEach.flatMap(({ value }, at) => (made[at] ? [{ column: made[at], value }] : []))
  await addToFill(doing, made)
  if (change.kind !== 'clear' || where) await runPlan(doing, change, () => fillRows(doing, filled, from))
  return columns.map((before, at): ColumnEffect => ({ id: before.id, before, after: made[at] ?? null }))
}

/** Changes the values of columns by what is in them. */
export const changeValuesOf: Doer<Kind> = async (doing, change) => {
  const plan = planOf(doing, change)
  const { columns, writes, which } = plan
  const details = { columns: namesOf(columns), ...('how' in change && { what: change.how.what }) }
  if (doing.table.row_count >= INDEXED_ROWS) {
    const touched = await runPlan(doing, change, () => countChanged(doing, writes, which))
    // While a long read of the table is in progress, such as an export, no columns are added.
    if (doing.ahead !== 'inUse' && isOfMost(doing, touched))
      return { touched, columns: await putElsewhere(doing, change, plan), details }
    demandBare(doing, touched)
  }
  const touched = await runPlan(doing, change, () => writeRows(doing, writes, which))
  return { touched, physical: columns.map(({ physical }) => physical), details }
}
