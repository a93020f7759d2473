import type pg from 'pg'
import { type Table, tablesIn } from './tables.ts'

/** A table of the schema `tables`: statements that make it, and those that complete it once its rows are loaded. */
export type Definition = { name: string; create: string; complete: string[] }

/** The table was dropped or rebuilt after the snapshot, which therefore lacks its rows. */
export class SnapshotLost extends Error {}

/** Names of the tables that the catalogue of a snapshot knows, in a fixed order. */
export async function spaceTableNames(client: pg.Client): Promise<string[]> {
  if (!(await isThere(client, 'data_table'))) return []
  const { rows } = await client.query<{ name: string }>(`
    select 'tables.' || c.relname as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = to_regnamespace('tables')
      and exists (select 1 from data_table d where replace(d.id::text, '-', '') = substr(c.relname, 3)) order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * Locks a table until the transaction ends, so that it isn't rebuilt while it is read. Throws SnapshotLost if that has
 * happened since the snapshot of the transaction.
 */
export async function holdTable(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`lock table ${name} in access share mode`)
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) throw new SnapshotLost(name)
    throw error
  }
  // The function knows the present file of the table, the row of the catalogue that of the snapshot.
  const { rows } = await client.query<{ same: boolean }>(
    'select pg_relation_filenode(oid) = relfilenode as same from pg_class where oid = $1::regclass',
    [name],
  )
  if (!rows[0]?.same) throw new SnapshotLost(name)
}
const UNDEFINED_TABLE = '42P01'

const COLUMNS = `
  select string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attcollation not in (0, t.typcollation) then 'collate ' || a.attcollation::regcollation end,
      case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ')'
          || case a.attgenerated when 's' then ' stored' else ' virtual' end
        when a.attidentity <> '' then 'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end
          || ' as identity'
        when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
      case when a.attnotnull then 'not null' end), ', ' order by a.attnum) as columns,
    (select 'with (' || array_to_string(reloptions, ', ') || ')' from pg_class where oid = $1::regclass) as options
  from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`
const COMPLETING = `
  select text from (
    select 1 as step, oid, format('alter table %s add constraint %I %s', $1::text, conname, pg_get_constraintdef(oid)) as text
    from pg_constraint where conrelid = $1::text::regclass and contype in ('p', 'u', 'c', 'x')
    union all
    select 2, i.indexrelid, pg_get_indexdef(i.indexrelid) from pg_index i
    where i.indrelid = $1::text::regclass and i.indisvalid
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    union all
    select 3, a.attnum, format('select setval(pg_get_serial_sequence(%L, %L), %s, %L)', $1::text, a.attname::text,
      coalesce(last, 1), last is not null)
    from pg_attribute a, pg_sequence_last_value(pg_get_serial_sequence($1::text, a.attname::text)::regclass) as last
    where a.attrelid = $1::text::regclass and a.attidentity <> '' and not a.attisdropped
  ) as statement where text is not null order by step, oid`

/** The definition of a table that is held; computed columns and their expressions included. */
export async function definitionOf(client: pg.Client, name: string): Promise<Definition> {
  const { rows } = await client.query<{ columns: string; options: string | null }>(COLUMNS, [name])
  const completing = await client.query<{ text: string }>(COMPLETING, [name])
  const { columns, options } = rows[0] ?? { columns: '', options: null }
  return {
    name,
    create: `create table ${name} (${columns}) ${options ?? ''}`,
    complete: completing.rows.map(({ text }) => text),
  }
}

/** A table with its stored columns. */
export async function spaceTable(client: pg.Client, name: string): Promise<Table> {
  const [table] = await tablesIn(client, 'c.oid = $1::regclass', [name])
  return { name, columns: table?.columns ?? [] }
}

/** Whether a table is there. */
export async function isThere(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
  return rows[0]?.there === true
}
