import { type Selectable, sql } from 'kysely'
import type { ErrorName } from '#contract/core/errors.ts'
import type { TaskKind, TaskState } from '#contract/tasks.ts'
import type { TextValues } from '#server/http/texts.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import type { TaskRow } from './rows.ts'

/** A node's lease on a task: `by` is a new random id for each claim. */
export type Lease = { id: string; by: string }
export type Ended = {
  state: TaskState
  error: ErrorName | ''
  errorValues: TextValues
  result: Record<string, unknown>
  itemsDone: number
  itemsFailed: number
  at: Date
}
export type Fence = Pick<Selectable<Schema['task']>, 'cancel_asked_at' | 'reserved_bytes'>

const UNIQUE_VIOLATION = '23505'
const ONE_A_PERSON = 'task_one_a_person'

/** Releases all leases. */
export async function letGoOfAll(tx: Tx): Promise<void> {
  await sql`update task set lease_by = null, lease_until = null where finished_at is null`.execute(tx)
}

/** Tasks as nodes claim, hold and end them. */
export const sqlLeaseStore = (db: Db) => ({
  /**
   * Claims a due task of these kinds: first those lost by a failed node, then the longest waiting; none of a person who
   * already has a running one. Null if there is none, and `busy` if another node claimed one of the same person first.
   */
  async claim({
    by,
    kinds,
    now,
    until,
  }: {
    by: string
    kinds: readonly TaskKind[]
    now: Date
    until: Date
  }): Promise<TaskRow | null | 'busy'> {
    try {
      const { rows } = await sql<TaskRow>`
        update task set lease_by = ${by}::uuid, lease_until = ${until}, tries = tries + 1, ahead_items = 0, ahead_bytes = 0,
          state = case state when 'waiting' then 'preparing' else state end, started_at = coalesce(started_at, ${now})
        where id = (
          select d.id from task d
          where d.finished_at is null and (d.lease_until is null or d.lease_until < ${now}) and d.kind = any(${kinds}::text[])
            and not exists (select 1 from task o where o.person_id = d.person_id and o.lease_by is not null and o.id <> d.id
              and o.kind = any(${kinds}::text[]))
          order by d.lease_until, d.created_at limit 1 for update of d skip locked
        ) returning *`.execute(db)
      return rows[0] ?? null
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code === UNIQUE_VIOLATION && constraint === ONE_A_PERSON) return 'busy'
      throw error
    }
  },

  /** Renews a lease; undefined when it was lost. */
  async beat(
    { id, by }: Lease,
    { until, items, bytes }: { until: Date; items: number; bytes: number },
  ): Promise<Pick<TaskRow, 'cancel_asked_at'> | undefined> {
    const { rows } = await sql<Pick<TaskRow, 'cancel_asked_at'>>`
      update task set lease_until = ${until}, ahead_items = ${items}, ahead_bytes = ${bytes}
      where id = ${id}::uuid and lease_by = ${by}::uuid returning cancel_asked_at`.execute(db)
    return rows[0]
  },

  /** Locks a task that the node holds until the transaction ends; undefined when the lease was lost. */
  async fence(tx: Tx, { id, by }: Lease): Promise<Fence | undefined> {
    const { rows } = await sql<Fence>`
      select cancel_asked_at, reserved_bytes from task where id = ${id}::uuid and lease_by = ${by}::uuid for update`.execute(
      tx,
    )
    return rows[0]
  },
  async hold(tx: Tx, { id, by }: Lease): Promise<TaskRow | undefined> {
    const { rows } = await sql<TaskRow>`
      select * from task where id = ${id}::uuid and lease_by = ${by}::uuid for update`.execute(tx)
    return rows[0]
  },

  setState: (tx: Tx, id: string, state: TaskState) =>
    sql`update task set state = ${state} where id = ${id}::uuid`.execute(tx),
  setTitle: (tx: Tx, id: string, title: string) =>
    sql`update task set title = ${title} where id = ${id}::uuid`.execute(tx),
  setReserved: (tx: Tx, id: string, bytes: number) =>
    sql`update task set reserved_bytes = ${bytes}, asked_bytes = ${bytes} where id = ${id}::uuid`.execute(tx),
  setTotals: (tx: Tx, id: string, { items, bytes, failed }: { items: number; bytes: number; failed: number }) =>
    sql`update task set items_total = ${items}, bytes_total = ${bytes}, items_failed = ${failed} where id = ${id}::uuid`.execute(
      tx,
    ),

  keepResult: (tx: Tx, id: string, result: Record<string, unknown>) =>
    sql`update task set kept_result = ${JSON.stringify(result)}::jsonb where id = ${id}::uuid`.execute(tx),

  /** Releases a task as if this node had not claimed it. */
  release: ({ id, by }: Lease) =>
    sql`update task set lease_by = null, lease_until = null, tries = greatest(tries - 1, 0)
      where id = ${id}::uuid and lease_by = ${by}::uuid`.execute(db),

  /** Ends a task locked by the transaction: releases its reservation, its secret and its lease. */
  end: (tx: Tx, id: string, { state, error, errorValues, result, itemsDone, itemsFailed, at }: Ended) =>
    sql`
      with held as (select id, space_id, reserved_bytes from task where id = ${id}::uuid),
        freed as (
          update space_usage u set reserved_bytes = u.reserved_bytes - h.reserved_bytes from held h
          where u.space_id = h.space_id and h.reserved_bytes > 0
        )
      update task set state = ${state}, error = ${error},
        error_values = ${JSON.stringify(errorValues)}::jsonb, result = ${JSON.stringify(result)}::jsonb, kept_result = null, finished_at = ${at},
        items_done = ${itemsDone}, bytes_done = case when ${state} = 'completed' then bytes_total else bytes_done end,
        items_failed = ${itemsFailed}, reserved_bytes = 0, ahead_items = 0, ahead_bytes = 0,
        options = case when ${state} = 'completed' then '{}' else options end, sealed = null, lease_by = null, lease_until = null
      where id = ${id}::uuid`.execute(tx),
})
export type LeaseStore = ReturnType<typeof sqlLeaseStore>
