import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '#contract/core/policy.ts'
import type { TableRecord } from '#contract/tables.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import { type Listed, listed, openLock, recordOf, type TableRow, visibleTo } from './catalogue-store.ts'
import { countBytes } from './measure-store.ts'

/**
 * A table of a space in the trash or outside of it, locked; undefined for others and for one that the actor may not
 * see.
 */
export async function heldTable(tx: Tx, spaceId: string, id: string, actor: Actor): Promise<TableRow | undefined> {
  const { rows } = await sql<TableRow>`
    select d.*, ${openLock} from data_table d where d.id = ${id}::uuid and d.space_id = ${spaceId}::uuid and ${visibleTo(actor)}
    for update of d`.execute(tx)
  return rows[0]
}

const Key = z.tuple([part.timestamp, part.id])
/** A page of the tables in the trash of spaces that the actor may see, the latest deleted first. */
export async function pageOfTrashed(
  db: Db,
  spaceIds: readonly string[],
  actor: Actor,
  { after, size }: { after?: string | undefined; size: number },
) {
  const [at, id] = after ? decodeCursor(after, Key) : []
  const beyond = at ? sql`and (d.trashed_at, d.id) < (${at}::timestamptz, ${id}::uuid)` : sql``
  const { rows } = await sql<Listed>`
    ${listed(exactly(sql`d.trashed_at`))}
    where d.space_id = any(${[...spaceIds]}::uuid[]) and d.trashed_at is not null and ${visibleTo(actor)} ${beyond}
    order by d.trashed_at desc, d.id desc limit ${size + 1}`.execute(db)
  const toItem = (row: Listed): TableRecord & { spaceId: string } => ({ ...recordOf(row), spaceId: row.space_id })
  return pageOf(rows, size, { toItem, key: (row) => [row.key, row.id] })
}

/** Puts a held table in the trash (`at`) or takes it out (null). Throws tableNameTaken. */
export const setTrashed = (tx: Tx, id: string, at: Date | null) =>
  uniqueAs({ data_table_name: 'tableNameTaken' }, () =>
    tx.updateTable('data_table').set({ trashed_at: at }).where('id', '=', id).execute(),
  )

/** Deletes a held table with its rows and its history. Must be last before the commit. */
export async function purgeTable(tx: Tx, { id, space_id, bytes }: TableRow): Promise<void> {
  await tx.deleteFrom('data_table').where('id', '=', id).execute()
  await countBytes(tx, space_id, -bytes, false)
}

/** Deletes a table that a task made and still has locked. */
export const dropLocked = (db: Db, id: string, taskId: string): Promise<void> =>
  transact(db, async (tx) => {
    const { rows } = await sql<TableRow>`
      select * from data_table where id = ${id}::uuid and lock ->> 'taskId' = ${taskId} for update`.execute(tx)
    if (rows[0]) await purgeTable(tx, rows[0])
  })

/** Tables that were trashed before a time. */
export async function oldTables(db: Db, before: Date, most: number): Promise<{ id: string; space_id: string }[]> {
  return db
    .selectFrom('data_table')
    .select(['id', 'space_id'])
    .where('trashed_at', '<', before)
    .where(sql<boolean>`space_id not in (select on_hold_now('space'))`)
    .orderBy('trashed_at')
    .limit(most)
    .execute()
}

/** A table that is in the trash since before a moment, held; undefined when it is not any more. */
export async function heldOld(tx: Tx, id: string, before: Date): Promise<TableRow | undefined> {
  const { rows } = await sql<TableRow>`
    select * from data_table where id = ${id}::uuid and trashed_at < ${before}
      and not on_hold('space', space_id) for update`.execute(tx)
  return rows[0]
}

/** Drops the database tables of deleted tables, some at a time; returns their number. */
export async function dropStrays(db: Db): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select drop_stray_tables() as dropped`.execute(db)
  return rows[0]?.dropped ?? 0
}

/** The tables of a person who leaves a space belong to its owner. */
export const giveToOwner = async (tx: Tx, { spaceId, personId }: { spaceId: string; personId: string }) => {
  await sql`
    update data_table d set maker_id = s.owner_id from space s
    where s.id = d.space_id and d.space_id = ${spaceId}::uuid and d.maker_id = ${personId}::uuid`.execute(tx)
}
