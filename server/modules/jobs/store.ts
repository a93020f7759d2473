import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { JobQueue, JobState, StuckReason } from '#contract/jobs.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { type Moment, workOf } from './work-store.ts'

export type WorkRow = {
  queue: JobQueue
  kind: string
  id: string
  state: JobState
  at: Date
  attempts: number
  count: number
  error: string
  space_id: string | null
  space_name: string | null
  person_name: string | null
  stuck: StuckReason | null
}
export type CountRow = {
  queue: JobQueue
  kind: string
  state: JobState
  count: number
  stuck: number
  first: Date
}
type Wish = { state: JobState | 'stuck'; queue?: JobQueue | undefined; after?: string | undefined; size: number }
/** A schedule as pg-boss keeps it. */
export type ScheduleRow = { name: string; cron: string; zone: string; kept_at: Date; last_at: Date | null }

const Key = z.tuple([part.timestamp, z.string().check(z.maxLength(200))])
const OPEN: readonly JobState[] = ['running', 'waiting', 'scheduled']

export const sqlJobStore = (db: Db) => ({
  /** Whether the tables of pg-boss are there. */
  async hasJobs(): Promise<boolean> {
    const { rows } = await sql<{ is_there: boolean }>`
      select to_regclass('jobs.schedule') is not null as is_there`.execute(db)
    return rows[0]?.is_there ?? false
  },
  async schedules(): Promise<ScheduleRow[]> {
    const { rows } = await sql<ScheduleRow>`
      select s.name, s.cron, coalesce(s.timezone, 'UTC') as zone, s.updated_on as kept_at,
        (select max(j.created_on) from jobs.job j where j.name = s.name) as last_at
      from jobs.schedule s`.execute(db)
    return rows
  },

  /** What runs and what failed newest first; what is due by its time. */
  async page(moment: Moment, { state, queue, after, size }: Wish) {
    const key = after ? decodeCursor(after, Key) : null
    const isNewestFirst = state === 'failed' || state === 'running'
    const order = isNewestFirst ? sql`desc` : sql`asc`
    const parts = workOf(moment, state === 'stuck' ? OPEN : [state], queue).map(({ state: own, rows }) => {
      const where = [
        ...(state === 'stuck' ? [sql`b.stuck is not null`] : []),
        ...(key && isNewestFirst ? [sql`b.at <= ${key[0]}::timestamptz`] : []),
        ...(key
          ? [sql`(b.at, b.id collate "C") ${isNewestFirst ? sql`<` : sql`>`} (${key[0]}::timestamptz, ${key[1]})`]
          : []),
        sql`true`,
      ]
      return sql`(select b.*, ${own}::text as state from (${rows}) as b where ${sql.join(where, sql` and `)}
        order by b.at ${order}, b.id collate "C" ${order} limit ${size + 1})`
    })
    if (!parts.length) return { list: [] }
    const { rows } = await sql<WorkRow & { key: string }>`
      select w.*, ${exactly(sql`w.at`)} as key, s.name as space_name, p.name as person_name
      from (select * from (${sql.join(parts, sql` union all `)}) as every
        order by at ${order}, id collate "C" ${order} limit ${size + 1}) as w
      left join space s on s.id = w.space_id left join person p on p.id = w.person_id
      order by w.at ${order}, w.id collate "C" ${order}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.id] })
  },

  async counts(moment: Moment): Promise<CountRow[]> {
    const parts = workOf(moment, [...OPEN, 'failed']).map(
      ({ state, rows }) => sql`
        select queue, kind, ${state}::text as state, sum(count)::int as count, count(stuck)::int as stuck, min(at) as first
        from (${rows}) as b group by queue, kind`,
    )
    const { rows } = await sql<CountRow>`${sql.join(parts, sql` union all `)}`.execute(db)
    return rows
  },

  /** Problems by queue, kind and cause: stuck work, and failures caused by the site itself. */
  async troubles(moment: Moment, since: Date): Promise<TroubleRow[]> {
    const stuck = workOf(moment, OPEN).map(
      ({ rows }) => sql`select queue, kind, stuck as reason, '' as error, at from (${rows}) as b
      where stuck is not null`,
    )
    const failed = workOf(moment, ['failed']).map(
      ({ rows }) => sql`select queue, kind, 'failed' as reason, error, at from (${rows}) as b
        where queue <> 'content' and (queue <> 'task' or error = 'unknown') and (queue = 'schedule' or at > ${since})`,
    )
    const damaged = sql`
      select 'content' as queue, 'fixity' as kind, 'failed' as reason, '' as error, found_at as at from damaged_content`
    const broken = sql`
      select 'schedule' as queue, 'check-audit' as kind, 'failed' as reason, r.findings ->> 0 as error, r.at
      from health_report r where r.key = 'audit' and r.findings <> '[]'`
    const { rows } = await sql<TroubleRow>`
      select queue, kind, reason, case queue when 'mail' then '' else error end as error, count(*)::int as count, min(at) as since
      from (${sql.join([...stuck, ...failed, damaged, broken], sql` union all `)}) as every group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(
      db,
    )
    return rows
  },

  /** False when no failed job of a schedule has this id. As pg-boss tries a job again. */
  async retrySchedule(tx: Tx, kind: string, id: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update jobs.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
      where name = ${kind} and id::text = ${id} and state = 'failed'`.execute(tx)
    return numAffectedRows > 0n
  },

  /** Stores current problems; returns the keys that are new, or that had disappeared since `awaySince`. */
  async noteAlarms(tx: Tx, keys: readonly string[], at: Date, awaySince: Date): Promise<string[]> {
    await sql`delete from job_alarm where seen_at < ${awaySince}`.execute(tx)
    const { rows } = await sql<{ key: string; is_new: boolean }>`
      insert into job_alarm (key, since, seen_at) select key, ${at}, ${at} from unnest(${[...keys]}::text[]) as key
      on conflict (key) do update set seen_at = excluded.seen_at returning key, xmax = 0 as is_new`.execute(tx)
    return rows.filter(({ is_new }) => is_new).map(({ key }) => key)
  },
  async administrators(tx: Tx) {
    const { rows } = await sql<{ id: string; email: string; name: string; language: 'zh' | 'en' }>`
      select id, email, name, language from person
      where role = 'role_admin' and state = 'active' and disabled_at is null and locked_at is null`.execute(tx)
    return rows
  },
})
export type TroubleRow = {
  queue: JobQueue
  kind: string
  reason: StuckReason | 'failed'
  error: string
  count: number
  since: Date
}
export type JobStore = ReturnType<typeof sqlJobStore>
