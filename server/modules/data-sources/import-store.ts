import { type RawBuilder, type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Actor } from '#contract/core/policy.ts'
import type { RunEvent, Schedule, SourceImport } from '#contract/source-imports.ts'
import type { TaskState } from '#contract/tasks.ts'
import { visibleTo } from '#server/modules/tables/index.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

export type ImportRow = Selectable<Schema['source_import']>
export type RunRow = Selectable<Schema['source_run']> &
  Pick<Selectable<Schema['task']>, 'state' | 'error' | 'person_id' | 'started_at' | 'finished_at'> & {
    person_name: string
    key: string
  }
type Last = { taskId: string; state: TaskState; at: string; read: number }
type Listed = ImportRow & {
  source_name: string
  table_name: string
  is_there: boolean
  maker_name: string
  last: Last | null
  ran_at: Date | null
  key: string
}
type Query = { sourceId?: string | undefined; after?: string | undefined; size: number }
/** A run that is due, with its person. */
export type DueRow = ImportRow & { is_running: boolean }

/** An import with a schedule that comes again and again. */
export type Scheduled = { id: string; cron: string; zone: string; next_at: Date | null }

/** The schedule of an import, null if it runs by hand only. */
export function scheduleOf({ cron, once_at, zone }: Pick<ImportRow, 'cron' | 'once_at' | 'zone'>): Schedule | null {
  if (zone === null) return null
  if (cron !== null) return { cron, zone }
  return once_at && { once: once_at.toISOString(), zone }
}

const importOf = (row: Listed): SourceImport => ({
  ...row.reading,
  id: row.id,
  title: row.title,
  schedule: scheduleOf(row),
  source: { id: row.source_id, name: row.source_name },
  target: { id: row.table_id, name: row.table_name, isThere: row.is_there },
  maker: { personId: row.maker_id, personName: row.maker_name },
  isOn: row.is_on,
  nextAt: row.is_on ? (row.next_at?.toISOString() ?? null) : null,
  missedAt: row.missed_at?.toISOString() ?? null,
  ranAt: row.ran_at?.toISOString() ?? null,
  reached: row.reached,
  last: row.last && { ...row.last, at: new Date(row.last.at).toISOString() },
})

/** Number of rows read by a run: from its task while it is running, afterwards from the run itself. */
const read = sql`case when t.finished_at is null then t.items_done else r.rows_read end`
const last = sql`(select jsonb_build_object('taskId', t.id, 'state', t.state, 'read', ${read},
    'at', coalesce(t.finished_at, t.created_at))
  from source_run r join task t on t.id = r.task_id where r.import_id = i.id order by r.created_at desc, r.task_id desc limit 1)`
const ranOnce = sql`(select min(r.created_at) from source_run r
  where i.once_at is not null and r.import_id = i.id and r.is_scheduled and r.created_at >= i.once_at)`
const listed = sql`
  select i.*, s.name as source_name, d.name as table_name, d.trashed_at is null as is_there, p.name as maker_name,
    ${last} as last, ${ranOnce} as ran_at, ${exactly(sql`i.created_at`)} as key
  from source_import i join data_source s on s.id = i.source_id join data_table d on d.id = i.table_id
  join person p on p.id = i.maker_id`
const isRunning = sql`exists (select from source_run r join task t on t.id = r.task_id
  where r.import_id = i.id and t.state in ('waiting', 'preparing', 'transferring'))`

