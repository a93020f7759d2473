import { type RawBuilder, sql } from 'kysely'
import type { CellHistory, HistoryEntry, HistoryKind } from '#contract/tables/changes.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { type Added, addedBy, addedEffects, rowsAt } from './past-store.ts'
import { cell, effectsOf, everyEffect, fromEffect, onWire, type Physical } from './physical-store.ts'
import { cellsOf } from './row-store.ts'

type Listed = {
  id: number
  at: Date
  kind: HistoryKind
  person_id: string
  person_name: string
  details: Record<string, string>
  touched: number
  of_id: number | null
  is_undone: boolean
  name: string
}
const entryOf = (row: Listed): HistoryEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  by: { personId: row.person_id, personName: row.person_name },
  details: row.details,
  touched: row.touched,
  of: row.of_id,
  isUndone: row.is_undone,
  name: row.name,
})
/** A row, a column, or the cell of both. */
export type OfCell = { row?: number | undefined; column?: number | undefined }
type Query = OfCell & { after?: string | undefined; size: number }
/** Cells of a change that are shown, of this many columns at most (our choice). */
const CELLS_SHOWN = 200
const COLUMNS_SHOWN = 50

/** Rows among which the first cells of an import are looked for (our choice). */
const ROWS_LOOKED_AT = 1000
/** The first rows of those that a change added, or a given one of them: `g (row_id)`. */
function firstOf({ range: { from, to } }: Added, row: number | undefined): RawBuilder<unknown> {
  const [first, last] = row === undefined ? [from, Math.min(to, from + ROWS_LOOKED_AT - 1)] : [row, row]
  return sql`generate_series(${Math.max(from, first)}::bigint, ${Math.min(to, last)}::bigint) as g (row_id)`
}

/** A column just before and just after a change; null: it was not there. */
export type ColumnSides = { id: number; before: ColumnRow | null; after: ColumnRow | null }
/** A change with all columns of the table before and after it. */
export type ChangeSides = { tableId: string; change: number; before: readonly ColumnRow[]; after: readonly ColumnRow[] }

/** The keys that the cells of a column ever had in effects. */
const keysOf = (tableId: string, column: number): RawBuilder<unknown> => sql`array(
  select (side.row ->> 'physical') from table_change h, jsonb_to_recordset(h.columns) as e (id int, before jsonb, after jsonb),
    lateral (values (e.before), (e.after)) as side (row)
  where h.table_id = ${tableId}::uuid and e.id = ${column} and side.row ->> 'physical' is not null
  union select physical::text from data_column where table_id = ${tableId}::uuid and id = ${column})`

/** Whether a change `h` made the column another; with `isMoved` only if its values went elsewhere. */
const madeOther = (column: number, isMoved: boolean): RawBuilder<unknown> => sql`exists (
  select 1 from jsonb_to_recordset(h.columns) as e (id int, before jsonb, after jsonb) where e.id = ${column}
    and ${isMoved ? sql`e.before -> 'physical' is distinct from e.after -> 'physical'` : sql`true`})`

/** The changes `h` that concern a row, a column, or the cell of both. */
function concerning(tableId: string, { row, column }: OfCell): RawBuilder<unknown> {
  if (row === undefined && column === undefined) return sql`true`
  const keys = column === undefined ? null : keysOf(tableId, column)
  if (row === undefined) return sql`(${madeOther(column ?? 0, false)} or h.physical::text[] && ${keys})`
  const ofKeys = keys ? sql`and (e.before ?| ${keys} or e.after ?| ${keys})` : sql``
  const touched = sql`exists (select 1 from ${everyEffect(tableId, sql`${row}`)} e where e.change_id = h.id and e.row_id = ${row} ${ofKeys})`
  return column === undefined ? touched : sql`(${touched} or ${madeOther(column, true)})`
}

