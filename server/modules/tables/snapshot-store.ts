import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { SourceColumn } from '#server/query-engine/index.ts'
import { copyOut } from '#server/storage/copy.ts'
import { type Db, databaseOn, onConnection, type Tx } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { sizesOf } from './export-store.ts'
import { cell, PLACE, rowsOf } from './physical-store.ts'

/**
 * The state of a table: its last change, and a hash. Changes that share a table may become visible in another order
 * than that of their numbers, so the hash is made of several.
 */
export type TableState = { change: number; word: string }
/** How many rows it has, and the seconds since its last change; a table without changes rests for ever. */
export type RestingState = TableState & { rows: number; restedSeconds: number }
/** Changes that may be under way at once. */
export const CHANGES_UNDER_WAY = 200
/** Digits of the numbers of rows. */
const ROW_DIGITS = 18
const DECIMAL_DIGITS = 38

/** The state of a table; null if it was deleted. */
export async function stateOf(db: Db | Tx, tableId: string): Promise<RestingState | null> {
  const { rows } = await sql<RestingState>`
    select coalesce(max(h.id), 0) as change, md5(coalesce(string_agg(h.id::text, ',' order by h.id), '')) as word,
      d.row_count as rows, coalesce(extract(epoch from clock_timestamp() - max(h.at)), 'infinity')::float8 as "restedSeconds"
    from data_table d left join lateral (
      select id, at from table_change where table_id = d.id order by id desc limit ${CHANGES_UNDER_WAY}) h on true
    where d.id = ${tableId}::uuid group by d.id`.execute(db)
  return rows[0] ?? null
}

/** Those of some tables that are there. */
export async function present(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from data_table where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Read = { value: (at: RawBuilder<unknown>) => RawBuilder<unknown>; column: Omit<SourceColumn, 'name'> }
const plain = (at: RawBuilder<unknown>) => at
const reads: Record<CellType, Read> = {
  text: { value: plain, column: { type: 'text' } },
  choice: { value: plain, column: { type: 'text' } },
  file: { value: plain, column: { type: 'text' } },
  person: { value: plain, column: { type: 'text' } },
  number: { value: plain, column: { type: 'number' } },
  date: { value: plain, column: { type: 'date' } },
  datetime: { value: (at) => sql`(${at} at time zone 'UTC')`, column: { type: 'datetime' } },
  boolean: { value: plain, column: { type: 'boolean' } },
  choices: { value: (at) => sql`to_jsonb(${at})::text`, column: { type: 'choices' } },
}
const nameOf = (physical: number) => `c${physical}`
const rowNumber: Omit<SourceColumn, 'name'> = { type: 'number', digits: ROW_DIGITS, decimals: 0 }

/** Columns as the engine reads them; null when it has no decimal that holds the numbers of one. */
async function columnsOf(db: Db, tableId: string, columns: readonly ColumnRow[]): Promise<SourceColumn[] | null> {
  const sizes = await sizesOf(db, tableId, columns)
  const read = columns.map(({ id, type, physical }): SourceColumn => {
    return { name: nameOf(physical), ...reads[type].column, ...sizes.get(id) }
  })
  const isWide = ({ digits = 0, decimals = 0 }: SourceColumn) => digits + decimals > DECIMAL_DIGITS
  return read.some(isWide) ? null : [{ name: 'id', ...rowNumber }, { name: 'ord', ...rowNumber }, ...read]
}

/** A table as a text with separators: its state, and its columns; null when the engine can't hold its numbers. */
export type CopiedTable = { state: TableState; columns: SourceColumn[] | null }

/**
 * Copies the current state of a table to a CSV file, in the order of its rows: `id`, `ord`, the number of the row in
 * this order, and its columns by their physical names. Null if the table was deleted.
 */
export const copyTable = (db: Db, tableId: string, path: string): Promise<CopiedTable | null> =>
  onConnection(db, async (client) => {
    const own = databaseOn(client)
    await client.query(`begin isolation level repeatable read read only`)
    await client.query(`set local datestyle to 'ISO, YMD'; set local statement_timeout to 0`)
    const state = await stateOf(own, tableId)
    const all = await own
      .selectFrom('data_column')
      .selectAll()
      .where('table_id', '=', tableId)
      .orderBy('position')
      .orderBy('id')
      .execute()
    const columns = state && (await columnsOf(own, tableId, all))
    if (columns) {
      const values = all.map(({ type, physical }) => sql`, ${reads[type].value(cell(physical))}`)
      const order = sql`order by ${cell(PLACE.physical)}, t.id`
      const { sql: text } = sql`
        copy (select t.id, row_number() over (${order}) ${sql.join(values, sql``)} from ${rowsOf(tableId)} t ${order})
        to stdout (format csv)`.compile(own)
      await pipeline(copyOut(client, text), createWriteStream(path, { mode: 0o600 }))
    }
    await client.query('rollback')
    return state && { state, columns }
  })
