import { type RawBuilder, sql } from 'kysely'
import type { Cell } from '#contract/tables/columns.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { nextNumber } from './change-store.ts'
import {
  boundMany,
  cell,
  columnName,
  effectsOf,
  onWire,
  PLACE,
  rowsOf,
  unbound,
  whereOf,
  wholeRow,
} from './physical-store.ts'
import { type Target, writeRows, writeShared } from './rewrite-store.ts'
import { isEmptyCell } from './rule-store.ts'

const numbered = (column: ColumnRow, index: number) => ({ ...column, value: sql.raw(`i.v${index}`), index })

/** Values by column, each one parameter: `i` with `key` (an id, or a number from 0), v0, v1, …, and x0, … for `more`. */
function inputOf(
  columns: readonly ColumnRow[],
  rows: readonly (readonly Cell[])[],
  ids: readonly number[] | null,
  more: readonly RawBuilder<unknown>[] = [],
) {
  const arrays = columns.map(({ type }, at) =>
    boundMany(
      type,
      rows.map((row) => row[at] ?? null),
    ),
  )
  const names = [...columns.map((_, at) => sql.raw(`v${at}`)), ...more.map((_, at) => sql.raw(`x${at}`))]
  const keys = ids ? sql`${[...ids]}::bigint[]` : sql`${rows.map((_, at) => at)}::bigint[]`
  return sql`unnest(${sql.join([keys, ...arrays, ...more])}) as i (${sql.join([sql.raw('key'), ...names])})`
}

/**
 * The current cells of rows, as in answers, locked against other changes; and numbers for `changes` further changes.
 */
export async function lockedCells(
  { tx, tableId }: Omit<Target, 'changeId'>,
  columns: readonly ColumnRow[],
  { ids, changes }: { ids: readonly number[]; changes: number },
): Promise<{ present: Map<number, Cell[]>; changeIds: number[] }> {
  const values = columns.map(({ type, physical }) => onWire(type, cell(physical)))
  const { rows } = await sql<{ id: number; cells: Cell[] | null; change_id: number | null }>`
    with locked as materialized (
      select t.id, ${cellsOf(values)} as cells from ${rowsOf(tableId)} t where t.id = any(${[...ids]}::bigint[])
      order by t.id for update)
    select id, cells, null::bigint as change_id from locked
    union all
    select null, null, ${nextNumber} from (select count(*) as n from locked) as c, generate_series(1, ${changes}::int)
    where n > 0`.execute(tx)
  const present = rows.flatMap(({ id, cells }): [number, Cell[]][] => (cells ? [[id, cells]] : []))
  const changeIds = rows.flatMap(({ change_id }) => change_id ?? [])
  return { present: new Map(present), changeIds: changeIds.toSorted((a, b) => a - b) }
}

/** A row as a change writes it. */
export type Written = { id: number; values: readonly Cell[]; changeId: number }

/** Writes cells of rows that exist and are locked; answers how many rows each change touched. */
export function writeCells(
  target: Omit<Target, 'changeId'>,
  columns: readonly ColumnRow[],
  rows: readonly Written[],
): Promise<Map<number, number>> {
  const ids = rows.map(({ id }) => id)
  const values = rows.map((row) => row.values)
  const input = inputOf(columns, values, ids, [sql`${rows.map(({ changeId }) => changeId)}::bigint[]`])
  const writes = columns.map(numbered).map((column) => ({ column, value: unbound(column.type, column.value) }))
  // Named twice, so that the rows are found by their index however many the planner expects.
  const where = sql`t.id = any(${ids}::bigint[])`
  return writeShared(target, writes, { from: sql`join ${input} on i.key = t.id`, where, change: sql`i.x0` })
}

/** Positions of new rows: `from` plus `step` times their number from 1; there is space between any two rows. */
export type Room = { from: RawBuilder<unknown>; step: RawBuilder<unknown> }

/** The power of two that divides a gap into more than `count` parts, as an exact decimal. */
function fraction(count: number): string {
  const halvings = Math.ceil(Math.log2(count + 1))
  return halvings ? `0.${(5n ** BigInt(halvings)).toString().padStart(halvings, '0')}` : '1'
}

/**
 * Positions for `count` rows after a row, at the beginning (null) or at the end (undefined). Null: that row was
 * deleted.
 */
export async function roomBehind(
  { tx, tableId }: Omit<Target, 'changeId'>,
  behind: number | null | undefined,
  count: number,
): Promise<Room | null> {
  const low = {
    end: sql`(select max(ord) from ${rowsOf(tableId)})`,
    row: sql`(select ord from ${rowsOf(tableId)} where id = ${behind})`,
    beginning: sql`null::numeric`,
  }[behind === undefined ? 'end' : behind === null ? 'beginning' : 'row']
  const { rows } = await sql<{ low: string | null; high: string | null }>`
    with low as (select ${low} as ord)
    select low.ord as low, (select min(t.ord) from ${rowsOf(tableId)} t where low.ord is null or t.ord > low.ord) as high
    from low`.execute(tx)
  const [{ low: from, high } = { low: null, high: null }] = rows
  if (from === null && behind) return null
  if (high === null) return { from: sql`trunc(${from ?? '0'}::numeric)`, step: sql`1` }
  if (from === null) return { from: sql`(trunc(${high}::numeric) - ${count + 1}::int)`, step: sql`1` }
  const gap = sql`(${high}::numeric - ${from}::numeric)`
  return { from: sql`${from}::numeric`, step: sql`${gap} * ${fraction(count)}::numeric` }
}

