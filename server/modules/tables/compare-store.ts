import { type RawBuilder, sql } from 'kysely'
import type { RowDifference } from '#contract/tables/looks.ts'
import type { Db } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { type Moment, rowsAt } from './past-store.ts'
import { cell, onWire } from './physical-store.ts'
import { cellsOf } from './row-store.ts'

/** A moment with all columns that it had. */
export type Side = { moment: Moment; columns: readonly ColumnRow[] }
/** A column of both moments, as each of them has it. */
export type Pair = { before: ColumnRow; after: ColumnRow }
type Wish = { from: Side; to: Side; pairs: readonly Pair[]; key: readonly Pair[]; first: number; count: number }
type Found = { added: number; removed: number; changed: number; rows: RowDifference[] }

/** A value that is equal to another one exactly when it is the same: 1 and 1.0 are. */
const wire = ({ type, physical }: ColumnRow) =>
  onWire(type, type === 'number' ? sql`trim_scale(${cell(physical)})` : cell(physical))

/** The rows of a moment: what they are known by, which of those with the same key they are, and their cells as JSON. */
function sideOf(
  { moment, columns }: Side,
  shown: readonly ColumnRow[],
  key: readonly ColumnRow[],
): RawBuilder<unknown> {
  const known = key.length ? sql`(${cellsOf(key.map(wire))})::text` : sql`t.id::text`
  return sql`
    select k.*, row_number() over (partition by k.key order by k.ord, k.id) as n from (
      select ${known} as key, ${cellsOf(shown.map(wire))} as cells, t.ord, t.id from ${rowsAt(moment, columns)} as t) as k`
}

/**
 * Rows that two moments do not have alike, in the order of the later one, and how many of each kind. Rows with the same
 * key are the same in their order.
 */
export async function differences(db: Db, { from, to, pairs, key, first, count }: Wish): Promise<Found> {
  const side = (at: keyof Pair, one: Side) =>
    sideOf(
      one,
      pairs.map((pair) => pair[at]),
      key.map((pair) => pair[at]),
    )
  const { rows } = await sql<Found>`
    with differing as materialized (
      select b.cells as before, a.cells as after, coalesce(a.ord, b.ord) as ord, coalesce(a.id, b.id) as id
      from (${side('before', from)}) as b full join (${side('after', to)}) as a on a.key = b.key and a.n = b.n
      where b.cells is distinct from a.cells
    ), page as (
      select before, after, row_number() over (order by ord, id) as place from differing
      order by ord, id offset ${first} limit ${count}
    )
    select count(*) filter (where before is null) as added, count(*) filter (where after is null) as removed,
      count(*) filter (where before is not null and after is not null) as changed,
      (select coalesce(jsonb_agg(jsonb_build_object('before', before, 'after', after) order by place), '[]'::jsonb)
       from page) as rows
    from differing`.execute(db)
  return rows[0] ?? { added: 0, removed: 0, changed: 0, rows: [] }
}
