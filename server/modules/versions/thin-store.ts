import { type RawBuilder, sql } from 'kysely'
import { STORAGE_WARNING_PERCENT } from '#contract/core/limits.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { VersionRule } from '#contract/versions.ts'
import { isHeld } from '#server/modules/files/index.ts'
import type { Db } from '#server/storage/database.ts'

/**
 * In a space whose versions take too much: the number of files considered, largest first, and of versions deleted at
 * once.
 */
const HEAVIEST = 1000
const DROPPED_AT_ONCE = 5000

/** Files that have older versions, in the order of their ids. */
export async function filesAfter(db: Db, after: string, limit: number): Promise<{ id: string; space_id: string }[]> {
  const { rows } = await sql<{ id: string; space_id: string }>`
    select n.id, n.space_id from (
      select distinct node_id from file_version where node_id > ${after}::uuid order by node_id limit ${limit}
    ) v join node n on n.id = v.node_id order by n.id`.execute(db)
  return rows
}

/**
 * A condition on `file_version as v`: versions of these files that the rule drops, since they were replaced long enough
 * ago and a later one stays for their day, week or month, or the file has more than `perFileMax`.
 */
export function outdated(ids: readonly string[], rule: VersionRule, now: Date): RawBuilder<unknown> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const keptFrom = before(rule.keepHours * HOUR_MS)
  const [dailyFrom, weeklyFrom] = [before(rule.dailyDays * DAY_MS), before(rule.weeklyDays * DAY_MS)]
  return sql`(v.node_id, v.number) in (
    select node_id, number from (
      select *, row_number() over (partition by node_id, span order by number desc) as place from (
        select w.node_id, w.number, w.until, row_number() over (partition by w.node_id order by w.number desc) as nth,
          case when w.until > ${keptFrom} then 'kept ' || w.number
            when w.created_at > ${dailyFrom} then to_char(w.created_at at time zone 'UTC', '"day" YYYY-MM-DD')
            when w.created_at > ${weeklyFrom} then to_char(w.created_at at time zone 'UTC', '"week" IYYY-IW')
            else to_char(w.created_at at time zone 'UTC', '"month" YYYY-MM') end as span
        from file_version w where w.node_id = any(${[...ids]}::uuid[])
      ) spans
    ) ranked where until <= ${keptFrom} and (place > 1 or nth > ${rule.perFileMax})
  ) and not ${isHeld}`
}

/** A condition on `file_version as v`: the oldest versions of the largest files of a space, `excess` bytes in total. */
export function oldest(spaceId: string, excess: number, rule: VersionRule, now: Date): RawBuilder<unknown> {
  const keptFrom = new Date(now.getTime() - rule.keepHours * HOUR_MS)
  return sql`(v.node_id, v.number) in (
    select node_id, number from (
      select v.node_id, v.number, sum(v.size) over (order by v.created_at, v.node_id, v.number) - v.size as before
      from file_version v where v.size > 0 and v.until <= ${keptFrom} and not ${isHeld} and v.node_id in (
        select id from node where space_id = ${spaceId}::uuid and version_bytes > 0 order by version_bytes desc limit ${HEAVIEST}
      ) order by v.created_at, v.node_id, v.number limit ${DROPPED_AT_ONCE}
    ) aged where before < ${excess}
  )`
}

export type Weighed = { id: string; rule: Partial<VersionRule> | null; bytes: number; capacity: number }
/** The bytes of older versions of each space that has any, or only of spaces that are nearly full. */
export async function weighSpaces(db: Db, only: 'all' | 'nearlyFull'): Promise<Weighed[]> {
  const nearlyFull = sql`and u.used_bytes * 100 > s.capacity_bytes * ${STORAGE_WARNING_PERCENT}`
  const { rows } = await sql<Weighed>`
    select s.id, r.rule, v.bytes, s.capacity_bytes as capacity from (
      select space_id, sum(version_bytes)::bigint as bytes from node where version_bytes > 0 group by space_id
    ) v join space s on s.id = v.space_id join space_usage u on u.space_id = s.id left join version_rule r on r.space_id = s.id
    where s.id not in (select on_hold_now('space')) ${only === 'nearlyFull' ? nearlyFull : sql``}`.execute(db)
  return rows
}

/** Deletes the records of items that were permanently deleted before a time. */
export const forgetGone = (db: Db, before: Date) =>
  sql`delete from node_gone where until < ${before} and space_id not in (select on_hold_now('space'))`.execute(db)

/** Those of the spaces from which nothing may be deleted. */
export async function heldAmong(db: Db, spaceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...spaceIds]}::uuid[]) as id where id in (select on_hold_now('space'))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function rulesOf(db: Db, spaceIds: readonly string[]): Promise<Map<string, VersionRule>> {
  const rows = await db
    .selectFrom('version_rule')
    .selectAll()
    .where('space_id', 'in', [...spaceIds])
    .execute()
  return new Map(rows.map((row) => [row.space_id, row.rule]))
}
