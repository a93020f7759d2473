import { type RawBuilder, sql } from 'kysely'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { Role } from '#contract/session.ts'
import type { statistics } from '#contract/statistics.ts'
import { IS_ALLOCATED, IS_NEARLY_FULL } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'

type PeopleCount = { role: Role; total: number; fresh: number; waiting: number }
type SpaceCount = { type: SpaceType; status: SpaceStatus; total: number; fresh: number; full: number }
type Sums = { allocated: number; used: number; files: number; stored: number }
type Top = DataOf<typeof statistics.top>
type TopBy = ParsedOf<typeof statistics.top>['by']
type StepUnit = 'hour' | 'day' | 'month'
/** The steps from the one of `since` to the one of `until`. */
export type Span = { since: Date; until: Date; unit: StepUnit }
type Growth = DataOf<typeof statistics.growth>

/** Accounts of people that there are. */
const COUNTED = sql`state <> 'application' and removed_at is null and merged_into is null`
/** A dataset counts from its first published version on, as long as it has one. */
const DATASETS = sql`(
  select d.space_id, min(p.published_at) as at from dataset d join publication p on p.dataset_id = d.id
  where p.state = 'published' group by d.id)`
const TABLES = sql`(select space_id, created_at as at from data_table where trashed_at is null)`
const BOARDS = sql`(select space_id, created_at as at from report where kind = 'board')`
const MEMBERS = sql`(select space_id, joined_at as at from member)`
/** Objects of spaces, each with the time of its creation. */
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

const atOf = (unit: StepUnit, column: RawBuilder<unknown>) =>
  sql`date_trunc(${sql.lit(unit)}, ${column} at time zone 'UTC')`
const of = (spaceId: string | null, column: RawBuilder<unknown>) =>
  spaceId ? sql`${column} = ${spaceId}::uuid` : sql`true`

/** The number added in a step, and the total at its end. */
function countsOf(one: Kept, since: Date, spaceId: string | null): RawBuilder<unknown> {
  const added = sql`coalesce(${sql.id(one, 'n')}, 0)`
  const before = sql`(select count(*) from ${kept[one]} as c where c.at < ${since} and ${of(spaceId, sql`c.space_id`)})`
  return sql`${added}::int as ${sql.id(one)}, (${before} + sum(${added}) over w)::int as ${sql.id(`${one}Total`)}`
}

/** The parts of a query that differ between the site and a space: joins and columns. */
type Parts = {
  content: RawBuilder<unknown>
  also: RawBuilder<unknown>
  joins: RawBuilder<unknown>
  columns: RawBuilder<unknown>
}

/** Users, spaces, and contents, of which equal ones count once. */
function siteParts({ since, unit }: Span): Parts {
  const at = atOf(unit, sql`created_at`)
  return {
    content: sql`select created_at as at, size from blob where created_at >= ${since}`,
    also: sql`, people as (
        select ${at} as at, count(*) as n from person where created_at >= ${since} and ${COUNTED} group by 1
      ), teams as (
        select ${at} as at, count(*) filter (where type = 'private') as private,
          count(*) filter (where type = 'restricted') as restricted, count(*) filter (where type = 'public') as public
        from space where created_at >= ${since} group by 1)`,
    joins: sql`left join people p on p.at = s.at left join teams t on t.at = s.at`,
    columns: sql`coalesce(p.n, 0)::int as users,
      ((select count(*) from person where created_at < ${since} and ${COUNTED}) + sum(coalesce(p.n, 0)) over w)::int as "usersTotal",
      coalesce(t.private, 0)::int as private, coalesce(t.restricted, 0)::int as restricted, coalesce(t.public, 0)::int as public,
      ((select count(*) from space where created_at < ${since})
        + sum(coalesce(t.private, 0) + coalesce(t.restricted, 0) + coalesce(t.public, 0)) over w)::int as "spacesTotal"`,
  }
}

