import { type RawBuilder, sql } from 'kysely'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { Role } from '#contract/session.ts'
import type { statistics } from '#contract/statistics.ts'
import { IS_NEARLY_FULL } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'

type PeopleCount = { role: Role; total: number; fresh: number; waiting: number }
type SpaceCount = { type: SpaceType; status: SpaceStatus; total: number; fresh: number; full: number }
type Sums = { allocated: number; used: number; files: number; stored: number }
type Top = DataOf<typeof statistics.top>
type TopBy = ParsedOf<typeof statistics.top>['by']
export type StepUnit = 'hour' | 'day' | 'month'
type Growth = DataOf<typeof statistics.growth>

/** A dataset counts from its first published version on, as long as it has one. */
const DATASETS = sql`(
  select d.space_id, min(p.published_at) as at from dataset d join publication p on p.dataset_id = d.id
  where p.state = 'published' group by d.id)`
const TABLES = sql`(select space_id, created_at as at from data_table where trashed_at is null)`
const BOARDS = sql`(select space_id, created_at as at from report where kind = 'board')`
const MEMBERS = sql`(select space_id, joined_at as at from member)`
/** What spaces have, each with the time since when. */
const kept = { members: MEMBERS, datasets: DATASETS, tables: TABLES, boards: BOARDS } as const
type Kept = keyof typeof kept
const KEPT = Object.keys(kept) as Kept[]

const countIn = (rows: RawBuilder<unknown>) => sql`(select count(*) from ${rows} as c where c.space_id = s.id)`
const figures: Record<TopBy, RawBuilder<unknown>> = {
  used: sql`u.used_bytes`,
  files: sql`u.file_count`,
  members: sql`u.member_count`,
  datasets: countIn(DATASETS),
  tables: countIn(TABLES),
  boards: countIn(BOARDS),
  activity: sql`(select count(*) from journal j where j.space_id = s.id and j.at >= now() - interval '1 month')`,
  downloads: sql`s.downloads`,
  views: sql`s.views`,
}

/** What was added of something in a step, and how many there are at its end. */
function countsOf(one: Kept, since: Date): RawBuilder<unknown> {
  const added = sql`coalesce(${sql.id(one, 'n')}, 0)`
  const before = sql`(select count(*) from ${kept[one]} as c where c.at < ${since})`
  return sql`${added}::int as ${sql.id(one)}, (${before} + sum(${added}) over w)::int as ${sql.id(`${one}Total`)}`
}

