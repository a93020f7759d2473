import { type RawBuilder, sql } from 'kysely'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** A column of the database table: its number and its type; one with a formula is computed (`recompute`). */
export type PhysicalColumn = { id: number; physical: number; type: CellType; formula: string | null }

/** A column as stored. PLACE is the order of the rows, a decimal that changes only when a row is moved. */
export type Physical = { physical: number; type: CellType }
export const PLACE: Physical = { physical: 0, type: 'number' }
/** Its key in the JSON of an effect. */
const PLACE_KEY = sql.lit('ord')

const plain = (tableId: string) => tableId.toLowerCase().replaceAll('-', '')
/** The table of the rows, and that of what changes did to them. Table ids are UUIDs, so the names need no quotes. */
export const rowsOf = (tableId: string): RawBuilder<unknown> => sql.raw(`tables.t_${plain(tableId)}`)
export const effectsOf = (tableId: string): RawBuilder<unknown> => sql.raw(`tables.h_${plain(tableId)}`)
/**
 * What changes did to rows, or to one row, as `e (change_id, row_id, before, after)` to read: an undoing that brought back
 * exactly what its step had changed, or a redoing, leaves no effects of its own. Rows that an import added are a range;
 * their `after` names the cells without values, which `addedEffects` finds.
 */
export const everyEffect = (tableId: string, row?: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select change_id, row_id, before, after from ${effectsOf(tableId)}
  union all
  select m.id, o.row_id, case m.kind when 'undo' then o.after else o.before end,
    case m.kind when 'undo' then o.before else o.after end
  from table_change m join ${effectsOf(tableId)} o on o.change_id = m.of_id
  where m.table_id = ${tableId}::uuid and m.is_mirror
  union all
  select m.id, ${row ? sql`${row}::bigint` : sql`g.id`}, null::jsonb, to_jsonb(${PLACE_KEY}::text || m.physical::text[])
  from table_change m ${row ? sql`` : sql`, generate_series(m.added_from, m.added_to) as g (id)`}
  where m.table_id = ${tableId}::uuid and m.added_from is not null
    ${row ? sql`and ${row} between m.added_from and m.added_to` : sql``})`
const nameOf = (physical: number) => (physical === PLACE.physical ? 'ord' : `c${physical}`)
/** A physical column, with the alias of its table: `t.c7`. */
export const cell = (physical: number, of = 't'): RawBuilder<unknown> => sql.raw(`${of}.${nameOf(physical)}`)
/** A physical column where no alias is allowed: in `insert` and `set`. */
export const columnName = (physical: number): RawBuilder<unknown> => sql.raw(nameOf(physical))
/** Its key in the JSON of an effect. */
export const keyOf = (physical: number): RawBuilder<unknown> =>
  physical === PLACE.physical ? PLACE_KEY : sql.lit(String(physical))

/** The types of the database. */
export const typeNames: Readonly<Record<CellType, string>> = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  datetime: 'timestamptz',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text[]',
  file: 'uuid',
  person: 'uuid',
}
/** Whether values are ids of what people know by name. */
export const isNamed = ({ type }: Pick<Physical, 'type'>): boolean => type === 'file' || type === 'person'
export const typeName = (type: CellType): RawBuilder<unknown> => sql.raw(typeNames[type])

/** The value of an expression of a type in its JSON form. */
export function onWire(type: CellType, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'datetime')
    return sql`to_char(${value} at time zone 'UTC', case when extract(microseconds from ${value})::int % 1000 = 0
      then 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' else 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' end)`
  return type === 'boolean' || type === 'choices' ? value : sql`${value}::text`
}
/** The value of an expression of a type as a text that people read in a message. */
export const asText = (type: CellType, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  type === 'choices' ? sql`array_to_string(${value}, ', ')` : sql`${onWire(type, value)}::text`

/** A value of the wire as a parameter of its type. */
export const bound = (type: CellType, value: Cell): RawBuilder<unknown> =>
  sql`${Array.isArray(value) ? [...value] : value}::${typeName(type)}`
/** Many values of a column as one parameter, an array; lists of choices travel as JSON. */
export const boundMany = (type: CellType, values: readonly Cell[]): RawBuilder<unknown> =>
  type === 'choices'
    ? sql`${values.map((value) => (value === null ? null : JSON.stringify(value)))}::jsonb[]`
    : sql`${[...values]}::${typeName(type)}[]`
/** One of the values that `boundMany` sent, as a value of the column. */
export const unbound = (type: CellType, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  type === 'choices'
    ? sql`(select array_agg(x order by n) from jsonb_array_elements_text(${value}) with ordinality as e (x, n))`
    : value

/** A value in the JSON of an effect, and back. */
export function fromEffect(type: CellType, physical: number, effect: RawBuilder<unknown>): RawBuilder<unknown> {
  const key = keyOf(physical)
  if (type !== 'choices') return sql`(${effect} ->> ${key})::${typeName(type)}`
  return sql`case when jsonb_typeof(${effect} -> ${key}) = 'array'
    then array(select jsonb_array_elements_text(${effect} -> ${key})) end`
}
/** The cells of a row as the JSON of an effect; in parts, for a call takes at most 100 arguments. */
export function effectOf(physical: readonly number[], of = 't'): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  for (let at = 0; at < physical.length; at += 50) {
    const pairs = physical.slice(at, at + 50).flatMap((one) => [keyOf(one), cell(one, of)])
    parts.push(sql`jsonb_build_object(${sql.join(pairs)})`)
  }
  return parts.length ? sql.join(parts, sql` || `) : sql`'{}'::jsonb`
}
/** The effect that a whole row leaves: all its cells, and its place. */
export const wholeRow = (physical: readonly number[], of = 't'): RawBuilder<unknown> =>
  effectOf([PLACE.physical, ...physical], of)

/** Makes the two tables of a new table, with the columns that people fill in. */
export async function makePhysical(tx: Tx, tableId: string, columns: readonly PhysicalColumn[]): Promise<void> {
  const filled = columns.filter(({ formula }) => formula === null)
  const parts = filled.map(({ physical, type }) => sql`, ${columnName(physical)} ${typeName(type)}`)
  await sql`create table ${rowsOf(tableId)} (
    id bigint generated by default as identity primary key, ord numeric not null${sql.join(parts, sql``)})`.execute(tx)
  await sql`create index on ${rowsOf(tableId)} (ord, id)`.execute(tx)
  await sql`create table ${effectsOf(tableId)} (
    change_id bigint, row_id bigint, before jsonb, after jsonb, primary key (change_id, row_id))`.execute(tx)
  await sql`create index on ${effectsOf(tableId)} (row_id, change_id)`.execute(tx)
}

/** Bytes that the rows and the history of a table take. */
export async function measure(db: Db | Tx, tableId: string): Promise<number> {
  const plainId = plain(tableId)
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size(${`tables.t_${plainId}`}::regclass)
      + pg_total_relation_size(${`tables.h_${plainId}`}::regclass) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** PostgreSQL errors: a table or a column does not exist any more, such as a cached one. */
const GONE: readonly unknown[] = ['42P01', '42703']
export const isGone = (error: unknown): boolean => GONE.includes((error as { code?: unknown }).code)

/** The clause of a condition; null: every row. */
export const whereOf = (condition: RawBuilder<unknown> | null) => (condition ? sql`where ${condition}` : sql``)