/** Imports from databases and their runs; without access to a table, its imports are not visible. */
export const sqlSourceImportStore = (db: Db) => ({
  async page(spaceId: string, actor: Actor, { sourceId, after, size }: Query) {
    const where: RawBuilder<unknown>[] = [sql`i.space_id = ${spaceId}::uuid`, visibleTo(actor)]
    if (sourceId) where.push(sql`i.source_id = ${sourceId}::uuid`)
    if (after) {
      const [key, id] = decodeCursor(after, z.tuple([part.timestamp, part.id]))
      where.push(sql`(i.created_at, i.id) < (${key}::timestamptz, ${id}::uuid)`)
    }
    const { rows } = await sql<Listed>`
      ${listed} where ${sql.join(where, sql` and `)} order by i.created_at desc, i.id desc limit ${size + 1}`.execute(
      db,
    )
    return pageOf(rows, size, { toItem: importOf, key: (row) => [row.key, row.id] })
  },

  async one(spaceId: string, id: string, actor: Actor): Promise<SourceImport | undefined> {
    const { rows } = await sql<Listed>`
      ${listed} where i.space_id = ${spaceId}::uuid and i.id = ${id}::uuid and ${visibleTo(actor)}`.execute(db)
    return rows[0] && importOf(rows[0])
  },

  /** An import that the actor may see, locked; undefined if there is none. */
  async hold(tx: Tx, spaceId: string, id: string, actor: Actor): Promise<DueRow | undefined> {
    const { rows } = await sql<DueRow>`
      select i.*, ${isRunning} as is_running from source_import i join data_table d on d.id = i.table_id
      where i.space_id = ${spaceId}::uuid and i.id = ${id}::uuid and ${visibleTo(actor)} for update of i`.execute(tx)
    return rows[0]
  },

  row: (id: string): Promise<ImportRow | undefined> =>
    db.selectFrom('source_import').selectAll().where('id', '=', id).executeTakeFirst(),

  async countIn(tx: Tx, spaceId: string): Promise<number> {
    const { count } = await tx
      .selectFrom('source_import')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow()
    return count
  },

  insert: (tx: Tx, { reading, ...row }: ImportRow) =>
    tx
      .insertInto('source_import')
      .values({ ...row, reading: sql`${JSON.stringify(reading)}::jsonb` })
      .execute(),

  update: (tx: Tx, id: string, { reading, ...set }: Partial<Omit<ImportRow, 'id' | 'space_id'>>) =>
    tx
      .updateTable('source_import')
      .set({ ...set, ...(reading && { reading: sql`${JSON.stringify(reading)}::jsonb` }) })
      .where('id', '=', id)
      .execute(),

  remove: (tx: Tx, id: string) => tx.deleteFrom('source_import').where('id', '=', id).execute(),

  /**
   * One import that is due, held; another node that looks meanwhile finds another one. What runs once waits for a run under
   * way, since no later run would make up for it; `has_waited`: a run ended after it was due.
   */
  async due(tx: Tx, at: Date): Promise<(DueRow & { has_waited: boolean }) | undefined> {
    const { rows } = await sql<DueRow & { has_waited: boolean }>`
      select i.*, ${isRunning} as is_running, i.once_at is not null and exists (
          select from source_run r join task t on t.id = r.task_id where r.import_id = i.id and t.finished_at >= i.next_at
        ) as has_waited
      from source_import i
      where i.is_on and i.next_at <= ${at} and (i.once_at is null or not ${isRunning})
      order by i.next_at limit 1 for update skip locked`.execute(tx)
    return rows[0]
  },

  /** Imports whose schedule is due after a time. */
  async beyond(at: Date): Promise<Scheduled[]> {
    const { rows } = await sql<Scheduled>`
      select id, cron, zone, next_at from source_import
      where is_on and next_at > ${at} and cron is not null and zone is not null`.execute(db)
    return rows
  },
  /** Sets the due time of a schedule that is on to this, unless it is earlier already. */
  bringForward: (id: string, { next_at }: Pick<Scheduled, 'next_at'>) =>
    sql`update source_import set next_at = least(next_at, ${next_at}) where id = ${id}::uuid and is_on`.execute(db),

  /** An import whose last scheduled run failed without a message to its creator so far; locked. */
  async untold(tx: Tx): Promise<ImportRow | undefined> {
    const { rows } = await sql<ImportRow>`
      select i.* from source_import i where i.told_at is null and i.zone is not null
        and (i.missed_at is not null or (select t.state = 'failed' and r.is_scheduled
          from source_run r join task t on t.id = r.task_id
          where r.import_id = i.id order by r.created_at desc, r.task_id desc limit 1))
      limit 1 for update skip locked`.execute(tx)
    return rows[0]
  },

  /** People who can no longer enter the space are notified, too. */
  async spaceName(tx: Tx, id: string): Promise<string> {
    const row = await tx.selectFrom('space').select('name').where('id', '=', id).executeTakeFirst()
    return row?.name ?? ''
  },

  addRun: (tx: Tx, run: { taskId: string; importId: string; isScheduled: boolean; at: Date }) =>
    tx
      .insertInto('source_run')
      .values({ task_id: run.taskId, import_id: run.importId, is_scheduled: run.isScheduled, created_at: run.at })
      .execute(),

  /** A retry of a run replaces its log. */
  startLog: (taskId: string) =>
    sql`update source_run set log = '[]', rows_read = 0, rows_written = 0, rows_refused = 0
      where task_id = ${taskId}::uuid`.execute(db),
  log: (from: Db | Tx, taskId: string, events: readonly RunEvent[]) =>
    sql`update source_run set log = log || ${JSON.stringify(events)}::jsonb where task_id = ${taskId}::uuid`.execute(
      from,
    ),
  count: (
    from: Db | Tx,
    taskId: string,
    { read, written, refused }: { read: number; written: number; refused: number },
  ) =>
    sql`update source_run set rows_read = ${read}, rows_written = ${written}, rows_refused = ${refused}
      where task_id = ${taskId}::uuid`.execute(from),

  runKeyOf: (after: string | undefined) => (after ? decodeCursor(after, z.tuple([part.timestamp, part.id])) : null),
  async runs(importId: string, { key, size }: { key: readonly [string, string] | null; size: number }) {
    const behind = key ? sql`and (r.created_at, r.task_id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql``
    const { rows } = await sql<RunRow>`
      select r.*, ${read} as rows_read, t.state, t.error, t.person_id, t.started_at, t.finished_at, p.name as person_name,
        ${exactly(sql`r.created_at`)} as key
      from source_run r join task t on t.id = r.task_id join person p on p.id = t.person_id
      where r.import_id = ${importId}::uuid ${behind}
      order by r.created_at desc, r.task_id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.task_id] })
  },
})
export type SourceImportStore = ReturnType<typeof sqlSourceImportStore>
