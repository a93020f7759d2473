import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { compareTable, loadTable } from '#server/backup/rows.ts'
import { tableRef } from '#server/backup/tables.ts'
import type { Tx } from '#server/storage/database.ts'
import type { TableOfCopy } from './manifest.ts'

/** Makes a table with the rows of the copy. Returns what differs, or null; `complete` ends it. */
export async function loadCopied(
  client: pg.Client,
  table: TableOfCopy,
  stored: NodeJS.ReadableStream,
): Promise<string | null> {
  await client.query(table.create)
  await loadTable(client, table, stored)
  return compareTable(client, table)
}
/** Keys and indexes, once the rows have their values. */
export async function complete(client: pg.Client, table: TableOfCopy): Promise<void> {
  for (const statement of table.complete) await client.query(statement)
}

/** The new id of a row of a copy, as `renamer` makes it. */
export const renamed = (salt: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`overlay(overlay(md5(${salt} || ${id}::text) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid`

/** `isAlone`: the files that it names are elsewhere, unless they were restored with it. */
type Renaming = { name: string; tableId: string; salt: string; isAlone: boolean }

/** Gives the cells that name files the new ids of these. */
export async function renameFileCells(tx: Tx, { name, tableId, salt, isAlone }: Renaming): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select 'c' || physical as column from data_column
    where table_id = ${tableId}::uuid and type = 'file' and formula is null`.execute(tx)
  for (const { column } of rows) {
    const now = sql`(select n.id from node n where n.id = ${renamed(salt, sql.ref(`t.${column}`))})`
    const cell = sql.ref(`t.${column}`)
    await sql`
      update ${sql.raw(tableRef(name))} t set ${sql.ref(column)} = ${isAlone ? now : sql`coalesce(${now}, ${cell})`}
      where ${cell} is not null`.execute(tx)
  }
}

/** Gives the history of a table the new numbers of its changes, and the files that its cells named theirs. */
export async function renameHistory(tx: Tx, { name, tableId, salt, isAlone }: Renaming): Promise<void> {
  const history = sql.raw(tableRef(name))
  await sql`
    update ${history} h set change_id = m.now from restored_number m
    where m.name = 'table_change' and m.before = h.change_id`.execute(tx)
  // Includes columns that referred to files in the past: undoing can bring them back.
  const { rows } = await sql<{ key: string }>`
    select physical::text as key from data_column where table_id = ${tableId}::uuid and type = 'file'
    union select c.side ->> 'physical' from table_change h cross join jsonb_array_elements(h.columns) as e
      cross join lateral (values (e -> 'before'), (e -> 'after')) as c(side)
    where h.table_id = ${tableId}::uuid and c.side ->> 'type' = 'file'`.execute(tx)
  for (const { key } of rows) {
    const cell = (side: string) => sql`(${sql.ref(side)} ->> ${key}::text)`
    const now = (side: string) => sql`(select n.id from node n where n.id = ${renamed(salt, cell(side))})`
    const written = (side: string) =>
      sql`coalesce(jsonb_set(${sql.ref(side)}, array[${key}::text], to_jsonb(${now(side)})), ${isAlone ? sql`${sql.ref(side)} - ${key}::text || jsonb_build_object(${key}::text, null)` : sql.ref(side)})`
    await sql`
      update ${history} set before = ${written('before')}, after = ${written('after')}
      where ${cell('before')} is not null or ${cell('after')} is not null`.execute(tx)
  }
}
