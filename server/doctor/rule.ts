import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'
import type { Finding } from './finding.ts'

/** A sentence that must be true of the database, and what is done where it is not. */
export type Rule = {
  check: string
  level: Finding['level']
  /** The rows that break it; `what` names one for people. */
  wrong: (now: Date) => RawBuilder<{ what: string }>
  /** What they are, after the count. */
  said: string
  /** What it means and who must act. */
  so: string
  /** Sets it right where that takes no guess; `done` says so. */
  mend?: { run: (now: Date) => RawBuilder<unknown>; done: string }
}

/** What a schedule removes; when it is still there, nothing does. */
export const leftover = (check: string, said: string, rows: (now: Date) => RawBuilder<unknown>): Rule => ({
  ...{ check, level: 'note', said },
  so: 'the nightly work does not remove them: is a server running?',
  wrong: (now) => sql`select ${check} as what from ${rows(now)}`,
  mend: { run: (now) => sql`delete from ${rows(now)}`, done: 'removed' },
})

/** Rows that are named of those that break a rule. */
const EXAMPLES = 3
type Broken = { what: string; total: number }

/** Judges a rule; null when it holds. */
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
