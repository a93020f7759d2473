import { sql } from 'kysely'
import type { ApiGroup, ApplicationGrant } from '#contract/applications.ts'
import type { Db, Tx } from '#server/storage/database.ts'

type EndingGrant = { application_id: string; name: string; days: number }

/** The grants of the application `a`, as a column. */
export const GRANTS = sql`coalesce((select jsonb_agg(jsonb_build_object('group', g.api_group, 'until', g.until) order by g.api_group)
  from application_grant g where g.application_id = a.id), '[]') as grants`

/** The grants of applications and their expiry. */
export const sqlGrantStore = (db: Db) => ({
  /** Replaces the grants; who was warned of an end that stays is not warned again. */
  async setGrants(tx: Tx, id: string, grants: readonly ApplicationGrant[]): Promise<void> {
    const groups = grants.map(({ group }) => group)
    await sql`delete from application_grant where application_id = ${id}::uuid and not api_group = any(${groups}::text[])`.execute(
      tx,
    )
    await sql`
      insert into application_grant as g (application_id, api_group, until)
      select ${id}::uuid, * from unnest(${groups}::text[], ${grants.map(({ until }) => until)}::date[])
      on conflict (application_id, api_group) do update set until = excluded.until,
        warned_at = case when g.until is not distinct from excluded.until then g.warned_at end`.execute(tx)
  },

  /** How many applications have each group. */
  async grantedTo(): Promise<Map<ApiGroup, number>> {
    const rows = await db
      .selectFrom('application_grant')
      .select(['api_group', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('api_group')
      .execute()
    return new Map(rows.map(({ api_group, count }) => [api_group, count]))
  },

  /**
   * Grants that expire within these days without a notification so far, one row for each application; they are marked
   * as notified.
   */
  async takeEnding(tx: Tx, at: Date, within: number): Promise<EndingGrant[]> {
    const { rows } = await sql<EndingGrant>`
      with ending as (
        update application_grant set warned_at = ${at}
        where warned_at is null and until >= (${at}::timestamptz at time zone 'UTC')::date
          and until <= (${at}::timestamptz at time zone 'UTC')::date + ${within}::int
        returning application_id, until)
      select e.application_id, p.name, min(e.until - (${at}::timestamptz at time zone 'UTC')::date)::int as days
      from ending e join person p on p.id = e.application_id group by e.application_id, p.name order by p.name`.execute(
      tx,
    )
    return rows
  },
})
export type GrantStore = ReturnType<typeof sqlGrantStore>
