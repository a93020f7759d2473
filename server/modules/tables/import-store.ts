import { finished } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { TableLock } from '#contract/tables.ts'
import { copyIn } from '#server/storage/copy.ts'
import { type Db, databaseOn, onConnection, type Tx } from '#server/storage/database.ts'
import type { MisfitRow } from '#server/table-files/convert.ts'
import { indexesOf, named, takePlaceUnread } from './alter-store.ts'
import type { ColumnRow } from './catalogue-store.ts'
import type { RowRange } from './change-store.ts'
import type { Doing } from './doing.ts'
import { INDEXED_ROWS } from './indexing.ts'
import { cell, columnName, effectsOf, isNamed, onWire, rowsOf, typeName, wholeRow } from './physical-store.ts'
import { withPattern, writeRows } from './rewrite-store.ts'
import { cellsOf, roomBehind } from './row-store.ts'
import { breaksRules, isEmptyCell } from './rule-store.ts'

const stagingNamed = (taskId: string) => `table_imports.i_${taskId.toLowerCase().replaceAll('-', '')}`
/** The staging table of an import. */
export const stagingOf = (taskId: string): RawBuilder<unknown> => sql.raw(stagingNamed(taskId))

/**
 * An import as its statements need it: the columns that it fills. Rows of a fresh table, which nobody has changed yet, are
 * staged as that one holds them, so that they need not be written again.
 */
export type Staged = { taskId: string; tableId: string; isFresh: boolean; columns: readonly ColumnRow[] }
/** The columns of a staged row that lines begin with: the number of the row of a fresh table, and the row of the file. */
const countedOf = ({ isFresh }: Staged) => sql.raw(isFresh ? 'id, ord' : 'n')
/** The text that names the file or person of a staged column, as the source has it. */
export const nameColumn = ({ physical }: ColumnRow): RawBuilder<unknown> => sql.raw(`text_${physical}`)
/** The column of a staged row that holds the row of the file. */
const placeOf = ({ isFresh }: Staged) => sql.raw(isFresh ? 'ord' : 'n')

/**
 * The transaction that creates a staging table ends with the batch that comes after this time: no table of the database is
 * cleaned up meanwhile (our choice).
 */
const STAGING_MS = 30_000
/** Longer than any source takes for a part of its rows; then the database ends the transaction of a node that hangs. */
const STAGING_IDLE = '15min'

/**
 * Creates the staging table on a connection of its own, and answers how rows are added to it; removes that of an earlier
 * attempt of the task. The first rows are added by the transaction that creates the table, so that nothing of them is
 * written twice: neither for the case of a crash, after which the task stages them anew, nor to note later that everybody
 * sees them. For the same reason the connection does not wait until rows are on the disk; the transaction that adds them to
 * the table does.
 */
export async function beginStaging(db: Db, client: pg.Client, staged: Staged, now: () => Date) {
  const { taskId, tableId, isFresh, columns } = staged
  const on = databaseOn(client)
  // What the names of files and people are of is looked up when all rows are there.
  const parts = columns.map((column) => {
    const own = sql`, ${columnName(column.physical)} ${typeName(column.type)}`
    return isNamed(column) ? sql`${own}, ${nameColumn(column)} text` : own
  })
  await dropStaging(db, taskId)
  await sql`delete from table_misfit where task_id = ${taskId}::uuid`.execute(db)
  const shape = isFresh
    ? sql`table ${stagingOf(taskId)} (like ${rowsOf(tableId)} including generated including identity)`
    : sql`unlogged table ${stagingOf(taskId)} (n integer primary key${sql.join(parts, sql``)})`
  // A source may be slow, whatever an operator allows other connections.
  await sql`set synchronous_commit = off;
    set idle_in_transaction_session_timeout = ${sql.lit(STAGING_IDLE)}`.execute(on)
  await sql`begin`.execute(on)
  // It is read once: cleaning it up meanwhile would take time from the import.
  await sql`create ${shape} with (autovacuum_enabled = off)`.execute(on)
  const filled = columns.map((column) => (isNamed(column) ? nameColumn(column) : columnName(column.physical)))
  const names = sql.join([countedOf(staged), ...filled])
  const { sql: text } = sql`copy ${stagingOf(taskId)} (${names}) from stdin`.compile(on)
  const until = now().getTime() + STAGING_MS
  let isOpen = true
  const close = async () => {
    if (isOpen) await sql`commit`.execute(on)
    isOpen = false
  }
  return {
    /** Adds the rows of a batch, given as lines of `COPY`; a batch may have none. */
    async add(lines: Uint8Array): Promise<void> {
      if (lines.length) {
        const into = copyIn(client, isOpen ? `${text} (freeze)` : text)
        into.end(lines)
        await finished(into)
      }
      if (now().getTime() > until) await close()
    },
    /** Bytes of all rows so far, as the database keeps them. */
    async size(): Promise<number> {
      const { rows } = await sql<{ bytes: number }>`
        select pg_total_relation_size(${stagingNamed(taskId)}::regclass) as bytes`.execute(on)
      return rows[0]?.bytes ?? 0
    },
    /** All rows are there; others see them. */
    close,
  }
}

