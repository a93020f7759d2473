import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '#contract/core/policy.ts'
import type { Column, ColumnDraft } from '#contract/tables/columns.ts'
import type { TableRecord } from '#contract/tables.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import { TAKING_PLANS } from '#server/storage/locks.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

export type TableRow = Selectable<Schema['data_table']>
export type ColumnRow = Selectable<Schema['data_column']>
export type Listed = TableRow & { maker_name: string; columns: number; changed_at: Date; key: string }

export const recordOf = (row: Listed): TableRecord => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isShared: row.is_shared,
  maker: { personId: row.maker_id, personName: row.maker_name },
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
  rows: row.row_count,
  columns: row.columns,
  bytes: row.bytes,
  lock: row.lock,
  trashedAt: row.trashed_at?.toISOString() ?? null,
})

export const columnOf = (row: ColumnRow): Column => ({
  id: row.id,
  name: row.name,
  description: row.description,
  unit: row.unit,
  type: row.type,
  format: row.format,
  options: row.options,
  vocabularyId: row.vocabulary_id,
  formula: row.formula,
  rules: row.rules,
})

type Place = { table_id: string; id: number; physical: number; position: number }
export const columnRow = (place: Place, { vocabularyId, ...draft }: ColumnDraft): ColumnRow => ({
  ...place,
  ...draft,
  vocabulary_id: vocabularyId,
})

/** A table that is not shared is there for its maker alone. */
export const visibleTo = (actor: Actor) => sql`(d.is_shared or d.maker_id = ${actor?.id ?? null}::uuid)`
export const isVisibleTo = (actor: Actor, table: Pick<TableRow, 'is_shared' | 'maker_id'>) =>
  table.is_shared || table.maker_id === actor?.id

/** The lock of an import in progress; that of an import that ended without releasing the table is ignored. */
export const openLock = sql`(select d.lock from task w where w.id = (d.lock ->> 'taskId')::uuid
  and w.state in ('waiting', 'preparing', 'transferring')) as lock`

/** Tables as lists show them; `key` orders them. */
export const listed = (key: RawBuilder<unknown>) => sql`
  select d.*, ${openLock}, p.name as maker_name, ${key} as key,
    (select count(*) from data_column c where c.table_id = d.id) as columns,
    coalesce((select h.at from table_change h where h.table_id = d.id order by h.id desc limit 1), d.created_at) as changed_at
  from data_table d join person p on p.id = d.maker_id`

type Query = { q?: string | undefined; isTrashed?: boolean | undefined; after?: string | undefined; size: number }

/** A table with its columns in their order, and its last change. */
export type SeenTable = { table: TableRow; columns: ColumnRow[]; change: number }
type SeenJson = { table: TableRow; columns: ColumnRow[] | null; change: number | null } | null

/**
 * A table of the space `s` that the actor may see, outside the trash: a value of JSON, to be read along with the space.
 */
export const tableAlong = (id: string, actor: Actor): RawBuilder<SeenJson> => sql`(
  select jsonb_build_object('table', to_jsonb(d),
    'columns', (select jsonb_agg(to_jsonb(c) order by c.position, c.id) from data_column c where c.table_id = d.id),
    'change', (select max(h.id) from table_change h where h.table_id = d.id))
  from data_table d
  where d.id = ${id}::uuid and d.space_id = s.id and d.trashed_at is null and ${visibleTo(actor)})`

/** Parses the result of `tableAlong`: times are texts in JSON. */
export const seenTable = (json: SeenJson): SeenTable | null =>
  json && {
    table: { ...json.table, created_at: new Date(json.table.created_at), trashed_at: null },
    columns: json.columns ?? [],
    change: json.change ?? 0,
  }

/** How a transaction holds a table: `share` to write cells, `update` for everything else. */
export type Hold = 'share' | 'update'
/** `isOfFewRows`: the transaction goes on with few rows, by the plans that are there. */
type Any = { where?: RawBuilder<unknown>; tx?: Tx; hold?: Hold; isOfFewRows?: boolean }

