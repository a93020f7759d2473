import type { Cell } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { type ChangeOf, type Doer, type Doing, demandBare, demandFit, wantsBare } from './doing.ts'
import { columnIn, conditionOf, judgesPattern, orderOf } from './question-store.ts'
import { type Which, type Write, withPattern, writeRows } from './rewrite-store.ts'
import { namesOf } from './row-changes.ts'
import { demandAllowed } from './strict-store.ts'
import { emptyOf, filledIn, transformed } from './transform-store.ts'

type Kind = 'transform' | 'fill' | 'clear'
/** What a change writes to columns that exist, in which rows. */
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
  const { values, which } = filledIn(doing.tableId, columns, { how, where: whereIn(doing, change), order })
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

/** Whether a change may be expected to write nearly every row; what only some texts need is not known beforehand. */
const isOfEveryRow = ({ scope, ...change }: ChangeOf<Kind>) =>
  !scope &&
  (change.kind === 'clear' || (change.kind === 'transform' && 'text' in change.how && !('search' in change.how)))

/** Changes the values of whole columns by what is in them. */
export const changeValuesOf: Doer<Kind> = async (doing, change) => {
  const { columns, writes, which } = planOf(doing, change)
  if (isOfEveryRow(change)) {
    // What is refused anyway makes no index anew.
    if (wantsBare(doing, doing.table.row_count)) await demandAllowed(doing, writes)
    demandBare(doing, doing.table.row_count)
  }
  const touched = await runPlan(doing, change, () => writeRows(doing, writes, which))
  return {
    touched,
    physical: columns.map(({ physical }) => physical),
    details: { columns: namesOf(columns), ...('how' in change && { what: change.how.what }) },
  }
}
