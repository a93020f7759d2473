import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#contract/core/policy.ts'
import {
  CHANGES_UNDER_WAY,
  type ColumnRow,
  cell,
  rowsOf,
  type TableRow,
  visibleTo,
} from '#server/modules/tables/index.ts'
import type { Db } from '#server/storage/database.ts'

/** A table as a query reads it; `state` is a word for what it holds at this moment. */
export type TableSource = {
  table: TableRow
  columns: readonly ColumnRow[]
  change: number
  changedAt: string | null
  state: string
}

/** The tables of a space outside the trash that all readers may see, by id. */
export async function tableSources(
  db: Db,
  spaceId: string,
  ids: readonly string[],
  readers: readonly Actor[],
): Promise<Map<string, TableSource>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<TableSource>`
    select to_jsonb(d) as "table", coalesce(h.ids[1], 0) as change, h.at::text as "changedAt",
      md5(coalesce(h.ids::text, '')) as state,
      coalesce((select jsonb_agg(to_jsonb(c) order by c.position, c.id) from data_column c where c.table_id = d.id),
        '[]'::jsonb) as columns
    from data_table d
      left join lateral (select array_agg(id order by id desc) as ids, (array_agg(at order by id desc))[1] as at from (
        select id, at from table_change where table_id = d.id order by id desc limit ${CHANGES_UNDER_WAY}) r) h on true
    where d.space_id = ${spaceId}::uuid and d.id = any(${[...ids]}::uuid[]) and d.trashed_at is null
      and ${sql.join(readers.map(visibleTo), sql` and `)}`.execute(db)
  return new Map(rows.map((row) => [row.table.id, row]))
}

/** The rows of a table in the database as columns c1, c2, …; told apart by their place. */
export const tableInDatabase = ({ table, columns }: TableSource): RawBuilder<unknown> => {
  const values = columns.map(({ physical }, index) => sql`${cell(physical)} as ${sql.raw(`c${index + 1}`)}`)
  return sql`select ${sql.join([...values, sql`t.ord as r1`, sql`t.id as r2`])} from ${rowsOf(table.id)} t`
}
