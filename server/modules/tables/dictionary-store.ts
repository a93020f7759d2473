import { sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { Db } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { cell, onWire, rowsOf } from './physical-store.ts'
import { isEmptyCell } from './rule-store.ts'

/** Statistics of a column: minimum and maximum as in answers, null without an order; and the number of empty cells. */
export type ColumnRange = { least: string | null; greatest: string | null; missing: number }
const ORDERED: readonly CellType[] = ['number', 'date', 'datetime']
/** Columns that are summed up in one pass over the rows (our choice). */
const COLUMNS_MAX = 100

/** Ranges of the first columns of a table, read in one pass. */
export async function columnRanges(
  db: Db,
  tableId: string,
  columns: readonly ColumnRow[],
): Promise<Map<number, ColumnRange>> {
  const some = columns.slice(0, COLUMNS_MAX)
  if (!some.length) return new Map()
  const parts = some.map(({ physical, type }) => {
    const value = cell(physical)
    const edge = (name: 'min' | 'max') =>
      ORDERED.includes(type) ? sql`${onWire(type, sql`${sql.raw(name)}(${value})`)}` : sql`null::text`
    return sql`jsonb_build_object('least', ${edge('min')}, 'greatest', ${edge('max')},
      'missing', count(*) filter (where ${isEmptyCell(type, value)}))`
  })
  const { rows } = await sql<{ ranges: ColumnRange[] }>`
    select jsonb_build_array(${sql.join(parts)}) as ranges from ${rowsOf(tableId)} t`.execute(db)
  return new Map(some.map(({ id }, at) => [id, rows[0]?.ranges[at] ?? { least: null, greatest: null, missing: 0 }]))
}
