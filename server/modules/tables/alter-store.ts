import { type RawBuilder, sql } from 'kysely'
import { TABLE_COLUMNS_EVER } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { columnName, type PhysicalColumn, rowsOf, typeName, typeNames } from './physical-store.ts'

/** How long a change of columns waits for readers of the table; all later requests wait behind it (our choice). */
const ALTER_WAIT = '5s'
const LOCK_NOT_AVAILABLE = '55P03'
/** Columns that are no column of people: the number and the place of a row. */
const OWN = 2

/** The name of the table of the rows, or of the one that takes its place. */
export const named = (kind: 't' | 'n', tableId: string) => `tables.${kind}_${tableId.toLowerCase().replaceAll('-', '')}`

type Steps = { gone?: readonly RawBuilder<unknown>[]; made?: readonly RawBuilder<unknown>[] }

/**
 * Drops columns from the table of the rows, then adds others. Throws tableColumnsSpent, and the error 55P03 of PostgreSQL
 * when somebody reads the table for longer, such as an export.
 */
export async function alterRows(tx: Tx, tableId: string, { gone = [], made = [] }: Steps): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(ALTER_WAIT)}`.execute(tx)
  if (gone.length) await sql`alter table ${rowsOf(tableId)} ${sql.join(gone)}`.execute(tx)
  if (made.length) {
    await makeRoom(tx, tableId, made.length)
    await sql`alter table ${rowsOf(tableId)} ${sql.join(made)}`.execute(tx)
  }
  await sql`set local lock_timeout = 0`.execute(tx)
}

/**
 * Adds columns that people fill in, unless they are there since a change that made them ahead (`Unmade`); computed ones are
 * made with all others that the change concerns.
 */
export async function addPhysical(tx: Tx, tableId: string, columns: readonly PhysicalColumn[]): Promise<void> {
  const filled = columns.filter(({ formula }) => formula === null)
  if (!filled.length) return
  const numbers = filled.map(({ physical }) => physical)
  const { rows: there } = await sql<{ physical: number; isAs: boolean }>`
    select w.physical, a.atttypid = w.type::regtype as "isAs"
    from unnest(${numbers}::int[], ${filled.map(({ type }) => typeNames[type])}::text[]) as w (physical, type)
    join pg_attribute a on a.attrelid = to_regclass(${named('t', tableId)}) and a.attname = 'c' || w.physical
      and not a.attisdropped`.execute(tx)
  const isThere = new Map(there.map(({ physical, isAs }) => [physical, isAs]))
  const made = filled.filter(({ physical }) => !isThere.get(physical))
  if (!made.length) return
  await alterRows(tx, tableId, {
    // Columns that were prepared with another type for a change that never came.
    gone: made.flatMap(({ physical }) => (isThere.has(physical) ? [sql`drop column ${columnName(physical)}`] : [])),
    made: made.map(({ physical, type }) => sql`add column ${columnName(physical)} ${typeName(type)}`),
  })
}

/**
 * Frees physical columns. PostgreSQL also counts dropped ones, until the table is rewritten. Throws tableColumnsSpent
 * if those needed by history and undo use up the limit.
 */
async function makeRoom(tx: Tx, tableId: string, added: number): Promise<void> {
  const { rows } = await sql<{ ever: number; present: number }>`
    select c.relnatts as ever, (select count(*) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as present
    from pg_class c where c.oid = to_regclass(${named('t', tableId)})`.execute(tx)
  const [{ ever, present } = { ever: 0, present: 0 }] = rows
  if (ever + added <= TABLE_COLUMNS_EVER + OWN) return
  if (present + added > TABLE_COLUMNS_EVER + OWN) throw new Failure('tableColumnsSpent')
  await writeAnew(tx, tableId)
}

/** Writes the rows to a new table under the same name, with the columns that are there, their numbers and indexes. */
async function writeAnew(tx: Tx, tableId: string): Promise<void> {
  const [old, fresh] = [rowsOf(tableId), sql.raw(named('n', tableId))]
  await sql`lock table ${old} in access exclusive mode`.execute(tx)
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = to_regclass(${named('t', tableId)}) and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  )
  const names = sql.join(columns.map(({ name }): RawBuilder<unknown> => sql.ref(name)))
  await sql`create table ${fresh} (like ${old} including generated including identity including storage)`.execute(tx)
  await sql`insert into ${fresh} (${names}) select ${names} from ${old}`.execute(tx)
  await sql`
    select setval(pg_get_serial_sequence(${named('n', tableId)}, 'id'), last_value, is_called)
    from ${sql.raw(`${named('t', tableId)}_id_seq`)}`.execute(tx)
  await takePlace(tx, tableId, named('n', tableId))
  await sql`analyze ${old}`.execute(tx)
}

/** An index of a table: its name, and what it is of, as its definition says behind the name of the table. */
type Index = { name: string; of: string; isPrimary: boolean }
/** The valid indexes of a table. */
export async function indexesOf(on: Db | Tx, table: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    select c.relname as name, split_part(pg_get_indexdef(i.indexrelid), ${` ON ${table} `}, 2) as of,
      i.indisprimary as "isPrimary"
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = to_regclass(${table}) and i.indisvalid order by i.indexrelid`.execute(on)
  return rows
}

/** A table takes the place of that of the rows, and gets its names and the indexes that it lacks. */
async function takePlace(tx: Tx, tableId: string, fresh: string): Promise<void> {
  const [rows, name] = [rowsOf(tableId), named('t', tableId)]
  const [wanted, made] = [await indexesOf(tx, name), await indexesOf(tx, fresh)]
  await sql`drop table ${rows}`.execute(tx)
  await sql`alter table ${sql.raw(fresh)} set schema tables`.execute(tx)
  const [from, to] = [`tables.${fresh.split('.')[1]}`, name.slice('tables.'.length)]
  await sql`alter table ${sql.raw(from)} rename to ${sql.raw(to)}`.execute(tx)
  await sql`alter sequence ${sql.raw(`${from}_id_seq`)} rename to ${sql.raw(`${to}_id_seq`)}`.execute(tx)
  for (const { name: index, of, isPrimary } of wanted) {
    const own = sql.id(index)
    const there = made.find((one) => one.of === of)
    if (isPrimary)
      await sql`alter table ${rows} add constraint ${own} primary key
        ${there ? sql`using index ${sql.id(there.name)}` : sql`(id)`}`.execute(tx)
    else if (there) await sql`alter index ${sql.id('tables', there.name)} rename to ${own}`.execute(tx)
    else await sql`create index ${own} on ${rows} ${sql.raw(of)}`.execute(tx)
  }
}

/**
 * The same with a table of another schema, unless somebody reads the rows for longer, such as a backup: false, and nothing
 * is done.
 */
export async function takePlaceUnread(tx: Tx, tableId: string, fresh: string): Promise<boolean> {
  await sql`savepoint unread`.execute(tx)
  try {
    await sql`set local lock_timeout = ${sql.lit(ALTER_WAIT)}`.execute(tx)
    await sql`lock table ${rowsOf(tableId)} in access exclusive mode`.execute(tx)
    await sql`set local lock_timeout = 0`.execute(tx)
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    await sql`rollback to savepoint unread`.execute(tx)
    return false
  }
  await takePlace(tx, tableId, fresh)
  await sql`alter table ${rowsOf(tableId)} reset (autovacuum_enabled)`.execute(tx)
  return true
}
