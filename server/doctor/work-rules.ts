import { sql } from 'kysely'
import { SESSION_MAX_MS, TRASH_KEEP_DAYS } from '#contract/core/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Rule } from './rule.ts'

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)
const FINAL = sql`('completed', 'failed', 'partlyFailed', 'cancelled')`

const boxTruth = sql`
  select s.id, s.title, s.box_used,
    (select coalesce(sum(r.bytes), 0) from share_receipt r where r.share_id = s.id)
      + (select coalesce(sum(u.size), 0) from upload u join share_receipt r on r.id = u.receipt_id
         where r.share_id = s.id and u.node_id is null) as used
  from share s where s.is_box`

/** What a schedule removes; when it is still there, nothing does. */
const leftover = (check: string, said: string, rows: (now: Date) => ReturnType<typeof sql>): Rule => ({
  ...{ check, level: 'note', said },
  so: 'the nightly work does not remove them: is a server running?',
  wrong: (now) => sql`select ${check} as what from ${rows(now)}`,
  mend: { run: (now) => sql`delete from ${rows(now)}`, done: 'removed' },
})

/** Work under way, promises of room, and what should be over. */
export const workRules: Rule[] = [
  {
    ...{ check: 'space-without-counters', level: 'light', said: 'spaces have no counters' },
    so: 'nothing can be brought into them',
    wrong: () => sql`
      select s.identifier as what from space s where not exists (select 1 from space_usage u where u.space_id = s.id)`,
    mend: {
      run: () => sql`insert into space_usage (space_id) select id from space on conflict do nothing`,
      done: 'they have them now',
    },
  },
  {
    ...{ check: 'space-without-rights', level: 'grave', said: 'spaces lack the rights of a role' },
    so: 'members of that role may do nothing; an owner sets them again',
    wrong: () => sql`
      select s.identifier || ' ' || r.role as what from space s, unnest(array['senior', 'normal']) as r(role)
      where not exists (select 1 from space_flags f where f.space_id = s.id and f.role = r.role)`,
  },
  {
    ...{ check: 'drop-box-use', level: 'light', said: 'drop boxes count another use than what they hold' },
    so: 'they take too much or too little',
    wrong: () => sql`select title as what from (${boxTruth}) as b where b.box_used <> b.used`,
    mend: {
      run: () =>
        sql`update share s set box_used = b.used from (${boxTruth}) as b where b.id = s.id and b.box_used <> b.used`,
      done: 'set right',
    },
  },
  {
    ...{
      check: 'share-of-nothing',
      level: 'note',
      said: 'share links lead to nothing, for what they showed was deleted',
    },
    so: 'their makers may end them',
    wrong: (now) => sql`
      select s.title as what from share s where s.kind <> 'space' and s.revoked_at is null and s.expires_at > ${now}
        and not exists (select 1 from share_item i where i.share_id = s.id)`,
  },
  {
    ...{ check: 'task-half-ended', level: 'grave', said: 'tasks are over in one respect and not in another' },
    so: 'whoever began them cancels them and tries again',
    wrong: () => sql`
      select trim(t.kind || ' ' || t.title) as what from task t where (t.finished_at is null) = (t.state in ${FINAL})`,
  },
  {
    ...{
      check: 'task-held-after-end',
      level: 'light',
      said: 'tasks that are over are still held by a node or hold room',
    },
    so: 'their people can begin no other',
    wrong: () => sql`
      select trim(t.kind || ' ' || t.title) as what from task t
      where t.finished_at is not null and (t.lease_by is not null or t.reserved_bytes > 0)`,
    mend: {
      run: () => sql`
        update task set lease_by = null, lease_until = null, reserved_bytes = 0
        where finished_at is not null and (lease_by is not null or reserved_bytes > 0)`,
      done: 'let go',
    },
  },
  {
    ...{ check: 'task-waits', level: 'note', said: 'tasks have waited for an hour and no node takes them' },
    so: 'is a server running?',
    wrong: (now) => sql`
      select trim(t.kind || ' ' || t.title) as what from task t
      where t.finished_at is null and t.state not in ${FINAL} and coalesce(t.lease_until, t.created_at) < ${before(now, HOUR_MS)}`,
  },
  {
    ...{ check: 'mail-waits', level: 'note', said: 'mails have been due for six hours and did not leave' },
    so: 'look at the mail server, and at the queue in the console',
    wrong: (now) => sql`
      select m.kind as what from mail m where m.state = 'waiting' and m.next_at < ${before(now, 6 * HOUR_MS)}`,
  },
  {
    ...{
      check: 'trash-stays',
      level: 'note',
      said: `deletions are older than ${TRASH_KEEP_DAYS} days and still in the trash`,
    },
    so: 'the nightly work does not remove them: is a server running?',
    wrong: (now) =>
      sql`select t.path as what from trash t where t.deleted_at < ${before(now, (TRASH_KEEP_DAYS + 2) * DAY_MS)}`,
  },
  leftover(
    'old-sessions',
    'sessions are past their time',
    (now) => sql`session where created_at < ${before(now, SESSION_MAX_MS + DAY_MS)}`,
  ),
  leftover(
    'old-attempts',
    'sign-ins under way are past their time',
    (now) => sql`attempt where expires_at < ${before(now, DAY_MS)}`,
  ),
  leftover(
    'old-captchas',
    'verification images are past their time',
    (now) => sql`captcha where expires_at < ${before(now, DAY_MS)}`,
  ),
  leftover(
    'old-locks',
    'locks of programs are past their time',
    (now) => sql`file_lock where expires_at < ${before(now, DAY_MS)}`,
  ),
]
