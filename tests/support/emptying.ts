import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** Tables that the migrations fill; every other table with rows is emptied after a test. */
const FILLED = ['migration', 'rendition_suffix']

/**
 * A fingerprint of what a test must not change if its database is to be reused: the catalogue and the migrations' rows.
 */
export async function shapeOf(db: Db): Promise<string> {
  const catalogue = ['pg_class', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_namespace']
  const parts = [
    ...catalogue.map((name) => `(select count(*) || ' ' || sum(oid::bigint) from ${name})`),
    ...FILLED.map((name) => `(select md5(string_agg(row::text, ' ' order by row::text)) from ${name} as row)`),
  ]
  const { rows } = await sql.raw<{ shape: string }>(`select concat_ws(', ', ${parts.join(', ')}) as shape`).execute(db)
  return rows[0]?.shape ?? ''
}

/** Drops the tables that hold the rows of tables of spaces: they are made by use, not by migrations. */
export const dropSpaceTables = (db: Db) =>
  sql`do $$
    declare names text = (
      select string_agg(oid::regclass::text, ', ') from pg_class
      where relkind = 'r' and relnamespace = to_regnamespace('tables'));
    begin
      if names is not null then execute 'drop table ' || names; end if;
    end $$`.execute(db)

/** Tables that have rows, or had some since the database was created. */
const WRITTEN = sql<{ name: string }>`
  select quote_ident(nspname) || '.' || quote_ident(relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname !~ '^pg_|^information_schema$' and relname <> all(${FILLED})
    and pg_relation_size(pg_class.oid) > 0`

/** Deletes every row that a test wrote, regardless of references, and resets the sequences of the tables. */
export async function empty(db: Db): Promise<void> {
  const { rows } = await WRITTEN.execute(db)
  // The replica role disables foreign key triggers, since all rows are deleted anyway.
  const statements = [
    'set local session_replication_role = replica',
    ...rows.map(({ name }) => `delete from ${name}`),
    'select setval(seqrelid::regclass, seqstart, false) from pg_sequence',
  ]
  await db.transaction().execute((tx) => sql.raw(statements.join('; ')).execute(tx))
}
