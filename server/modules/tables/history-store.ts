import { sql } from 'kysely'
import type { CellHistory, HistoryEntry, HistoryKind } from '#contract/tables/changes.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { everyEffect, fromEffect, onWire, type Physical } from './physical-store.ts'

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
type Query = { row?: number | undefined; after?: string | undefined; size: number }
/** Cells of a change that are shown, of this many columns at most (our choice). */
const CELLS_SHOWN = 200
const COLUMNS_SHOWN = 50

export const sqlTableHistory = (db: Db) => ({
  /** A page of the changes of a table, newest first. */
  async page(tableId: string, { row, after, size }: Query) {
    const where = [sql`h.table_id = ${tableId}::uuid`]
    if (after) where.push(sql`h.id < ${decodeCursor(after, part.count)}`)
    if (row !== undefined)
      where.push(sql`exists (select 1 from ${everyEffect(tableId)} e where e.change_id = h.id and e.row_id = ${row})`)
    const { rows } = await sql<Listed>`
      select h.id, h.at, h.kind, h.person_id, p.name as person_name, h.details, h.touched, h.of_id, h.is_undone, h.name
      from table_change h join person p on p.id = h.person_id
      where ${sql.join(where, sql` and `)} order by h.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: entryOf, key: ({ id }) => id })
  },

  /** The first cells that a change made another, row by row; `columns` are those that had a name before or after it. */
  async cells(
    tableId: string,
    change: number,
    columns: readonly (Physical & { id: number })[],
  ): Promise<CellHistory[]> {
    const each = columns.slice(0, COLUMNS_SHOWN).map((column, n) => {
      const value = (side: 'before' | 'after') =>
        onWire(column.type, fromEffect(column.type, column.physical, sql.raw(`e.${side}`)))
      return sql`
        (select e.row_id as row, ${column.id}::integer as column, ${n}::integer as n, to_jsonb(${value('before')}) as before,
          to_jsonb(${value('after')}) as after
        from ${everyEffect(tableId)} e
        where e.change_id = ${change} and (e.before ->> ${String(column.physical)}::text) is distinct from (e.after ->> ${String(column.physical)}::text)
        order by e.row_id limit ${CELLS_SHOWN})`
    })
    if (!each.length) return []
    const { rows } = await sql<CellHistory & { n: number }>`
      select * from (${sql.join(each, sql` union all `)}) as c order by c.row, c.n limit ${CELLS_SHOWN}`.execute(db)
    return rows.map(({ n: _, ...cell }) => cell)
  },

  /** Names a moment; answers whether the change is one of this table. */
  async name(tableId: string, change: number, name: string): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update table_change set name = ${name} where table_id = ${tableId}::uuid and id = ${change}`.execute(db)
    return numAffectedRows === 1n
  },
})
export type TableHistory = ReturnType<typeof sqlTableHistory>
