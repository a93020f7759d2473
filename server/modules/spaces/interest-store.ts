import { sql } from 'kysely'
import { HOT_DAYS, STORAGE_WARNING_PERCENT } from '#contract/core/limits.ts'
import type { Db, Tx } from '#server/storage/database.ts'

export type Counts = { views: number; downloads: number }

/** The UTC date of a moment. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** Adds counts in the order of space ids, which prevents deadlocks; missing spaces are skipped. */
export const addCounts = (db: Db, at: Date, counts: [id: string, counts: Counts][]) =>
  sql`
    with counted as (
      select * from unnest(${counts.map(([id]) => id)}::uuid[], ${counts.map(([, { views }]) => views)}::int[],
        ${counts.map(([, { downloads }]) => downloads)}::int[]) as c(id, views, downloads)
    ), held as (
      select c.* from space s join counted c on c.id = s.id order by s.id for no key update of s
    ), summed as (
      update space s set views = s.views + h.views, downloads = s.downloads + h.downloads from held h where s.id = h.id
    ) insert into space_day (space_id, day, views, downloads) select id, ${dayOf(at)}::date, views, downloads from held
    on conflict (space_id, day) do update
    set views = space_day.views + excluded.views, downloads = space_day.downloads + excluded.downloads`.execute(db)

/** Counts a new member, in the transaction that adds them. */
export const addJoin = (tx: Tx, spaceId: string, at: Date) =>
  sql`
    insert into space_day (space_id, day, joins) values (${spaceId}::uuid, ${dayOf(at)}::date, 1)
    on conflict (space_id, day) do update set joins = space_day.joins + 1`.execute(tx)

/**
 * Updates the heat of every space: the sum of its shares of the site's views, downloads and joins within HOT_DAYS.
 * Changes below a hundredth are not written. Returns how many were written.
 */
export async function warmSpaces(db: Db, at: Date): Promise<number> {
  const result = await sql`
    with recent as (
      select space_id, sum(views) as views, sum(downloads) as downloads, sum(joins) as joins
      from space_day where day > ${dayOf(at)}::date - ${HOT_DAYS}::int group by space_id
    ), site as (select sum(views) as views, sum(downloads) as downloads, sum(joins) as joins from recent),
    fresh as (
      select s.id, round(coalesce(r.views / nullif(t.views, 0), 0) + coalesce(r.downloads / nullif(t.downloads, 0), 0)
        + coalesce(r.joins / nullif(t.joins, 0), 0), 6)::float8 as heat
      from space s cross join site t left join recent r on r.space_id = s.id
    ) update space s set heat = f.heat from fresh f where f.id = s.id and abs(s.heat - f.heat) > greatest(s.heat, f.heat) / 100`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** SQL form of isNearlyFull for a space `s` with its usage `u`. */
export const IS_NEARLY_FULL = sql`u.used_bytes * 100 > s.capacity_bytes * ${STORAGE_WARNING_PERCENT}::bigint`
/**
 * Updates the flag of spaces after an id that became nearly full or no longer are; returns them with their owner and
 * senior members.
 */
export async function flipLow(
  tx: Tx,
  after: string,
  most: number,
): Promise<{ id: string; is_low: boolean; name: string; people: string[] }[]> {
  const { rows } = await sql<{ id: string; is_low: boolean; name: string; people: string[] }>`
    with changed as (
      select u.space_id, s.name from space_usage u join space s on s.id = u.space_id
      where u.space_id > ${after}::uuid and u.is_low <> (s.status = 'normal' and ${IS_NEARLY_FULL})
      order by u.space_id limit ${most} for no key update of u
    ), marked as (
      update space_usage u set is_low = not u.is_low from changed c where u.space_id = c.space_id
      returning u.space_id, u.is_low, c.name
    ) select k.space_id as id, k.is_low, k.name,
      array(select person_id from member m where m.space_id = k.space_id and m.role in ('owner', 'senior')) as people
    from marked k order by k.space_id`.execute(tx)
  return rows
}
