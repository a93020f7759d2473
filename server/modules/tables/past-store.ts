import { type RawBuilder, sql } from 'kysely'
import type { Question, Row } from '#contract/tables/question.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { computedColumns } from './formulas.ts'
import {
  cell,
  columnName,
  everyEffect,
  fromEffect,
  keyOf,
  onWire,
  type Physical,
  PLACE,
  rowsOf,
} from './physical-store.ts'
import { type Columns, conditionOf, orderOf, whereOf } from './question-store.ts'
import { cellsOf } from './row-store.ts'

/** A moment of a table: just after the change `at`, told by what changes after it and before `until` did. */
export type Moment = { tableId: string; at: number; until?: number }

/** Throws tableChangeGone unless the moment is that of a change of the table; 0 is before the first. */
export async function demandMoment(db: Db | Tx, { tableId, at }: Moment): Promise<void> {
  const { rows } = await sql`
    select 1 from table_change where table_id = ${tableId}::uuid and id = ${at}`.execute(db)
  if (!rows.length && at !== 0) throw new Failure('tableChangeGone')
}

/** The columns of a moment in their order, from those of today. */
export async function columnsAt(
  db: Db | Tx,
  { tableId, at }: Moment,
  today: readonly ColumnRow[],
): Promise<ColumnRow[]> {
  const { rows } = await sql<{ id: number; before: ColumnRow | null }>`
    select distinct on (c.id) c.id, c.before
    from table_change h, jsonb_to_recordset(h.columns) as c (id integer, before jsonb)
    where h.table_id = ${tableId}::uuid and h.id > ${at} order by c.id, h.id`.execute(db)
  const byId = new Map(today.map((column) => [column.id, column]))
  for (const { id, before } of rows)
    if (before) byId.set(id, before)
    else byId.delete(id)
  return [...byId.values()].toSorted((a, b) => a.position - b.position || a.id - b.id)
}

/**
 * What rows that changed since were: `is_new` when they were not there, otherwise `cells`, the values of what changed by
 * its key. The first effect after the moment tells what was before it.
 */
export const changedSince = ({ tableId, at, until }: Moment): RawBuilder<unknown> => sql`
  (select e.row_id, (array_agg(e.before is null order by e.change_id))[1] as is_new,
    jsonb_object_agg(k.key, k.value order by e.change_id desc) filter (where k.key is not null) as cells
  from ${everyEffect(tableId)} e left join lateral jsonb_each(e.before) as k on true
  where e.change_id > ${at} ${until === undefined ? sql`` : sql`and e.change_id < ${until}`} group by e.row_id)`

/** The value of a cell of a row `t` as it was, by `p` of changedSince. */
export const valueThen = ({ physical, type }: Physical) =>
  sql`case when p.cells ? ${keyOf(physical)} then ${fromEffect(type, physical, sql`p.cells`)} else ${cell(physical)} end`

/** The rows of a moment, as if they were the table: with these columns, computed ones too, and their order. */
export function rowsAt(moment: Moment, columns: readonly ColumnRow[]): RawBuilder<unknown> {
  const filled = columns.filter(({ formula }) => formula === null)
  const values = [PLACE, ...filled].map((one) => sql`${valueThen(one)} as ${columnName(one.physical)}`)
  const computed = [...computedColumns(columns)].map(
    ([id, { value }]) => sql`, ${sql.raw(value)} as ${columnName(columns.find((one) => one.id === id)?.physical ?? 0)}`,
  )
  return sql`(select past.*${sql.join(computed, sql``)} from (
    select coalesce(t.id, p.row_id) as id, ${sql.join(values)}
    from ${rowsOf(moment.tableId)} t full join ${changedSince(moment)} as p on p.row_id = t.id
    where p.row_id is null or not p.is_new) as past)`
}

type Part = Question & { shown: readonly ColumnRow[]; first: number; count: number }

/** A page of the rows of a moment, and how many fit the question and how many there were. */
export async function pageAt(
  db: Db,
  moment: Moment,
  columns: Columns,
  { shown, first, count, ...question }: Part,
): Promise<{ rows: Row[]; matching: number; total: number }> {
  const all = [...columns.values()]
  const condition = conditionOf(columns, question)
  const values = shown.map(({ type, physical }) => onWire(type, cell(physical)))
  const { rows } = await sql<Row>`
    select t.id, ${cellsOf(values)} as cells from ${rowsAt(moment, all)} as t ${whereOf(condition)}
    order by ${orderOf(columns, question.sort)} offset ${first} limit ${count}`.execute(db)
  const { rows: counts } = await sql<{ matching: number; total: number }>`
    select count(*) filter (where ${condition ?? sql`true`}) as matching, count(*) as total
    from ${rowsAt(moment, all)} as t`.execute(db)
  return { rows, matching: counts[0]?.matching ?? 0, total: counts[0]?.total ?? 0 }
}
