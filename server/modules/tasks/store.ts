import { type Insertable, type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { PartState, TaskKind, TaskState } from '#contract/tasks.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import type { PartRow, ShownRow } from './rows.ts'
import { shownColumns, shownFrom } from './shown-store.ts'

/** Weight of an ended task, and of each part, in bytes: about their size on disk. */
const WEIGHT = { task: 4096, part: 256 }

/** Tasks deleted by one statement: each may have very many parts. */
const OVERFLOW_AT_ONCE = 20
/** First half of the key of an advisory lock; the second half is derived from the person who starts a task. */
const BEGINNING = 20261124

const TaskKey = z.tuple([part.count, part.timestamp, part.id])
const PartKey = z.object({ seq: z.int32() })
type Paging = { after?: string | undefined; size: number }
type Filter = {
  spaceId?: string
  personId?: string
  state?: TaskState | 'open' | undefined
  kind?: TaskKind | undefined
}

/** The place of a task in lists: running, waiting, ended. As in its indexes. */
const RANK = sql`case when t.finished_at is not null then 0 when t.state = 'waiting' then 1 else 2 end`

const stateIs = (state: TaskState | 'open') => (state === 'open' ? sql`t.finished_at is null` : sql`t.state = ${state}`)
function filterOf({ spaceId, personId, state, kind }: Filter): RawBuilder<unknown>[] {
  return [
    ...(spaceId ? [sql`t.space_id = ${spaceId}::uuid`] : []),
    ...(personId ? [sql`t.person_id = ${personId}::uuid`] : []),
    ...(state ? [stateIs(state)] : []),
    ...(kind ? [sql`t.kind = ${kind}`] : []),
  ]
}

/** Tasks as people begin, see and delete them. */
export const sqlTaskStore = (db: Db) => ({
  /** Inserts a task; false when the person has `most` unfinished ones. */
  async insert(tx: Tx, row: Insertable<Schema['task']>, most: number): Promise<boolean> {
    if (!(await isBelowTaskLimit(tx, row.person_id, most))) return false
    await tx.insertInto('task').values(row).execute()
    return true
  },
  isBelowTaskLimit,

  /** Deletes the oldest ended tasks of a person, except the latest, while together they weigh more than `most`. */
  forgetOverflow: (tx: Tx, personId: string, most: number) =>
    sql`
      with ended as (
        select id, row_number() over newest as place,
          sum(${WEIGHT.task} + pg_column_size(options) + ${WEIGHT.part}::bigint * items_total) over newest as held
        from task where person_id = ${personId}::uuid and finished_at is not null
        window newest as (order by finished_at desc, id desc)
      ), gone as (
        select t.id from task t join ended e on e.id = t.id where e.held > ${most} and e.place > 1
        order by e.place desc limit ${OVERFLOW_AT_ONCE} for update of t skip locked
      ) delete from task where id in (select id from gone)`.execute(tx),

  /** Changes the reserved bytes of a space; false if there is not enough storage. */
  async reserve(tx: Tx, spaceId: string, bytes: number): Promise<boolean> {
    const { rows } = await sql`
      with held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share)
      update space_usage u set reserved_bytes = u.reserved_bytes + ${bytes} from held h
      where u.space_id = h.id and (${bytes}::bigint <= 0 or u.used_bytes + u.reserved_bytes + ${bytes} <= h.capacity_bytes)
      returning u.space_id`.execute(tx)
    return rows.length > 0
  },

  async byId(id: string, from: Db | Tx = db): Promise<ShownRow | undefined> {
    const { rows } = await sql<ShownRow>`select ${shownColumns} ${shownFrom} where t.id = ${id}::uuid`.execute(from)
    return rows[0]
  },
  /** Locks a task until the transaction ends. */
  async hold(tx: Tx, id: string): Promise<ShownRow | undefined> {
    const { rows } = await sql<ShownRow>`
      select ${shownColumns} ${shownFrom} where t.id = ${id}::uuid for update of t`.execute(tx)
    return rows[0]
  },

  /** What runs, then what waits, then what has ended; each newest first. */
  async page({ after, size }: Paging, filter: Filter) {
    const key = after ? decodeCursor(after, TaskKey) : null
    const where = filterOf(filter)
    if (key) where.push(sql`(${RANK}, t.created_at, t.id) < (${key[0]}::int, ${key[1]}::timestamptz, ${key[2]}::uuid)`)
    const { rows } = await sql<ShownRow & { rank: number; key: string }>`
      select ${shownColumns}, ${RANK} as rank, ${exactly(sql`t.created_at`)} as key ${shownFrom}
      where ${sql.join(where, sql` and `)} order by ${RANK} desc, t.created_at desc, t.id desc limit ${size + 1}`.execute(
      db,
    )
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.rank, row.key, row.id] })
  },
  async counts(spaceId: string): Promise<{ state: TaskState; count: number }[]> {
    const { rows } = await sql<{ state: TaskState; count: number }>`
      select state, count(*) as count from task where space_id = ${spaceId}::uuid group by state`.execute(db)
    return rows
  },

  keyOf: (after: string | undefined): number => (after ? decodeCursor(after, PartKey).seq : -1),
  async parts(id: string, { after, size, state }: { after: number; size: number; state?: PartState | undefined }) {
    const only = state ? sql`and state = ${state}` : sql``
    const { rows } = await sql<PartRow>`
      select * from task_part where task_id = ${id}::uuid and seq > ${after} ${only}
      order by seq limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: ({ seq }) => ({ seq }) })
  },

  /** The source space of a task, while it is stored. */
  async sourceSpace(id: string): Promise<string | null> {
    const { rows } = await sql<{ source: string | null }>`
      select options ->> 'sourceSpaceId' as source from task where id = ${id}::uuid`.execute(db)
    return rows[0]?.source ?? null
  },

  /** Makes failed parts due again, all if none are named; returns their number. */
  async revive(tx: Tx, id: string, seqs: readonly number[] | undefined): Promise<number> {
    const named = seqs ? sql`and seq = any(${seqs}::bigint[])` : sql``
    const { numAffectedRows = 0n } = await sql`
      update task_part set state = 'waiting', error = '' where task_id = ${id}::uuid and state = 'failed' ${named}`.execute(
      tx,
    )
    return Number(numAffectedRows)
  },
  /** Users who have left the space are notified, too, so the name is not read through what the task shows them. */
  async spaceName(tx: Tx, id: string): Promise<string> {
    const row = await tx.selectFrom('space').select('name').where('id', '=', id).executeTakeFirst()
    return row?.name ?? ''
  },
  async openBytes(tx: Tx, id: string): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(size), 0)::bigint as bytes from task_part
      where task_id = ${id}::uuid and state in ('waiting', 'transferring')`.execute(tx)
    return rows[0]?.bytes ?? 0
  },
  /** A task that ended waits again. */
  reopen: (
    tx: Tx,
    id: string,
    { revived, reserved, sealed, at }: { revived: number; reserved: number; sealed: Buffer | null; at: Date },
  ) =>
    sql`update task set state = 'waiting', due_at = ${at}, sealed = ${sealed}, error = '', error_values = '{}', result = '{}', finished_at = null, cancel_asked_at = null, tries = 0,
      items_failed = items_failed - ${revived}, reserved_bytes = ${reserved} where id = ${id}::uuid`.execute(tx),

  askToCancel: (tx: Tx, id: string, at: Date) =>
    sql`update task set cancel_asked_at = coalesce(cancel_asked_at, ${at}) where id = ${id}::uuid`.execute(tx),

  /** False when it has not ended. */
  async remove(tx: Tx, id: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('task')
      .where('id', '=', id)
      .where('finished_at', 'is not', null)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
  /** Deletes tasks that ended before, at most `many`; returns how many. */
  async sweep(before: Date, many: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      delete from task where id in (select id from task where finished_at < ${before} order by finished_at limit ${many})`.execute(
      db,
    )
    return Number(numAffectedRows)
  },
})
export type TaskStore = ReturnType<typeof sqlTaskStore>

/** Whether the person may start one more task; their count is locked until the transaction ends. */
async function isBelowTaskLimit(tx: Tx, personId: string, most: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${BEGINNING}, hashtext(${personId}))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from task where person_id = ${personId}::uuid and finished_at is null`.execute(tx)
  return (rows[0]?.count ?? 0) < most
}
