import { type RawBuilder, sql } from 'kysely'
import { TRASH_KEEP_DAYS } from '#contract/core/limits.ts'
import type { Db } from '#server/storage/database.ts'
import type { Finding } from './finding.ts'

/** A condition that the database must satisfy, and its repair. */
export type Rule = {
  check: string
  level: Finding['level']
  /** It reads every row of something large, so that only a deep look checks it. */
  isDeep?: true
  /** The rows that violate it; `what` names one for people. */
  wrong: (now: Date) => RawBuilder<{ what: string }>
  /** A description of these rows, which follows their number in the sentence. */
  said: string
  /** The consequence, and who must act. */
  so: string
  /** Repair, where it is unambiguous; `done` is its message. */
  mend?: { run: (now: Date) => RawBuilder<unknown>; done: string }
}

/** A rule for rows that a scheduled job should have removed. */
export const leftover = (check: string, said: string, rows: (now: Date) => RawBuilder<unknown>): Rule => ({
  check,
  level: 'note',
  said,
  so: 'the nightly work does not remove them: is a server running?',
  wrong: (now) => sql`select ${check} as what from ${rows(now)}`,
  mend: { run: (now) => sql`delete from ${rows(now)}`, done: 'removed' },
})

/**
 * Items deleted before this should have been purged by now: the retention of the site, and two days of tolerance for
 * the schedule.
 */
export const trashedBefore = (now: Date) => sql`(${now}::timestamptz - make_interval(days => 2 + coalesce(
  (select (value ->> 'trashDays')::int from setting where key = 'retention'), ${TRASH_KEEP_DAYS.default})))`

/** Violating rows that are named as examples. */
const EXAMPLES = 3
type Broken = { what: string; total: number }

/** Checks a rule; null when it holds. */
export async function judge(
  db: Db,
  rule: Rule,
  { repair, now }: { repair: boolean; now: Date },
): Promise<Finding | null> {
  const { rows } = await sql<Broken>`
    select what, (count(*) over ())::int as total from (${rule.wrong(now)}) as broken order by 1 limit ${EXAMPLES}`.execute(
    db,
  )
  const [first] = rows
  if (!first) return null
  const isMended = repair && rule.mend !== undefined
  if (isMended) await rule.mend?.run(now).execute(db)
  const names = rows.map(({ what }) => what).join(', ') + (first.total > EXAMPLES ? ', …' : '')
  const so = isMended ? rule.mend?.done : `${rule.so}${rule.mend ? ' (--repair)' : ''}`
  return { check: rule.check, level: rule.level, isMended, said: `${first.total} ${rule.said} (${names}): ${so}` }
}
