import { type RawBuilder, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import type { JobQueue, JobState, StuckReason } from '#contract/jobs.ts'

/** Work counts as stuck if it gives no sign of life, or is due and not taken, for this long (our choice). */
export const SILENT_MS = 2 * MINUTE_MS
const LATE_MS: Record<Exclude<JobQueue, 'content'>, number> = {
  task: HOUR_MS,
  schedule: 15 * MINUTE_MS,
  import: 15 * MINUTE_MS,
  backup: HOUR_MS,
  personalData: HOUR_MS,
  mail: 30 * MINUTE_MS,
  doi: 30 * MINUTE_MS,
}
/** Contents wait for their turn for hours after a large import. */
const CONTENT_LATE_MS = 24 * HOUR_MS

/** The schedules of this version, with their next runs. */
export type NextRun = { kind: string; at: Date; stuck: StuckReason | null }
export type Moment = { now: Date; next: readonly NextRun[]; hasJobs: boolean }
type Branch = (moment: Moment) => RawBuilder<unknown>

const before = ({ now }: Moment, ms: number) => new Date(now.getTime() - ms)
const noSpace = sql`null::uuid as space_id, null::uuid as person_id`
/** The error that pg-boss stores for a failure. */
const SAID = sql`coalesce(j.output ->> 'message', j.output #>> '{value,message}', '')`
const ours = ({ next }: Moment) => sql`${next.map(({ kind }) => kind)}::text[]`
const dueOf = sql`coalesce(t.due_at, t.created_at)`

const tasks: Record<JobState, Branch | null> = {
  running: (at) => sql`
    select 'task' as queue, t.kind, t.id::text as id, coalesce(t.started_at, t.created_at) as at, t.tries::int as attempts,
      1 as count, '' as error, t.space_id, t.person_id, case when t.lease_until < ${before(at, SILENT_MS)} then 'silent' end as stuck
    from task t where t.finished_at is null and t.lease_by is not null`,
  // The tasks of one person run one after another: a task waiting for another one of the same person is not late.
  waiting: (at) => sql`
    select 'task' as queue, t.kind, t.id::text as id, ${dueOf} as at, t.tries::int as attempts, 1 as count, '' as error,
      t.space_id, t.person_id, case when ${dueOf} < ${before(at, LATE_MS.task)}
        and not exists (select 1 from task o where o.person_id = t.person_id and o.lease_by is not null) then 'late' end as stuck
    from task t where t.finished_at is null and t.lease_by is null`,
  failed: () => sql`
    select 'task' as queue, t.kind, t.id::text as id, t.finished_at as at, t.tries::int as attempts, 1 as count, t.error,
      t.space_id, t.person_id, null as stuck from task t where t.state in ('failed', 'partlyFailed')`,
  scheduled: null,
}

const mails: Record<JobState, Branch | null> = {
  running: null,
  waiting: (at) => sql`
    select 'mail' as queue, m.kind, m.id::text as id, m.created_at as at, m.attempts::int as attempts, 1 as count,
      m.error, ${noSpace}, case when m.next_at < ${before(at, LATE_MS.mail)} then 'late' end as stuck
    from mail m where m.state = 'waiting'`,
  failed: () => sql`
    select 'mail' as queue, m.kind, m.id::text as id, m.created_at as at, m.attempts::int as attempts, 1 as count,
      m.error, ${noSpace}, null as stuck from mail m where m.state = 'failed'`,
  scheduled: null,
}

const dois: Record<JobState, Branch | null> = {
  running: null,
  waiting: (at) => sql`
    select 'doi' as queue, r.wanted as kind, r.id::text as id, r.created_at as at, r.attempts::int as attempts, 1 as count,
      concat_ws(': ', r.value, nullif(r.error, '')) as error, ${noSpace},
      case when r.next_at < ${before(at, LATE_MS.doi)} then 'late' end as stuck
    from identifier_registration r where r.state = 'waiting'`,
  failed: () => sql`
    select 'doi' as queue, r.wanted as kind, r.id::text as id, r.created_at as at, r.attempts::int as attempts, 1 as count,
      concat_ws(': ', r.value, nullif(r.error, '')) as error, ${noSpace}, null as stuck
    from identifier_registration r where r.state = 'failed'`,
  scheduled: null,
}

const contents: Record<JobState, Branch | null> = {
  running: null,
  waiting: (at) => sql`
    select 'content' as queue, r.kind, r.kind as id, min(r.due_at) as at, 0 as attempts, count(*)::int as count, '' as error,
      ${noSpace}, case when min(r.due_at) < ${before(at, CONTENT_LATE_MS)} then 'late' end as stuck
    from rendition r where r.state = 'due' group by r.kind`,
  failed: () => sql`
    select 'content' as queue, r.kind, r.kind as id, max(r.due_at) as at, 0 as attempts, count(*)::int as count, '' as error,
      ${noSpace}, null as stuck from rendition r where r.state = 'failed' group by r.kind`,
  scheduled: null,
}

const imports: Record<JobState, Branch | null> = {
  running: null,
  waiting: null,
  failed: null,
  scheduled: (at) => sql`
    select 'import' as queue, 'sourceImport' as kind, i.id::text as id, i.next_at as at, 0 as attempts, 1 as count, '' as error,
      i.space_id, i.maker_id as person_id, case when i.next_at < ${before(at, LATE_MS.import)} then 'late' end as stuck
    from source_import i where i.is_on`,
}

const installationKind = sql`case i.kind when 'drill' then 'installationDrill' else 'installation' end`

const backups: Record<JobState, Branch | null> = {
  running: (at) => sql`
    select 'backup' as queue, r.kind, r.id::text as id, coalesce(r.started_at, r.created_at) as at, r.tries::int as attempts,
      1 as count, '' as error, null::uuid as space_id, r.person_id, case when r.lease_until < ${before(at, SILENT_MS)} then 'silent' end as stuck
    from backup_run r where r.state = 'running'
    union all
    select 'backup', ${installationKind}, i.id::text, i.started_at, i.tries, 1, '', null::uuid, i.person_id,
      case when i.seen_at < ${before(at, LATE_MS.schedule)} then 'silent' end
    from installation_run i where i.state = 'running'`,
  waiting: (at) => sql`
    select 'backup' as queue, r.kind, r.id::text as id, r.created_at as at, r.tries::int as attempts, 1 as count, '' as error,
      null::uuid as space_id, r.person_id, case when r.created_at < ${before(at, LATE_MS.backup)} then 'late' end as stuck
    from backup_run r where r.state = 'waiting'`,
  // Only what failed the last time: what has succeeded since is past.
  failed: () => sql`
    select 'backup' as queue, l.kind, l.id::text as id, l.finished_at as at, l.tries::int as attempts, 1 as count, l.error,
      null::uuid as space_id, l.person_id, null as stuck
    from backup_policy p cross join lateral (
      select r.* from backup_run r where r.policy_id = p.id and r.finished_at is not null order by r.number desc limit 1
    ) as l where l.state in ('failed', 'partlyFailed')
    union all
    select 'backup', ${installationKind}, i.id::text, i.finished_at, i.tries, 1, coalesce(i.report ->> -1, ''), null::uuid,
      i.person_id, null
    from (select distinct on (kind) * from installation_run where finished_at is not null order by kind, number desc) as i
    where i.state in ('failed', 'lacking')`,
  scheduled: (at) => sql`
    select 'backup' as queue, 'backup' as kind, p.id::text as id, p.next_at as at, 0 as attempts, 1 as count, '' as error,
      ${noSpace}, case when p.next_at < ${before(at, LATE_MS.backup)} then 'late' end as stuck
    from backup_policy p where p.next_at is not null
    union all
    select 'backup', 'installation', 'installation', s.next_at, 0, 1, '', ${noSpace},
      case when s.next_at < ${before(at, LATE_MS.backup)} then 'late' end
    from installation_schedule s where s.next_at is not null`,
}

const personalData: Record<JobState, Branch | null> = {
  running: (at) => sql`
    select 'personalData' as queue, 'export' as kind, e.id::text as id, e.asked_at as at, e.tries::int as attempts, 1 as count,
      '' as error, null::uuid as space_id, e.person_id, case when e.lease_until < ${before(at, SILENT_MS)} then 'silent' end as stuck
    from personal_data_export e where e.state = 'running'`,
  waiting: (at) => sql`
    select 'personalData' as queue, 'export' as kind, e.id::text as id, e.asked_at as at, e.tries::int as attempts, 1 as count,
      '' as error, null::uuid as space_id, e.person_id, case when e.asked_at < ${before(at, LATE_MS.personalData)} then 'late' end as stuck
    from personal_data_export e where e.state = 'waiting'`,
  failed: () => sql`
    select 'personalData' as queue, 'export' as kind, e.id::text as id, e.finished_at as at, e.tries::int as attempts, 1 as count,
      e.error, null::uuid as space_id, e.person_id, null as stuck from personal_data_export e where e.state = 'failed'`,
  scheduled: null,
}

/** The tables of pg-boss exist only once the first server has started. */
const whereThere =
  (branch: Branch): Branch =>
  (at) =>
    at.hasJobs
      ? branch(at)
      : sql`select '' as queue, '' as kind, '' as id, now() as at, 0 as attempts, 1 as count, '' as error, ${noSpace}, null as stuck where false`

const schedules: Record<JobState, Branch | null> = {
  running: whereThere(
    (at) => sql`
    select 'schedule' as queue, j.name as kind, j.id::text as id, j.started_on as at, j.retry_count as attempts, 1 as count,
      '' as error, ${noSpace}, case when coalesce(j.heartbeat_on, j.started_on)
        + make_interval(secs => coalesce(j.heartbeat_seconds, j.expire_seconds)) < ${before(at, SILENT_MS)} then 'silent' end as stuck
    from jobs.job j where j.state = 'active' and j.name = any(${ours(at)})`,
  ),
  waiting: whereThere(
    (at) => sql`
    select 'schedule' as queue, j.name as kind, j.id::text as id, j.start_after as at, j.retry_count as attempts, 1 as count,
      ${SAID} as error, ${noSpace}, case when j.start_after < ${before(at, LATE_MS.schedule)} then 'late' end as stuck
    from jobs.job j where j.state in ('created', 'retry') and j.name = any(${ours(at)})`,
  ),
  // Only what failed the last time: what has succeeded since is past.
  failed: whereThere(
    (at) => sql`
    select 'schedule' as queue, j.name as kind, j.id::text as id, j.completed_on as at, j.retry_count as attempts, 1 as count,
      ${SAID} as error, ${noSpace}, null as stuck
    from (
      select distinct on (name) * from jobs.job where state in ('completed', 'failed') and name = any(${ours(at)})
      order by name, completed_on desc
    ) as j where j.state = 'failed'`,
  ),
  scheduled: ({ next }) => sql`
    select 'schedule' as queue, n.kind, n.kind as id, n.at, 0 as attempts, 1 as count, '' as error, ${noSpace}, n.stuck
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(kind text, at timestamptz, stuck text)`,
}

const queues: Record<JobQueue, Record<JobState, Branch | null>> = {
  task: tasks,
  schedule: schedules,
  import: imports,
  backup: backups,
  personalData,
  mail: mails,
  content: contents,
  doi: dois,
}

/** Work in the given states, of one queue or of all; a separate query for each state uses its index. */
export function workOf(
  moment: Moment,
  states: readonly JobState[],
  queue?: JobQueue,
): { state: JobState; rows: RawBuilder<unknown> }[] {
  const chosen = queue ? [queues[queue]] : Object.values(queues)
  return states.flatMap((state) =>
    chosen.flatMap((branches) => {
      const branch = branches[state]
      return branch ? [{ state, rows: branch(moment) }] : []
    }),
  )
}