/** The newest changes of which all conditions about `h` are true. */
async function listed(db: Db, where: readonly RawBuilder<unknown>[], count: number): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select h.id, h.at, h.kind, h.person_id, p.name as person_name, h.details, h.touched, h.of_id, h.is_undone, h.name
    from table_change h join person p on p.id = h.person_id
    where ${sql.join(where, sql` and `)} order by h.id desc limit ${count}`.execute(db)
  return rows
}

export const sqlTableHistory = (db: Db) => ({
  /** A page of the changes of a table, newest first. */
  async page(tableId: string, { after, size, ...of }: Query) {
    const where = [sql`h.table_id = ${tableId}::uuid`, concerning(tableId, of)]
    if (after) where.push(sql`h.id < ${decodeCursor(after, part.count)}`)
    const rows = await listed(db, where, size + 1)
    return pageOf(rows, size, { toItem: entryOf, key: ({ id }) => id })
  },

  /** A change of a table, or the last one, until a time; null if there is none. */
  async one(tableId: string, { change, until }: { change?: number; until?: Date }): Promise<HistoryEntry | null> {
    const where = [sql`h.table_id = ${tableId}::uuid`]
    if (change !== undefined) where.push(sql`h.id = ${change}`)
    // Entries tell their times in whole milliseconds.
    if (until) where.push(sql`date_trunc('milliseconds', h.at) <= ${until}`)
    const [found] = await listed(db, where, 1)
    return found ? entryOf(found) : null
  },

  /** The first cells that a change modified, row by row, in columns whose values were not moved. */
  async cells(
    tableId: string,
    change: number,
    columns: readonly (Physical & { id: number })[],
    row?: number,
  ): Promise<CellHistory[]> {
    const added = await addedBy(db, tableId, change)
    const effects = added
      ? sql`(
      select change_id, row_id, before, after from ${effectsOf(tableId)} where change_id = ${change}
      union all
      select ${change}::bigint, row_id, null, after from ${addedEffects(added, firstOf(added, row))} as a)`
      : everyEffect(tableId)
    const each = columns.slice(0, COLUMNS_SHOWN).map((column, n) => {
      const value = (side: 'before' | 'after') =>
        onWire(column.type, fromEffect(column.type, column.physical, sql.raw(`e.${side}`)))
      return sql`
        (select e.row_id as row, ${column.id}::integer as column, ${n}::integer as n, to_jsonb(${value('before')}) as before,
          to_jsonb(${value('after')}) as after
        from ${effects} e
        where e.change_id = ${change} and (e.before ->> ${String(column.physical)}::text) is distinct from (e.after ->> ${String(column.physical)}::text)
          ${row === undefined ? sql`` : sql`and e.row_id = ${row}`}
        order by e.row_id limit ${CELLS_SHOWN})`
    })
    if (!each.length) return []
    const { rows } = await sql<CellHistory & { n: number }>`
      select * from (${sql.join(each, sql` union all `)}) as c order by c.row, c.n limit ${CELLS_SHOWN}`.execute(db)
    return rows.map(({ n: _, ...cell }) => cell)
  },

  /**
   * The first cells that a change of columns modified, row by row: by another type or formula, or in added and removed
   * columns. Reads the table as of both points in time.
   */
  async cellsElsewhere(
    { tableId, change, before, after }: ChangeSides,
    columns: readonly ColumnSides[],
    row?: number,
  ): Promise<CellHistory[]> {
    const some = columns.slice(0, COLUMNS_SHOWN)
    const wire = (column: ColumnRow | null) =>
      column ? sql`to_jsonb(${onWire(column.type, cell(column.physical))})` : sql`null::jsonb`
    const side = (at: 'before' | 'after', moment: number, all: readonly ColumnRow[]) => sql`
      select t.id, ${cellsOf(some.map((one) => wire(one[at])))} as cells
      from ${rowsAt({ tableId, at: moment }, all)} as t ${row === undefined ? sql`` : sql`where t.id = ${row}`}`
    const { rows } = await sql<{ row: number; before: Cell[] | null; after: Cell[] | null }>`
      select coalesce(a.id, b.id) as row, b.cells as before, a.cells as after
      from (${side('after', change, after)}) as a full join (${side('before', change - 1, before)}) as b on b.id = a.id
      where a.cells is distinct from b.cells order by 1 limit ${CELLS_SHOWN}`.execute(db)
    const cells = rows.flatMap((one) =>
      some.map(({ id }, at) => ({
        row: one.row,
        column: id,
        before: one.before?.[at] ?? null,
        after: one.after?.[at] ?? null,
      })),
    )
    return cells.filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)).slice(0, CELLS_SHOWN)
  },

  /** Names a moment; answers whether the change is one of this table. */
  async name(tableId: string, change: number, name: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update table_change set name = ${name} where table_id = ${tableId}::uuid and id = ${change}`.execute(db)
    return numAffectedRows === 1n
  },
})
export type TableHistory = ReturnType<typeof sqlTableHistory>