/**
 * Makes the indexes of many rows that were staged as a fresh table holds them: two at a time, each on a connection of its
 * own, which takes less processor time than workers that share one.
 */
export async function indexStaged(db: Db, { taskId, tableId, isFresh }: Staged, count: number): Promise<void> {
  if (!isFresh || count < INDEXED_ROWS) return
  const all = await indexesOf(db, named('t', tableId))
  // Those that people's orders and searches made are left to the change, for they may refuse a text that is too long.
  const wanted = all.filter(({ name }) => name.startsWith('t_'))
  const half = (parity: number) =>
    onConnection(db, async (client) => {
      const on = databaseOn(client)
      await sql`set max_parallel_maintenance_workers = 0`.execute(on)
      for (const { of, isPrimary } of wanted.filter((_, at) => at % 2 === parity))
        await sql`create ${sql.raw(isPrimary ? 'unique index' : 'index')} on ${stagingOf(taskId)} ${sql.raw(of)}`.execute(
          on,
        )
    })
  await Promise.all([half(0), half(1)])
}
export const dropStaging = (db: Db, taskId: string) => sql`drop table if exists ${stagingOf(taskId)}`.execute(db)

/** Drops what imports left that ended without this process. */
export async function dropOldStaging(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'table_imports'::regnamespace and c.relkind = 'r' and not exists (
      select 1 from task t where 'i_' || replace(t.id::text, '-', '') = c.relname
        and t.state in ('waiting', 'preparing', 'transferring'))`.execute(db)
  for (const { name } of rows) await sql`drop table if exists table_imports.${sql.id(name)}`.execute(db)
}

export type Staging = Awaited<ReturnType<typeof beginStaging>>

/** What the database can't store as a character that says so. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Answers how many characters it kept. */
export async function keepMisfits(db: Db | Tx, taskId: string, misfits: readonly MisfitRow[]): Promise<number> {
  if (!misfits.length) return 0
  const kept = JSON.stringify(misfits.map(({ cells, ...one }) => ({ ...one, cells: cells.map(storable) })))
  await sql`
    insert into table_misfit (task_id, row, cells, reasons)
    select ${taskId}::uuid, m.row, m.cells, m.reasons
    from jsonb_to_recordset(${kept}::jsonb) as m (row int, cells jsonb, reasons jsonb)
    on conflict do nothing`.execute(db)
  return kept.length
}

/** The rows of a file that did not fit, in their order; row 0 has the headings. */
export async function misfitsAfter(db: Db, taskId: string, after: number, most: number): Promise<MisfitRow[]> {
  const { rows } = await sql<MisfitRow>`
    select row, cells, reasons from table_misfit where task_id = ${taskId}::uuid and row > ${after}
    order by row limit ${most}`.execute(db)
  return rows
}

/** Whether a staged row `s` has all its keys. */
const hasKeys = (keys: readonly ColumnRow[]) =>
  sql.join(
    keys.map(({ type, physical }) => sql`not ${isEmptyCell(type, cell(physical, 's'))}`),
    sql` and `,
  )
const matching = (keys: readonly ColumnRow[]) =>
  sql.join([...keys.map(({ physical }) => sql`${cell(physical)} = ${cell(physical, 's')}`), hasKeys(keys)], sql` and `)

/**
 * A staged row that was taken out: its texts, files and people as the source names them, and the columns of the table that
 * it does not fit.
 */
export type TakenOut = { row: number; cells: string[]; unfit: number[] }

/** Takes out the staged rows that a query of `n` and `unfit` names. */
export async function takeOut(
  { tx }: Doing,
  { taskId, columns }: Staged,
  named: RawBuilder<unknown>,
): Promise<TakenOut[]> {
  const texts = columns.map((column) => {
    const value = isNamed(column) ? sql`s.${nameColumn(column)}` : onWire(column.type, cell(column.physical, 's'))
    return sql`coalesce(${value}::text, '')`
  })
  const { rows } = await sql<TakenOut>`
    delete from ${stagingOf(taskId)} s using (${named}) as named
    where s.n = named.n returning s.n as row, ${cellsOf(texts)} as cells, named.unfit`.execute(tx)
  return rows
}

/** Takes out rows whose keys an earlier row of the file has; at most so many at a time. */
export function takeRepeated(doing: Doing, staged: Staged, keys: readonly ColumnRow[], most: number) {
  const by = sql.join(keys.map(({ physical }) => columnName(physical)))
  return takeOut(
    doing,
    staged,
    sql`select n, ${keys.map(({ id }) => id)}::int[] as unfit from (
      select n, row_number() over (partition by ${by} order by n) as nth from ${stagingOf(staged.taskId)} s
      where ${hasKeys(keys)}) as counted where nth > 1 limit ${most}`,
  )
}

/** Takes out rows with values that strict columns refuse, whatever the other rows have; at most so many at a time. */
export async function takeBroken(doing: Doing, staged: Staged, most: number): Promise<TakenOut[]> {
  const strict = staged.columns.filter(({ rules }) => rules.isStrict)
  if (!strict.length) return []
  const each = strict.map(
    (column) => sql`case when ${breaksRules(column, cell(column.physical, 's'))} then ${column.id}::int end`,
  )
  const named = sql`select n, unfit from (
      select s.n, array_remove(array[${sql.join(each)}], null) as unfit from ${stagingOf(staged.taskId)} s) as judged
    where unfit <> '{}' limit ${most}`
  return withPattern(doing.tx, () => takeOut(doing, staged, named))
}

/**
 * Changes the rows of the table that have the keys of a staged one, which is then no longer staged; answers how many
 * changed, and how many staged ones that were.
 */
export async function changeMatching(
  doing: Doing,
  { taskId, columns }: Staged,
  keys: readonly ColumnRow[],
): Promise<{ changed: number; matched: number }> {
  const writes = columns.map((column) => ({ column, value: cell(column.physical, 's') }))
  const from = sql`join ${stagingOf(taskId)} s on ${matching(keys)}`
  const changed = await writeRows(doing, writes, { from })
  const { numAffectedRows } = await sql`
    delete from ${stagingOf(taskId)} s using ${rowsOf(doing.tableId)} t where ${matching(keys)}`.execute(doing.tx)
  return { changed, matched: Number(numAffectedRows ?? 0) }
}

/** Removes all rows of the table; answers how many there were. */
export async function removeAll({ tx, tableId, changeId }: Doing, all: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (delete from ${rowsOf(tableId)} t returning t.id, ${wholeRow(all)} as before)
    insert into ${effectsOf(tableId)} (change_id, row_id, before) select ${changeId}, id, before from gone`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Adds the staged rows at the end of the table, in the order of the file; answers their numbers, for they leave no effects. */
export async function addStaged(doing: Doing, staged: Staged, count: number): Promise<RowRange | undefined> {
  const { tx, tableId } = doing
  const { taskId, columns } = staged
  if (
    count &&
    staged.isFresh &&
    (await isUntouched(tx, tableId)) &&
    (await takePlaceUnread(tx, tableId, stagingNamed(taskId)))
  )
    return numbersFor(doing, count)
  const room = await roomBehind(doing, undefined, count)
  if (!room || !count) return
  const range = await numbersFor(doing, count)
  const names = columns.map(({ physical }) => sql`, ${columnName(physical)}`)
  const values = columns.map(({ physical }) => sql`, ${cell(physical, 's')}`)
  await sql`
    insert into ${rowsOf(tableId)} (id, ord${sql.join(names, sql``)})
    select ${range.from - 1}::bigint + s.nth, ${room.from} + s.nth * ${room.step}${sql.join(values, sql``)}
    from (select s.*, row_number() over (order by s.${placeOf(staged)}) as nth from ${stagingOf(taskId)} s) as s`.execute(
    tx,
  )
  return range
}

/** Whether the table has no rows and has never been changed; a copy has rows without a change. */
export async function isUntouched(db: Db | Tx, tableId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from table_change where table_id = ${tableId}::uuid
    union all (select 1 from ${rowsOf(tableId)} t limit 1) limit 1`.execute(db)
  return !rows.length
}

/** Reserves numbers for new rows. The table is locked, so nobody else reserves any meanwhile. */
async function numbersFor({ tx, tableId }: Doing, count: number): Promise<RowRange> {
  const sequence = sql`pg_get_serial_sequence('tables.t_' || replace(${tableId}, '-', ''), 'id')`
  const { rows } = await sql<{ from: number }>`
    select setval(${sequence}, n + ${count}::bigint - 1) - ${count}::bigint + 1 as from
    from (select nextval(${sequence}) as n) as next`.execute(tx)
  const from = rows[0]?.from ?? 0
  return { from, to: from + count - 1 }
}

export const setLock = (tx: Db | Tx, tableId: string, lock: TableLock) =>
  sql`update data_table set lock = ${JSON.stringify(lock)}::jsonb where id = ${tableId}::uuid`.execute(tx)

/** Saves the progress of a task in a table that it still has locked. */
export const tellLock = (db: Db, tableId: string, lock: TableLock) =>
  sql`update data_table set lock = ${JSON.stringify(lock)}::jsonb
    where id = ${tableId}::uuid and lock ->> 'taskId' = ${lock.taskId}`.execute(db)

/** Frees a table that a task locked. */
export const freeLock = (db: Db | Tx, tableId: string, taskId: string) =>
  sql`update data_table set lock = null where id = ${tableId}::uuid and lock ->> 'taskId' = ${taskId}`.execute(db)

type Upload = { id: string; spaceId: string; personId: string; sha256: string; name: string; at: Date }

/** Notes a file that was uploaded to be imported; its content is kept by `keepBlobs` in the same transaction. */
export const noteUpload = (tx: Tx, { id, spaceId, personId, sha256, name, at }: Upload) =>
  sql`insert into table_upload (id, space_id, person_id, blob_sha256, name, created_at)
    values (${id}::uuid, ${spaceId}::uuid, ${personId}::uuid, decode(${sha256}, 'hex'), ${name}, ${at})`.execute(tx)

/** Of what a person uploaded to be imported, keeps the newest that fit, and what is being imported. */
export const keepNewestUploads = (tx: Tx, personId: string, { files, bytes }: { files: number; bytes: number }) =>
  sql`delete from table_upload u using (
      select t.id, row_number() over newest as place, sum(b.size) over newest as total
      from table_upload t join blob b on b.sha256 = t.blob_sha256 where t.person_id = ${personId}::uuid
      window newest as (order by t.created_at desc, t.id desc)
    ) r
    where r.id = u.id and r.place > 1 and (r.place > ${files} or r.total > ${bytes}) and not exists (
      select 1 from task where person_id = ${personId}::uuid and kind = 'tableImport'
        and state in ('waiting', 'preparing', 'transferring')
        and options ->> 'sha256' = encode(u.blob_sha256, 'hex'))`.execute(tx)

export async function uploadOf(db: Db, id: string, spaceId: string, personId: string) {
  const { rows } = await sql<{ sha256: string; name: string }>`
    select encode(blob_sha256, 'hex') as sha256, name from table_upload
    where id = ${id}::uuid and space_id = ${spaceId}::uuid and person_id = ${personId}::uuid`.execute(db)
  return rows[0]
}

/** The space of an import of a person. */
export async function importOf(db: Db, taskId: string, personId: string): Promise<{ space_id: string } | undefined> {
  return db
    .selectFrom('task')
    .select('space_id')
    .where('id', '=', taskId)
    .where('person_id', '=', personId)
    .where('kind', 'in', ['tableImport', 'sourceImport'])
    .executeTakeFirst()
}

export const dropUploads = (db: Db, before: Date) =>
  sql`delete from table_upload where created_at < ${before}`.execute(db)
