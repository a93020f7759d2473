import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Instead } from './restore-store.ts'

/** Temporary table for rows that are numbered within their table: the number of each in the copy, and the new one. */
export async function makeNumbers(tx: Tx): Promise<void> {
  await sql`create temp table restored_number (
    name text, before bigint, now bigint not null, primary key (name, before)) on commit drop`.execute(tx)
}

/** Takes new numbers for the waiting rows of a table, in the order of those that they had. */
export async function takeNumbers(tx: Tx, table: string): Promise<void> {
  await sql`
    insert into restored_number select ${table}, n, nextval(pg_get_serial_sequence(${table}, 'id'))
    from (select (line ->> 'id')::bigint as n from restored where name = ${table} order by 1) as numbered`.execute(tx)
}

/** The numbers that a row `x` has now. */
export const numbersInstead = (table: string, columns: readonly string[]): Instead =>
  Object.fromEntries(
    columns.map((name) => [
      name,
      `(select m.now from restored_number m where m.name = '${table}' and m.before = x.${name})`,
    ]),
  )

/** How many rows of a table there are in a copy and in a space, and whether they are the same but for their numbers. */
export async function areSame(db: Db | Tx, table: string, numbers: readonly string[], within: string) {
  const sumOf = (row: RawBuilder<unknown>) =>
    sql`count(*)::text || ' ' || coalesce(sum(hashtextextended((${row} - ${[...numbers]}::text[])::text, 0)::numeric), 0)`
  const { rows } = await sql<{ same: boolean }>`
    select (select ${sumOf(sql`r.line`)} from restored r where r.name = ${table})
      = (select ${sumOf(sql`to_jsonb(t)`)} from ${sql.table(table)} t where ${sql.raw(within)}) as same`.execute(db)
  return rows[0]?.same === true
}
