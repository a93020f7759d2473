import { type RawBuilder, sql } from 'kysely'
import type { Amounts, TrafficChannel, TrafficTopBy } from '#contract/traffic.ts'
import type { Passage } from '#server/http/traffic.ts'
import type { Db } from '#server/storage/database.ts'

export type StepUnit = 'hour' | 'day' | 'month'
/** From `since` up to, but not including, `until`, both the first moments of steps. */
export type Span = { since: Date; until: Date; unit: StepUnit }
type StepRow = Amounts & { from: string; channel: TrafficChannel | null }
type TopRow = Amounts & { id: string; name: string }

const SUMS = sql`sum(t.requests)::bigint as requests, sum(t.in_bytes)::bigint as "inBytes", sum(t.out_bytes)::bigint as "outBytes"`

/** Rows of a span with the moment of each as `at`; hours are kept for a month, days for years. */
const rowsOf = ({ since, until, unit }: Span): RawBuilder<unknown> =>
  unit === 'hour'
    ? sql`(select *, hour at time zone 'UTC' as at from traffic_hour where hour >= ${since} and hour < ${until})`
    : sql`(select *, day::timestamp as at from traffic_day
        where day >= (${since}::timestamptz at time zone 'UTC')::date and day < (${until}::timestamptz at time zone 'UTC')::date)`

export const sqlTrafficStore = (db: Db) => ({
  /** Adds to the sums of an hour and its day in one statement. */
  async add(at: Date, passages: readonly Passage[]): Promise<void> {
    const values = sql`
      select ${at}::timestamptz as at, channel, space_id, person_id, requests, in_bytes, out_bytes
      from unnest(${passages.map(({ channel }) => channel)}::text[], ${passages.map(({ spaceId }) => spaceId)}::uuid[],
        ${passages.map(({ personId }) => personId)}::uuid[], ${passages.map(({ requests }) => requests)}::bigint[],
        ${passages.map(({ inBytes }) => inBytes)}::bigint[], ${passages.map(({ outBytes }) => outBytes)}::bigint[])
        as p(channel, space_id, person_id, requests, in_bytes, out_bytes)
      order by 2, 3, 4`
    const adding = (table: RawBuilder<unknown>) => sql`set requests = ${table}.requests + excluded.requests,
      in_bytes = ${table}.in_bytes + excluded.in_bytes, out_bytes = ${table}.out_bytes + excluded.out_bytes`
    const [hour, day] = [sql.table('traffic_hour'), sql.table('traffic_day')]
    await sql`
      with passed as materialized (${values}),
      by_hour as (
        insert into traffic_hour select date_trunc('hour', at), channel, space_id, person_id, requests, in_bytes, out_bytes from passed
        on conflict (hour, channel, space_id, person_id) do update ${adding(hour)})
      insert into traffic_day select (at at time zone 'UTC')::date, channel, space_id, person_id, requests, in_bytes, out_bytes from passed
      on conflict (day, channel, space_id, person_id) do update ${adding(day)}`.execute(db)
  },

  /** All steps of a span in order, one row for each channel that has sums; a step without any has no channel. */
  async steps(span: Span, spaceId: string | null): Promise<StepRow[]> {
    const { since, until, unit } = span
    const name = sql.lit(unit === 'hour' ? 'YYYY-MM-DD"T"HH24:MI"Z"' : 'YYYY-MM-DD')
    const trunc = sql.lit(unit)
    const { rows } = await sql<StepRow>`
      with passed as (
        select date_trunc(${trunc}, t.at) as at, t.channel, ${SUMS} from ${rowsOf(span)} t
        where ${spaceId}::uuid is null or t.space_id = ${spaceId}::uuid group by 1, 2)
      select to_char(s.at, ${name}) as from, p.channel, p.requests, p."inBytes", p."outBytes"
      from generate_series(${since}::timestamptz at time zone 'UTC',
        (${until}::timestamptz at time zone 'UTC') - interval '1 second', ${sql.lit(`1 ${unit}`)}::interval) as s(at)
      left join passed p on p.at = s.at order by s.at, p.channel`.execute(db)
    return rows
  },

  /** The spaces or people with the most bytes of a span. */
  async top(span: Span, by: TrafficTopBy, most: number): Promise<TopRow[]> {
    const [column, table] = by === 'spaces' ? [sql`t.space_id`, sql`space`] : [sql`t.person_id`, sql`person`]
    const { rows } = await sql<TopRow>`
      with passed as (
        select ${column} as id, ${SUMS} from ${rowsOf(span)} t where ${column} is not null group by 1
        order by sum(t.in_bytes + t.out_bytes) desc, 1 limit ${most})
      select p.*, coalesce(n.name, '') as name from passed p left join ${table} n on n.id = p.id
      order by p."inBytes" + p."outBytes" desc, p.id`.execute(db)
    return rows
  },

  /** Forgets hours and days before these moments. */
  async sweep(hours: Date, days: Date): Promise<number> {
    const gone = await sql`delete from traffic_hour where hour < ${hours}`.execute(db)
    await sql`delete from traffic_day where day < (${days}::timestamptz at time zone 'UTC')::date`.execute(db)
    return Number(gone.numAffectedRows ?? 0n)
  },
})
export type TrafficStore = ReturnType<typeof sqlTrafficStore>
