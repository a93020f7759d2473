import { sql } from 'kysely'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { measure, rowsOf } from './physical-store.ts'

/**
 * Measures the storage of a table, rows and history, and counts the difference in its space. Must be last before the
 * commit, because uploads that reserve storage wait for the counter. With `isBound`, growth is refused if the space is
 * full. Throws spaceFull.
 */
export async function measureTable(tx: Tx, id: string, { isBound }: { isBound: boolean }): Promise<void> {
  const bytes = await measure(tx, id)
  const { rows } = await sql<{ space_id: string; grown: number }>`
    update data_table d set bytes = ${bytes},
      measured_change = (select coalesce(max(h.id), 0) from table_change h where h.table_id = d.id)
    from data_table o where o.id = d.id and d.id = ${id}::uuid returning d.space_id, d.bytes - o.bytes as grown`.execute(
    tx,
  )
  const [table] = rows
  if (table?.grown) await countBytes(tx, table.space_id, table.grown, isBound)
}

/**
 * Counts the rows for the planner: plans that were made for a smaller table are made again. Not while an index is made,
 * which waits for this transaction, and then counts them itself.
 */
export const tellPlanner = (tx: Tx, id: string) => sql`analyze (skip_locked) ${rowsOf(id)}`.execute(tx)

/** Adds to the bytes that a space stores. Throws spaceFull when they must fit and do not. */
export async function countBytes(tx: Tx, spaceId: string, bytes: number, isBound: boolean): Promise<void> {
  const { rows } = await sql<{ fits: boolean }>`
    with held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share)
    update space_usage u set used_bytes = u.used_bytes + ${bytes} from held h where u.space_id = h.id
    returning u.used_bytes + u.reserved_bytes <= h.capacity_bytes as fits`.execute(tx)
  if (isBound && bytes > 0 && !rows[0]?.fits) throw new Failure('spaceFull')
}

/** Bytes that a space has room for; less than none when it is more than full. */
export async function roomIn(db: Db, spaceId: string): Promise<number> {
  const { rows } = await sql<{ room: number }>`
    select s.capacity_bytes - u.used_bytes - u.reserved_bytes as room
    from space s join space_usage u on u.space_id = s.id where s.id = ${spaceId}::uuid`.execute(db)
  return rows[0]?.room ?? 0
}

/** Tables that were changed since they were measured, a few at a time. */
export async function unmeasured(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from data_table d
    where (select max(h.id) from table_change h where h.table_id = d.id) > d.measured_change limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks a table if it is free; false if it is locked or deleted. */
export async function holdFree(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from data_table where id = ${id}::uuid for update skip locked`.execute(tx)
  return rows.length > 0
}
