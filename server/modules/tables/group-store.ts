import { type RawBuilder, sql } from 'kysely'
import { TABLE_GROUPS_MAX } from '#contract/core/limits.ts'
import { type Aggregate, type AggregateKind, aggregatesOf, type RowGroup } from '#contract/tables/looks.ts'
import type { Question } from '#contract/tables/question.ts'
import { Failure } from '#server/failure.ts'
import type { Db } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { cell, onWire, rowsOf, whereOf } from './physical-store.ts'
import { type Columns, columnIn, conditionOf, sortedBy } from './question-store.ts'
import { cellsOf } from './row-store.ts'
import { isEmptyCell } from './rule-store.ts'

/** The value in the middle, exact: of an even number of values the mean of the two. */
const medianOf = (value: RawBuilder<unknown>) => sql`trim_scale((percentile_disc(0.5) within group (order by ${value})
  + percentile_disc(0.5) within group (order by ${value} desc)) / 2)::text`

/** An aggregate of a column in SQL. Throws tableTypeUnfit. */
function aggregateOf({ name, type, physical }: ColumnRow, kind: AggregateKind): RawBuilder<unknown> {
  if (!aggregatesOf[type].includes(kind)) throw new Failure('tableTypeUnfit', { values: { column: name } })
  const value = cell(physical)
  const isEmpty = isEmptyCell(type, value)
  const sorted = type === 'text' ? sql`nullif(${value}, '') collate natural_order` : value
  const forms: Record<AggregateKind, () => RawBuilder<unknown>> = {
    filled: () => sql`(count(*) filter (where not ${isEmpty}))::text`,
    empty: () => sql`(count(*) filter (where ${isEmpty}))::text`,
    distinct: () => sql`(count(distinct ${value}) filter (where not ${isEmpty}))::text`,
    yes: () => sql`(count(*) filter (where ${value}))::text`,
    sum: () => sql`trim_scale(sum(${value}))::text`,
    mean: () => sql`trim_scale(avg(${value}))::text`,
    median: () => medianOf(value),
    least: () => onWire(type, sql`min(${sorted})`),
    greatest: () => onWire(type, sql`max(${sorted})`),
  }
  return forms[kind]()
}

type Wish = { question: Question; groupBy: number | null; aggregates: readonly Aggregate[] }

/**
 * The groups of rows by the values of a column in its order, or all rows as one group. Throws tableColumnGone,
 * tableTypeUnfit, tableGroupsTooMany.
 */
export async function groupsOf(
  db: Db,
  tableId: string,
  columns: Columns,
  { question, groupBy, aggregates }: Wish,
): Promise<RowGroup[]> {
  const values = cellsOf(aggregates.map(({ column, kind }) => aggregateOf(columnIn(columns, column), kind)))
  const from = sql`from ${rowsOf(tableId)} t ${whereOf(conditionOf(columns, question))}`
  if (groupBy === null) {
    const { rows } = await sql<RowGroup>`
      select null as value, count(*) as count, ${values} as aggregates ${from}`.execute(db)
    return rows
  }
  const column = columnIn(columns, groupBy)
  const order = question.sort.find((one) => one.column === groupBy)?.order ?? 'asc'
  const { rows } = await sql<RowGroup>`
    select ${onWire(column.type, cell(column.physical))} as value, count(*) as count, ${values} as aggregates ${from}
    group by ${cell(column.physical)} order by ${sortedBy(column, order)} limit ${TABLE_GROUPS_MAX + 1}`.execute(db)
  if (rows.length > TABLE_GROUPS_MAX) throw new Failure('tableGroupsTooMany', { values: { column: column.name } })
  return rows
}
