import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'
import { alterRows } from './alter-store.ts'
import type { Computed } from './formulas.ts'
import { columnName, rowsOf, typeName } from './physical-store.ts'

/** A physical column and what computes it. */
export type Definition = Pick<Computed, 'type' | 'value'> & { physical: number }

/** Computed physical columns that the catalogue no longer contains: earlier changes kept them for running readers. */
export async function staleComputed(tx: Tx, tableId: string, known: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ physical: number }>`
    select substr(attname, 2)::int as physical from pg_attribute
    where attrelid = ${`tables.t_${tableId.toLowerCase().replaceAll('-', '')}`}::regclass and attgenerated <> ''
      and not attisdropped and substr(attname, 2)::int <> all(${[...known]}::int[])`.execute(tx)
  return rows.map(({ physical }) => physical)
}

/** Removes computed physical columns and makes others: the database computes them for all rows, once for them all. */
export async function replaceComputed(
  tx: Tx,
  tableId: string,
  { gone, made }: { gone: readonly number[]; made: readonly Definition[] },
): Promise<void> {
  await alterRows(tx, tableId, {
    gone: gone.map((physical) => sql`drop column ${columnName(physical)}`),
    made: made.map(
      ({ physical, type, value }) =>
        sql`add column ${columnName(physical)} ${typeName(type)} generated always as (${sql.raw(value)}) stored`,
    ),
  })
}

/** Copies the values of a physical column to a new one, which is no change of any cell. */
export const copyValues = (tx: Tx, tableId: string, { from, to }: { from: number; to: number }) =>
  sql`update ${rowsOf(tableId)} set ${columnName(to)} = ${columnName(from)} where ${columnName(from)} is not null`.execute(
    tx,
  )
