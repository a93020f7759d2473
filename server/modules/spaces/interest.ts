import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { HOT_DAYS, STORAGE_WARNING_PERCENT, VIEW_AGAIN_MS } from '#contract/core/limits.ts'
import { firstWithin } from '#server/concurrency/first-within.ts'
import { writeBuffer } from '#server/concurrency/write-buffer.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'

/** Buffer of views and downloads: milliseconds until a write, and most entries while the database is unavailable. */
const LATER = { afterMs: 5000, at: 5000, max: 100_000 }
/** Most visitors that one node remembers. */
const VISITORS_MAX = 100_000

/** The UTC date of a moment. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

type Counts = { views: number; downloads: number }
type Interest = { spaceId: string; what: keyof Counts }

const countsOf = (seen: readonly Interest[]): [id: string, counts: Counts][] => {
  const numberOf = (some: readonly Interest[], what: keyof Counts) => some.filter((one) => one.what === what).length
  return [...Map.groupBy(seen, ({ spaceId }) => spaceId)].map(([id, some]) => [
    id,
    { views: numberOf(some, 'views'), downloads: numberOf(some, 'downloads') },
  ])
}

/** Adds counts in the order of space ids, which prevents deadlocks; missing spaces are skipped. */
const addCounts = (db: Db, day: string, counts: [id: string, counts: Counts][]) =>
  sql`
    with counted as (
      select * from unnest(${counts.map(([id]) => id)}::uuid[], ${counts.map(([, { views }]) => views)}::int[],
        ${counts.map(([, { downloads }]) => downloads)}::int[]) as c(id, views, downloads)
    ), held as (
      select c.* from space s join counted c on c.id = s.id order by s.id for no key update of s
    ), summed as (
      update space s set views = s.views + h.views, downloads = s.downloads + h.downloads from held h where s.id = h.id
    ) insert into space_day (space_id, day, views, downloads) select id, ${day}::date, views, downloads from held
    on conflict (space_id, day) do update
    set views = space_day.views + excluded.views, downloads = space_day.downloads + excluded.downloads`.execute(db)

/** Counts views and downloads of spaces in memory and writes them periodically; a crash loses the latest ones. */
export function interestCounter(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  const { later, flushed } = writeBuffer<Interest>({
    ...LATER,
    write: (seen) => addCounts(db, dayOf(now()), countsOf(seen)),
    onError: (error) => app.log.warn({ err: error }, 'interest not counted'),
  })
  app.addHook('onClose', flushed)
  /** Reloads of a page count as one view, so that they can't raise the heat of a space. */
  const isFirst = firstWithin(VIEW_AGAIN_MS, VISITORS_MAX, now)

  return {
    countView(spaceId: string, visitor: string): void {
      if (isFirst(`${spaceId} ${visitor}`)) later({ spaceId, what: 'views' })
    },
    countDownload: (spaceId: string): void => later({ spaceId, what: 'downloads' }),
    write: flushed,
  }
}

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
type Warned = { last: string | null; warned: number }
/** Spaces handled in one transaction. */
const WARNED_AT_ONCE = 50
/** Sorts before every id. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** Notifies owner and senior members of spaces that are nearly full, once each time. Returns how many spaces. */
export async function warnOfLowRoom(db: Db, messages: Messages): Promise<number> {
  let warnedPeople = 0
  for (let after: string | null = NONE; after; ) {
    const from: string = after
    const { last, warned }: Warned = await transact(db, (tx) => warnSome(tx, messages, from))
    warnedPeople += warned
    after = last
  }
  return warnedPeople
}

/** Handles one batch of spaces after an id: updates their marks, and notifies those that became nearly full. */
async function warnSome(tx: Tx, messages: Messages, after: string): Promise<Warned> {
  const { rows } = await sql<{ id: string; is_low: boolean; name: string; people: string[] }>`
    with changed as (
      select u.space_id, s.name from space_usage u join space s on s.id = u.space_id
      where u.space_id > ${after}::uuid and u.is_low <> (s.status = 'normal' and ${IS_NEARLY_FULL})
      order by u.space_id limit ${WARNED_AT_ONCE} for no key update of u
    ), marked as (
      update space_usage u set is_low = not u.is_low from changed c where u.space_id = c.space_id
      returning u.space_id, u.is_low, c.name
    ) select k.space_id as id, k.is_low, k.name,
      array(select person_id from member m where m.space_id = k.space_id and m.role in ('owner', 'senior')) as people
    from marked k order by k.space_id`.execute(tx)
  const low = rows.filter(({ is_low }) => is_low)
  for (const { id, name, people } of low)
    await messages.notify(tx, {
      kind: 'capacityLow',
      to: people,
      values: { space: name },
      link: `/space/${id}/details/spaceSetting`,
    })
  return { last: rows.at(-1)?.id ?? null, warned: low.length }
}