/** Contents of files, older versions included, by the time when each was added. */
function spaceParts({ since }: Span, spaceId: string): Parts {
  return {
    content: sql`
      select coalesce(content_at, created_at) as at, size from node
      where space_id = ${spaceId}::uuid and not is_folder and coalesce(content_at, created_at) >= ${since}
      union all select v.created_at, v.size from file_version v join node n on n.id = v.node_id
      where n.space_id = ${spaceId}::uuid and n.version_bytes > 0 and v.created_at >= ${since}`,
    also: sql``,
    joins: sql``,
    columns: sql`null::int as users, null::int as "usersTotal", null::int as private, null::int as restricted,
      null::int as public, null::int as "spacesTotal"`,
  }
}

async function stepsOf(
  db: Db,
  { since, until, unit }: Span,
  { spaceId, content, also, joins, columns }: Parts & { spaceId: string | null },
): Promise<Growth> {
  const at = (column: RawBuilder<unknown>) => atOf(unit, column)
  const name = sql.lit(unit === 'hour' ? 'YYYY-MM-DD"T"HH24:MI"Z"' : 'YYYY-MM-DD')
  const ours = of(spaceId, sql`space_id`)
  const { rows } = await sql<Growth[number]>`
    with steps as (
      select generate_series(${at(sql`${since}::timestamptz`)}, ${at(sql`${until}::timestamptz`)}, ${sql.lit(`1 ${unit}`)}::interval) as at
    ), content as (
      select ${at(sql`b.at`)} as at, count(*) as files, sum(b.size) as bytes from (${content}) as b group by 1
    ), taken as (
      select date_trunc(${sql.lit(unit)}, day::timestamp) as at, sum(downloads) as n
      from space_day where day >= (${since}::timestamptz at time zone 'UTC')::date and ${ours} group by 1
    ), acted as (
      select ${at(sql`at`)} as at, count(*) as n from journal where at >= ${since} and ${ours} group by 1
    ), ${sql.join(
      KEPT.map(
        (one) => sql`${sql.id(one)} as (
      select ${at(sql`c.at`)} as at, count(*) as n from ${kept[one]} as c where c.at >= ${since} and ${ours} group by 1)`,
      ),
    )}${also}
    select to_char(s.at, ${name}) as from, ${columns},
      coalesce(c.files, 0)::bigint as files, coalesce(c.bytes, 0)::bigint as bytes, coalesce(a.n, 0)::int as activity,
      ${sql.join(KEPT.map((one) => countsOf(one, since, spaceId)))},
      ${unit === 'hour' ? sql`null` : sql`coalesce(d.n, 0)`}::bigint as downloads
    from steps s left join content c on c.at = s.at left join taken d on d.at = s.at left join acted a on a.at = s.at
      ${sql.join(
        KEPT.map((one) => sql`left join ${sql.id(one)} on ${sql.id(one, 'at')} = s.at`),
        sql` `,
      )} ${joins}
    window w as (order by s.at) order by s.at`.execute(db)
  return rows
}

export const sqlStatisticsStore = (db: Db) => ({
  async people(month: Date): Promise<PeopleCount[]> {
    const { rows } = await sql<PeopleCount>`
      select role, count(*) as total, count(*) filter (where created_at >= ${month}) as fresh,
        count(*) filter (where state <> 'active') as waiting from person where ${COUNTED} group by role`.execute(db)
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
      select coalesce(sum(s.capacity_bytes) filter (where ${IS_ALLOCATED}), 0)::bigint as allocated, coalesce(sum(u.used_bytes), 0)::bigint as used,
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
  isSpace: async (id: string): Promise<boolean> =>
    (await db.selectFrom('space').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
  /** One row per UTC hour, day or month from `since` to `until`: what was added in it, and the totals at its end. */
  growth: (span: Span): Promise<Growth> => stepsOf(db, span, { ...siteParts(span), spaceId: null }),
  growthOfSpace: (span: Span, spaceId: string): Promise<Growth> =>
    stepsOf(db, span, { ...spaceParts(span, spaceId), spaceId }),
})
export type StatisticsStore = ReturnType<typeof sqlStatisticsStore>
