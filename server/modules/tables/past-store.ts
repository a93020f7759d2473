import { type RawBuilder, sql } from 'kysely'
import type { Question, Row } from '#contract/tables/question.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import type { RowRange } from './change-store.ts'
import { computedColumns } from './formulas.ts'
import {
  cell,
  columnName,
  effectsOf,
  everyEffect,
  fromEffect,
  keyOf,
  onWire,
  type Physical,
  PLACE,
  rowsOf,
  whereOf,
  wholeRow,
} from './physical-store.ts'
import { type Columns, conditionOf, orderOf } from './question-store.ts'
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
 * The earlier state of rows changed since a point in time, or of one row: `is_new` if they did not exist, otherwise
 * `cells`, the earlier values by key. The first effect after the point in time contains the state before it.
 */
export const changedSince = ({ tableId, at, until }: Moment, row?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select e.row_id, (array_agg(e.before is null order by e.change_id))[1] as is_new,
    jsonb_object_agg(k.key, k.value order by e.change_id desc) filter (where k.key is not null) as cells
  from ${everyEffect(tableId, row)} e left join lateral jsonb_each(e.before) as k on true
  where e.change_id > ${at} ${row ? sql`and e.row_id = ${row}` : sql``} ${until === undefined ? sql`` : sql`and e.change_id < ${until}`} group by e.row_id)`

/** The earlier value of a cell of a row `t`, by `p` of changedSince. */
export const valueThen = ({ physical, type }: Physical) =>
  sql`case when p.cells ? ${keyOf(physical)} then ${fromEffect(type, physical, sql`p.cells`)} else ${cell(physical)} end`

/** Rows that a change added without effects: which, and the physical columns that it filled. */
export type Added = { tableId: string; change: number; range: RowRange; physical: readonly number[] }

/**
 * The effects, as `(row_id, after)`, that a change would have left for some of the rows that it added (`g (row_id)`): what
 * they were just after it.
 */
export function addedEffects({ tableId, change, physical }: Added, among: RawBuilder<unknown>): RawBuilder<unknown> {
  const pairs = [PLACE.physical, ...physical].map((one) => {
    const key = keyOf(one)
    return sql`jsonb_build_object(${key}::text, case when p.cells ? ${key} then p.cells -> ${key} else to_jsonb(${cell(one)}) end)`
  })
  return sql`(select g.row_id, ${sql.join(pairs, sql` || `)} as after
    from ${among} left join ${rowsOf(tableId)} t on t.id = g.row_id
      left join lateral ${changedSince({ tableId, at: change }, sql`g.row_id`)} as p on true)`
}

/** The rows that a change added without effects. */
export async function addedBy(db: Db | Tx, tableId: string, change: number): Promise<Added | null> {
  const { rows } = await sql<{ from: number; to: number; physical: number[] }>`
    select added_from as from, added_to as to, physical from table_change
    where table_id = ${tableId}::uuid and id = ${change} and added_from is not null`.execute(db)
  const [found] = rows
  return found ? { tableId, change, range: { from: found.from, to: found.to }, physical: found.physical } : null
}

/**
 * Writes the effects of rows that a change added without, so that it can be reversed: then their values are nowhere else.
 */
export async function leaveEffects(tx: Tx, added: Added): Promise<void> {
  const { tableId, change, range, physical } = added
  const [rows, effects] = [rowsOf(tableId), effectsOf(tableId)]
  await sql`insert into ${effects} (change_id, row_id, after)
    select ${change}::bigint, t.id, ${wholeRow(physical)} from ${rows} t
    where t.id between ${range.from} and ${range.to}`.execute(tx)
  const changed = sql`(select distinct e.row_id from ${everyEffect(tableId)} e
    where e.change_id > ${change} and e.row_id between ${range.from} and ${range.to}) as g`
  await sql`insert into ${effects} (change_id, row_id, after)
    select ${change}::bigint, e.row_id, e.after from ${addedEffects(added, changed)} as e
    on conflict (change_id, row_id) do update set after = excluded.after`.execute(tx)
  await sql`update table_change set added_from = null, added_to = null where id = ${change}`.execute(tx)
}

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
