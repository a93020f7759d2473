import { sql } from 'kysely'
import type { ApplicationDay } from '#contract/applications.ts'
import type { Db } from '#server/storage/database.ts'

/** The counts of an application on a day (UTC, in days since 1970). */
export type CallCount = { id: string; day: number; calls: number; errors: number; limited: number; bytes: number }
/** Calls to take from a quota of a day. */
export type DayCalls = { id: string; day: number; calls: number; most: number }
export type DayBytes = { id: string; day: number; bytes: number }
export type Nonce = { applicationId: string; nonce: string; expiresAt: Date }

const EPOCH = sql`date '1970-01-01'`
/** The remaining calls of a minute are reserved in this many shares. */
const SHARES = 16

/** Calls of applications: their nonces, and how many there were. */
export const sqlCallStore = (db: Db) => ({
  /** Stores nonces; returns those that were new. */
  async addNonces(nonces: readonly Nonce[]): Promise<{ application_id: string; nonce: string }[]> {
    const { rows } = await sql<{ application_id: string; nonce: string }>`
      insert into application_nonce (application_id, nonce, expires_at)
      select * from unnest(${nonces.map(({ applicationId }) => applicationId)}::uuid[],
        ${nonces.map(({ nonce }) => nonce)}::text[], ${nonces.map(({ expiresAt }) => expiresAt)}::timestamptz[]) n(a, b, c)
      order by a, b on conflict do nothing returning application_id, nonce`.execute(db)
    return rows
  },

  /**
   * Takes calls of a minute for a node, in shares that get smaller as less is left; answers how many, 0 when `most` are
   * taken. All nodes together never get more.
   */
  async takeCalls({ id, minute, most }: { id: string; minute: number; most: number }): Promise<number> {
    const taken = sql`case m.minute when excluded.minute then m.taken else 0 end`
    const share = (left: ReturnType<typeof sql>) => sql`least(${left}, greatest(1, ${left} / ${SHARES}::int))`
    const next = sql`greatest(0, ${share(sql`(${most}::int - ${taken})`)})`
    const { rows } = await sql<{ given: number }>`
      insert into application_minute as m (application_id, minute, taken, given)
      values (${id}::uuid, ${minute}::bigint, ${share(sql`${most}::int`)}, ${share(sql`${most}::int`)})
      on conflict (application_id) do update
        set minute = excluded.minute, taken = ${taken} + ${next}, given = ${next}
      returning given`.execute(db)
    return rows[0]?.given ?? 0
  },

  /** Adds to the days; answers the bytes that each application has used of them on all nodes. */
  async addCalls(at: Date, counts: readonly CallCount[]): Promise<DayBytes[]> {
    const { rows } = await sql<DayBytes>`
      with counted as (
        select * from unnest(${counts.map(({ id }) => id)}::uuid[], ${counts.map(({ calls }) => calls)}::bigint[],
          ${counts.map(({ errors }) => errors)}::bigint[], ${counts.map(({ limited }) => limited)}::bigint[],
          ${counts.map(({ bytes }) => bytes)}::bigint[], ${counts.map(({ day }) => day)}::int[])
          as c(id, calls, errors, limited, bytes, day)),
      used as (update application a set last_used_at = ${at} from counted c where a.id = c.id)
      insert into application_day as d
      select c.id, ${EPOCH} + c.day, c.calls, c.errors, c.limited, c.bytes
        from counted c join application a on a.id = c.id order by c.id, c.day
      on conflict (application_id, day) do update set calls = d.calls + excluded.calls,
        errors = d.errors + excluded.errors, limited = d.limited + excluded.limited, bytes = d.bytes + excluded.bytes
      returning d.application_id as id, d.day - ${EPOCH} as day, d.bytes`.execute(db)
    return rows
  },
  /** Bytes that were used of the day, as far as nodes have saved them. */
  async bytesOf(id: string, day: number): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`
      select bytes from application_day where application_id = ${id}::uuid and day = ${EPOCH} + ${day}::int`.execute(db)
    return rows[0]?.bytes ?? 0
  },
  /** Counts calls of a day, all or none: never more than `most`, not counting those refused above the limit. */
  async takeOfDay({ id, day, calls, most }: DayCalls): Promise<boolean> {
    const { rows } = await sql`
      insert into application_day as d (application_id, day, calls, errors, limited)
      select id, ${EPOCH} + ${day}::int, ${calls}::bigint, 0, 0 from application
        where id = ${id}::uuid and ${calls}::bigint <= ${most}::bigint
      on conflict (application_id, day) do update set calls = d.calls + excluded.calls
        where d.calls - d.limited + excluded.calls <= ${most}::bigint
      returning 1`.execute(db)
    return rows.length > 0
  },
  /** One row for each of these days, also for those without calls. */
  async days(id: string, at: Date, count: number): Promise<ApplicationDay[]> {
    const { rows } = await sql<ApplicationDay>`
      select s.day::date::text as day, coalesce(d.calls, 0)::bigint as calls, coalesce(d.errors, 0)::bigint as errors,
        coalesce(d.limited, 0)::bigint as limited, coalesce(d.bytes, 0)::bigint as bytes
      from generate_series((${at}::timestamptz at time zone 'UTC')::date - ${count - 1}::int,
        (${at}::timestamptz at time zone 'UTC')::date, interval '1 day') s(day)
      left join application_day d on d.application_id = ${id}::uuid and d.day = s.day order by s.day`.execute(db)
    return rows
  },

  /** Forgets nonces that are over and days before this one. */
  async sweep(at: Date, before: Date): Promise<number> {
    const { numAffectedRows } = await sql`delete from application_nonce where expires_at < ${at}`.execute(db)
    await sql`delete from application_day where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(db)
    return Number(numAffectedRows ?? 0n)
  },
})
export type CallStore = ReturnType<typeof sqlCallStore>
