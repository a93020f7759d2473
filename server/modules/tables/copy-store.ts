import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { cell, columnName, effectsOf, rowsOf } from './physical-store.ts'

type Copy = { from: string; to: string; columns: readonly ColumnRow[] }

/**
 * Makes the two tables of a copy: with the columns of the catalogue, computed ones included, and without the history and
 * the columns that only it remembers.
 */
export async function makeCopy(tx: Tx, { from, to, columns }: Copy): Promise<void> {
  await sql`create table ${rowsOf(to)} (like ${rowsOf(from)} including generated including identity)`.execute(tx)
  const { rows } = await sql<{ physical: number }>`
    select substr(a.attname, 2)::int as physical from pg_attribute a
    where a.attrelid = to_regclass('tables.t_' || replace(${to}, '-', '')) and a.attname ~ '^c[0-9]+$' and not a.attisdropped
      and substr(a.attname, 2)::int <> all(${columns.map(({ physical }) => physical)}::int[])
    order by a.attgenerated desc`.execute(tx)
  // Computed ones first: they read others.
  const dropped = rows.map(({ physical }) => sql`drop column ${columnName(physical)}`)
  await sql`alter table ${rowsOf(to)} ${sql.join([...dropped, sql`add primary key (id)`])}`.execute(tx)
  await sql`create index on ${rowsOf(to)} (ord, id)`.execute(tx)
  await sql`create table ${effectsOf(to)} (like ${effectsOf(from)} including indexes)`.execute(tx)
}

/**
 * Copies rows with their numbers. Of the items in columns of files only those of the space `filesOf` are kept; null: all.
 */
export async function copyRows(tx: Tx, { from, to, columns }: Copy, filesOf: string | null): Promise<void> {
  const filled = columns.filter(({ formula }) => formula === null)
  const names = filled.map(({ physical }) => sql`, ${columnName(physical)}`)
  const values = filled.map(({ physical, type }) =>
    type === 'file' && filesOf
      ? sql`, (select n.id from node n where n.id = ${cell(physical)} and n.space_id = ${filesOf}::uuid)`
      : sql`, ${cell(physical)}`,
  )
  await sql`
    insert into ${rowsOf(to)} (id, ord${sql.join(names, sql``)})
    select t.id, t.ord${sql.join(values, sql``)} from ${rowsOf(from)} t`.execute(tx)
  await sql`
    select setval(pg_get_serial_sequence('tables.t_' || replace(${to}, '-', ''), 'id'), max(id)) from ${rowsOf(to)}`.execute(
    tx,
  )
}

/** Terms of vocabularies, by id. */
export async function termsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; terms: string[] }>`
    select id, terms from vocabulary where id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, terms }) => [id, terms]))
}