export const sqlTableCatalogue = (db: Db) => ({
  /** A page of the tables of a space that the actor may see, by name. */
  async page(spaceId: string, actor: Actor, { q, isTrashed = false, after, size }: Query) {
    const where = [sql`d.space_id = ${spaceId}::uuid`, visibleTo(actor)]
    where.push(isTrashed ? sql`d.trashed_at is not null` : sql`d.trashed_at is null`)
    if (q) where.push(sql`concat_ws(' ', d.name, d.description) ilike ${`%${literal(q)}%`}`)
    if (after) {
      const [key, id] = decodeCursor(after, z.tuple([part.text, part.id]))
      where.push(sql`(d.name collate natural_order, d.id) > (${key}, ${id}::uuid)`)
    }
    const { rows } = await sql<Listed>`
      ${listed(sql`d.name`)} where ${sql.join(where, sql` and `)}
      order by d.name collate natural_order, d.id limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: recordOf, key: (row) => [row.key, row.id] })
  },

  async record(spaceId: string, id: string, actor: Actor, tx: Db | Tx = db): Promise<TableRecord | undefined> {
    const { rows } = await sql<Listed>`
      ${listed(sql`''`)} where d.id = ${id}::uuid and d.space_id = ${spaceId}::uuid and ${visibleTo(actor)}`.execute(tx)
    return rows[0] && recordOf(rows[0])
  },

  /** A table that the actor may see, outside the trash, with its columns in their order. */
  one(spaceId: string, id: string, actor: Actor, how: { tx?: Tx; hold?: Hold } = {}) {
    return this.any(spaceId, id, { ...how, where: visibleTo(actor) })
  },

  /** A table outside of the trash, whoever may see it, with its columns in their order. */
  async any(spaceId: string, id: string, { where = sql`true`, tx, hold, isOfFewRows = false }: Any = {}) {
    const locking = hold ? sql.raw(`for ${hold} of d`) : sql``
    const tables = sql<TableRow>`
      select d.*, ${openLock} ${isOfFewRows ? TAKING_PLANS : sql``} from data_table d
      where d.id = ${id}::uuid and d.space_id = ${spaceId}::uuid and d.trashed_at is null and ${where} ${locking}`
    // In a transaction the second is read after the lock, so that the columns are those of the last change.
    const [{ rows }, columns] = await Promise.all([tables.execute(tx ?? db), this.columns(id, tx)])
    const [table] = rows
    return table && { table, columns }
  },

  /** Those of some tables that the actor may see, outside the trash. */
  async several(
    spaceId: string,
    ids: readonly string[],
    actor: Actor,
  ): Promise<(TableRow & { column_count: number })[]> {
    if (!ids.length) return []
    const { rows } = await sql<TableRow & { column_count: number }>`
      select d.*, (select count(*)::int from data_column c where c.table_id = d.id) as column_count, ${openLock}
      from data_table d where d.id = any(${[...ids]}::uuid[])
        and d.space_id = ${spaceId}::uuid and d.trashed_at is null and ${visibleTo(actor)}`.execute(db)
    return rows
  },

  async columns(tableId: string, tx: Db | Tx = db): Promise<ColumnRow[]> {
    const { rows } = await sql<ColumnRow>`
      select * from data_column where table_id = ${tableId}::uuid order by position, id`.execute(tx)
    return rows
  },

  /** The tables of a space outside the trash. */
  async countIn(tx: Tx, spaceId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('data_table')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space_id', '=', spaceId)
      .where('trashed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  },

  /** Whether a table of the space outside the trash has the name, whoever may see it. */
  async isNameTaken(spaceId: string, name: string): Promise<boolean> {
    const { rows } = await sql`
      select from data_table
      where space_id = ${spaceId}::uuid and lower(name) = lower(${name}) and trashed_at is null`.execute(db)
    return rows.length > 0
  },

  /** Throws tableNameTaken. */
  insert: (tx: Tx, row: Omit<TableRow, 'row_count' | 'bytes' | 'lock' | 'trashed_at' | 'placed_by'>) =>
    uniqueAs({ data_table_name: 'tableNameTaken' }, () => tx.insertInto('data_table').values(row).execute()),

  /** Throws tableNameTaken. */
  update: (tx: Tx, id: string, set: Partial<Omit<TableRow, 'id' | 'space_id'>>) =>
    uniqueAs({ data_table_name: 'tableNameTaken' }, () =>
      tx.updateTable('data_table').set(set).where('id', '=', id).execute(),
    ),

  /** Records that a change added (or removed) this many rows, or moved some. */
  placeRows: (tx: Tx, id: string, { more, changeId }: { more: number; changeId: number }) =>
    sql`update data_table set row_count = row_count + ${more}, placed_by = ${changeId} where id = ${id}::uuid`.execute(
      tx,
    ),

  /**
   * Replaces columns: removes those of `gone`, writes `rows` (at most the columns of a table); a deleted vocabulary is
   * removed from them. Throws tableColumnNameTaken.
   */
  async writeColumns(tx: Tx, tableId: string, { gone, rows }: { gone: number[]; rows: readonly ColumnRow[] }) {
    const ids = [...gone, ...rows.map(({ id }) => id)]
    await sql`delete from data_column where table_id = ${tableId}::uuid and id = any(${ids}::int[])`.execute(tx)
    if (!rows.length) return
    await uniqueAs({ data_column_name: 'tableColumnNameTaken' }, () =>
      sql`insert into data_column select c.* from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as r,
        jsonb_populate_record(null::data_column, r || jsonb_build_object('vocabulary_id',
          (select v.id from vocabulary v where v.id = (r ->> 'vocabulary_id')::uuid))) as c`.execute(tx),
    )
  },
})
export type TableCatalogue = ReturnType<typeof sqlTableCatalogue>

/** Whether a space has views that hand out rows to people who may not see their sources. */
export async function handsOutRows(db: Db | Tx, spaceId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists(select 1 from data_view where space_id = ${spaceId}::uuid and access = 'published') as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}