/** Adds rows in their order; answers their ids. `all` are the columns that people fill in, for the effects. */
export async function addRows(
  { tx, tableId, changeId }: Target,
  {
    columns,
    rows,
    all,
    place,
  }: {
    columns: readonly ColumnRow[]
    rows: readonly (readonly Cell[])[]
    all: readonly number[]
    place: Room
  },
): Promise<number[]> {
  const names = columns.map(({ physical }) => sql`, ${columnName(physical)}`)
  const values = columns.map(numbered).map(({ type, value }) => sql`, ${unbound(type, value)}`)
  const { rows: made } = await sql<{ id: number }>`
    with made as (
      insert into ${rowsOf(tableId)} as t (ord${sql.join(names, sql``)})
      select ${place.from} + (i.key + 1) * ${place.step}${sql.join(values, sql``)}
      from ${inputOf(columns, rows, null)} order by i.key
      returning t.id, t.ord, ${wholeRow(all)} as after),
    noted as (
      insert into ${effectsOf(tableId)} (change_id, row_id, after) select ${changeId}, id, after from made)
    select id from made order by ord`.execute(tx)
  return made.map(({ id }) => id)
}

/** Those of some rows that are there, in their order. */
export async function orderedRows({ tx, tableId }: Target, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${rowsOf(tableId)} where id = any(${[...ids]}::bigint[]) order by ord, id`.execute(tx)
  return rows.map(({ id }) => id)
}
/**
 * For each of some keys, by their place in the list, the rows that have it, and whether an earlier one of the list is the
 * same; keys that no row has are left out unless they repeat.
 */
export async function rowsByKeys(
  { tx, tableId }: Target,
  columns: readonly ColumnRow[],
  keys: readonly (readonly Cell[])[],
): Promise<{ key: number; ids: number[]; isRepeated: boolean }[]> {
  const values = columns.map(numbered).map(({ type, value }) => unbound(type, value))
  const named = values.map((value, at) => sql`${value} as ${sql.raw(`k${at}`)}`)
  const parts = columns.map(({ physical }, at) => ({ given: sql.raw(`g.k${at}`), there: cell(physical) }))
  const isWhole = sql.join(
    columns.map(({ type }, at) => sql`not ${isEmptyCell(type, sql.raw(`g.k${at}`))}`),
    sql` and `,
  )
  const isSame = sql.join(
    parts.map(({ given, there }) => sql`${there} = ${given}`),
    sql` and `,
  )
  const by = sql.join(parts.map(({ given }) => given))
  const { rows } = await sql<{ key: number; ids: number[]; isRepeated: boolean }>`
    with g as materialized (select i.key, ${sql.join(named)} from ${inputOf(columns, keys, null)}),
    whole as (select g.*, row_number() over (partition by ${by} order by g.key) > 1 as repeated from g where ${isWhole})
    select g.key, coalesce(array_agg(t.id order by t.id) filter (where t.id is not null), '{}') as ids,
      g.repeated as "isRepeated"
    from whole g left join ${rowsOf(tableId)} t on ${isSame}
    group by g.key, g.repeated having g.repeated or count(t.id) > 0 order by g.key`.execute(tx)
  return rows
}

/** Rows by id, `key` from 0: `i (id, key)`. */
const keyed = (ids: readonly number[]) =>
  sql`(select id, n - 1 as key from unnest(${[...ids]}::bigint[]) with ordinality as u (id, n)) as i`

/** Copies rows to new places; answers the ids of the copies. */
export async function copyRows(
  { tx, tableId, changeId }: Target,
  { ids, all, place }: { ids: readonly number[]; all: readonly number[]; place: Room },
): Promise<number[]> {
  const names = all.map((physical) => sql`, ${columnName(physical)}`)
  const values = all.map((physical) => sql`, ${cell(physical, 'o')}`)
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into ${rowsOf(tableId)} as t (ord${sql.join(names, sql``)})
      select ${place.from} + (i.key + 1) * ${place.step}${sql.join(values, sql``)}
      from ${keyed(ids)} join ${rowsOf(tableId)} o on o.id = i.id order by i.key
      returning t.id, t.ord, ${wholeRow(all)} as after),
    noted as (
      insert into ${effectsOf(tableId)} (change_id, row_id, after) select ${changeId}, id, after from made)
    select id from made order by ord`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Moves rows to places, in this order; answers how many moved. */
export const placeRows = (target: Target, ids: readonly number[], place: Room): Promise<number> =>
  writeRows(target, [{ column: PLACE, value: sql`${place.from} + (i.key + 1) * ${place.step}` }], {
    from: sql`join ${keyed(ids)} on i.id = t.id`,
  })

/** The condition of rows `t` with one of these ids. */
export const amongRows = (ids: readonly number[]) => sql`t.id = any(${[...ids]}::bigint[])`

/** Removes the rows `t` of a condition (null: all); answers how many there were. */
export async function removeRows(
  { tx, tableId, changeId }: Target,
  where: RawBuilder<unknown> | null,
  all: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from ${rowsOf(tableId)} t ${whereOf(where)} returning t.id, ${wholeRow(all)} as before)
    insert into ${effectsOf(tableId)} (change_id, row_id, before) select ${changeId}, id, before from gone`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** A JSON array of any number of values: a call takes at most 100 arguments. */
export function cellsOf(values: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  for (let at = 0; at < values.length; at += 100)
    parts.push(sql`jsonb_build_array(${sql.join(values.slice(at, at + 100))})`)
  return parts.length ? sql.join(parts, sql` || `) : sql`'[]'::jsonb`
}