export const sqlStatisticsStore = (db: Db) => ({
  async people(month: Date): Promise<PeopleCount[]> {
    const { rows } = await sql<PeopleCount>`
      select role, count(*) as total, count(*) filter (where created_at >= ${month}) as fresh,
        count(*) filter (where state <> 'active') as waiting from person where state <> 'application' and removed_at is null and merged_into is null group by role`.execute(
      db,
    )
    return rows
  },
  async online(since: Date): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(distinct person_id) as count from session where seen_at >= ${since}`.execute(db)
    return rows[0]?.count ?? 0
  },
  async spaces(month: Date): Promise<SpaceCount[]> {
    const { rows } = await sql<SpaceCount>`
      select s.type, s.status, count(*) as total, count(*) filter (where s.created_at >= ${month}) as fresh,
        count(*) filter (where ${IS_NEARLY_FULL}) as full
      from space s join space_usage u on u.space_id = s.id group by s.type, s.status`.execute(db)
    return rows
  },
  async sums(): Promise<Sums> {
    const { rows } = await sql<Sums>`
      select coalesce(sum(s.capacity_bytes), 0)::bigint as allocated, coalesce(sum(u.used_bytes), 0)::bigint as used,
        coalesce(sum(u.file_count), 0)::bigint as files,
        (select coalesce(sum(size), 0)::bigint from blob) as stored
      from space s join space_usage u on u.space_id = s.id`.execute(db)
    return rows[0] ?? { allocated: 0, used: 0, files: 0, stored: 0 }
  },
  async top(by: TopBy, most: number): Promise<Top> {
    const { rows } = await sql<Top[number]>`
      select s.id, s.name, o.name as owner, s.type, ${figures[by]} as value
      from space s join space_usage u on u.space_id = s.id join person o on o.id = s.owner_id
      order by value desc, s.id limit ${most}`.execute(db)
    return rows
  },
  /** One row per UTC hour, day or month from `since` to `until`: what was added in it, and the totals at its end. */
  async growth(since: Date, until: Date, unit: StepUnit): Promise<Growth> {
    const step = sql.lit(`1 ${unit}`)
    const isHourly = unit === 'hour'
    const name = sql.lit(isHourly ? 'YYYY-MM-DD"T"HH24:MI"Z"' : 'YYYY-MM-DD')
    const at = (column: ReturnType<typeof sql>) => sql`date_trunc(${sql.lit(unit)}, ${column} at time zone 'UTC')`
    const { rows } = await sql<Growth[number]>`
      with steps as (
        select generate_series(${at(sql`${since}::timestamptz`)}, ${at(sql`${until}::timestamptz`)}, ${step}::interval) as at
      ), people as (
        select ${at(sql`created_at`)} as at, count(*) as n from person where created_at >= ${since} and state <> 'application' and removed_at is null and merged_into is null group by 1
      ), teams as (
        select ${at(sql`created_at`)} as at, count(*) filter (where type = 'private') as private,
          count(*) filter (where type = 'restricted') as restricted, count(*) filter (where type = 'public') as public
        from space where created_at >= ${since} group by 1
      ), content as (
        select ${at(sql`created_at`)} as at, count(*) as files, sum(size) as bytes from blob where created_at >= ${since} group by 1
      ), taken as (
        select date_trunc(${sql.lit(unit)}, day::timestamp) as at, sum(downloads) as n
        from space_day where day >= (${since}::timestamptz at time zone 'UTC')::date group by 1
      ), acted as (
        select ${at(sql`at`)} as at, count(*) as n from journal where at >= ${since} group by 1
      ), ${sql.join(
        KEPT.map(
          (one) => sql`${sql.id(one)} as (
        select ${at(sql`c.at`)} as at, count(*) as n from ${kept[one]} as c where c.at >= ${since} group by 1)`,
        ),
      )}
      select to_char(s.at, ${name}) as from, coalesce(p.n, 0)::int as users,
        ((select count(*) from person where created_at < ${since} and state <> 'application' and removed_at is null and merged_into is null) + sum(coalesce(p.n, 0)) over w)::int as "usersTotal",
        coalesce(t.private, 0)::int as private, coalesce(t.restricted, 0)::int as restricted, coalesce(t.public, 0)::int as public,
        ((select count(*) from space where created_at < ${since})
          + sum(coalesce(t.private, 0) + coalesce(t.restricted, 0) + coalesce(t.public, 0)) over w)::int as "spacesTotal",
        coalesce(c.files, 0)::bigint as files, coalesce(c.bytes, 0)::bigint as bytes, coalesce(a.n, 0)::int as activity,
        ${sql.join(KEPT.map((one) => countsOf(one, since)))}, ${isHourly ? sql`null` : sql`coalesce(d.n, 0)`}::bigint as downloads
      from steps s left join people p on p.at = s.at left join teams t on t.at = s.at
        left join content c on c.at = s.at left join taken d on d.at = s.at left join acted a on a.at = s.at
        ${sql.join(
          KEPT.map((one) => sql`left join ${sql.id(one)} on ${sql.id(one, 'at')} = s.at`),
          sql` `,
        )}
      window w as (order by s.at) order by s.at`.execute(db)
    return rows
  },
})
export type StatisticsStore = ReturnType<typeof sqlStatisticsStore>
