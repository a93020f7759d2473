import { sql } from 'kysely'
import type { ErrorName } from '#contract/core/errors.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { PartRow, TaskRow } from './rows.ts'

export type PlannedPart = {
  seq: number
  isFolder: boolean
  path: string
  source: Record<string, unknown>
  size: number
  error: ErrorName | ''
}
/** Progress in the task's row. */
export type Progress = Pick<TaskRow, 'items_total' | 'items_done' | 'items_failed' | 'bytes_total' | 'bytes_done'>
const progressColumns = sql`items_total, items_done, items_failed, bytes_total, bytes_done`

/** Parts of a task that this node holds: every statement runs in the fence's transaction. */
export const sqlPartStore = (db: Db) => ({
  clear: (tx: Tx, id: string) => sql`delete from task_part where task_id = ${id}::uuid`.execute(tx),
  /** Parts with an error are inserted as failed. */
  insert: (tx: Tx, id: string, parts: readonly PlannedPart[]) =>
    sql`
      insert into task_part (task_id, seq, is_folder, path, source, size, state, error)
      select ${id}::uuid, seq, "isFolder", path, source, size, case error when '' then 'waiting' else 'failed' end, error
      from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as p(seq int, "isFolder" boolean, path text, source jsonb, size bigint, error text)`.execute(tx),
  /** Marks the plan as complete. */
  async setPlanned(tx: Tx, id: string, totals: { items: number; bytes: number; failed: number }): Promise<Progress> {
    const { rows } = await sql<Progress>`
      update task set is_planned = true, items_total = ${totals.items}, bytes_total = ${totals.bytes},
        items_failed = ${totals.failed} where id = ${id}::uuid returning ${progressColumns}`.execute(tx)
    return rows[0] as Progress
  },

  async open(id: string, after: number, limit: number): Promise<PartRow[]> {
    const { rows } = await sql<PartRow>`
      select * from task_part where task_id = ${id}::uuid and seq > ${after} and state in ('waiting', 'transferring')
      order by seq limit ${limit}`.execute(db)
    return rows
  },
  /** A part's path and the item made of it; null while there is none. */
  async known(id: string, seq: number): Promise<{ path: string; nodeId: string | null }> {
    const { rows } = await sql<Pick<PartRow, 'path' | 'node_id'>>`
      select path, node_id from task_part where task_id = ${id}::uuid and seq = ${seq}`.execute(db)
    return { path: rows[0]?.path ?? '', nodeId: rows[0]?.node_id ?? null }
  },
  start: (tx: Tx, id: string, seq: number) =>
    sql`update task_part set state = 'transferring' where task_id = ${id}::uuid and seq = ${seq} and state = 'waiting'`.execute(
      tx,
    ),

  /** Updates the size and path of a part once they are known. */
  async describe(tx: Tx, id: string, seq: number, { size, path }: { size: number; path: string }): Promise<Progress> {
    const { rows } = await sql<Progress>`
      with before as (select size from task_part where task_id = ${id}::uuid and seq = ${seq}),
        changed as (update task_part set size = ${size}, path = ${path} where task_id = ${id}::uuid and seq = ${seq})
      update task set bytes_total = bytes_total + ${size} - (select size from before)
      where id = ${id}::uuid returning ${progressColumns}`.execute(tx)
    return rows[0] as Progress
  },

  /** Marks open parts as done, each once, and counts them; `released` bytes of the reservation became used. */
  async complete(
    tx: Tx,
    id: string,
    done: readonly { seq: number; nodeId: string | null }[],
    released: number,
  ): Promise<Progress> {
    const seqs = done.map(({ seq }) => seq)
    // Named twice: of parts just written the planner knows nothing yet, and would read them all for each batch.
    const { rows } = await sql<Progress>`
      with changed as (
        update task_part p set state = 'completed', node_id = d.node_id
        from unnest(${seqs}::int[], ${done.map(({ nodeId }) => nodeId)}::uuid[]) as d(seq, node_id)
        where p.task_id = ${id}::uuid and p.seq = any(${seqs}::int[]) and p.seq = d.seq and p.state in ('waiting', 'transferring') returning p.size
      )
      update task set reserved_bytes = reserved_bytes - ${released},
        items_done = items_done + (select count(*) from changed),
        bytes_done = bytes_done + (select coalesce(sum(size), 0) from changed)
      where id = ${id}::uuid returning ${progressColumns}`.execute(tx)
    return rows[0] as Progress
  },
  async fail(tx: Tx, id: string, failed: readonly { seq: number; error: ErrorName }[]): Promise<Progress> {
    const seqs = failed.map(({ seq }) => seq)
    const { rows } = await sql<Progress>`
      with changed as (
        update task_part p set state = 'failed', error = f.error
        from unnest(${seqs}::int[], ${failed.map(({ error }) => error)}::text[]) as f(seq, error)
        where p.task_id = ${id}::uuid and p.seq = any(${seqs}::int[]) and p.seq = f.seq and p.state in ('waiting', 'transferring') returning p.seq
      )
      update task set items_failed = items_failed + (select count(*) from changed)
      where id = ${id}::uuid returning ${progressColumns}`.execute(tx)
    return rows[0] as Progress
  },

  /** Marks the open parts of an ended task as failed; returns how many. */
  async failOpen(tx: Tx, id: string, error: ErrorName): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      update task_part set state = 'failed', error = ${error}
      where task_id = ${id}::uuid and state in ('waiting', 'transferring')`.execute(tx)
    return Number(numAffectedRows)
  },
  /** Parts of a cancelled task go back to waiting. */
  rest: (tx: Tx, id: string) =>
    sql`update task_part set state = 'waiting' where task_id = ${id}::uuid and state = 'transferring'`.execute(tx),
  /** The common cause of all failed parts, or ''. */
  async causeOf(tx: Tx, id: string): Promise<ErrorName | ''> {
    const { rows } = await sql<{ first: ErrorName | null; last: ErrorName | null }>`
      select min(error) as first, max(error) as last from task_part where task_id = ${id}::uuid and state = 'failed'`.execute(
      tx,
    )
    const { first = null, last = null } = rows[0] ?? {}
    return first !== null && first === last ? first : ''
  },
})
export type PartStore = ReturnType<typeof sqlPartStore>
