import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { HOT_DAYS, STORAGE_WARNING_PERCENT, VIEW_AGAIN_MS } from '#contract/limits.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'

const WRITE_MS = 5000
/** Visitors that one node remembers; beyond that it begins anew. */
const VISITORS_MAX = 100_000

/** The day of a moment, in UTC. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

type Counts = { views: number; downloads: number }

/** Adds counts to spaces that are there, one after the other by id, so that two writers never wait for each other. */
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

/** Counts views and downloads of spaces in memory and writes them now and then: figures for people, not for accounts. */
export function interestCounter(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }) {
  const waiting = new Map<string, Counts>()
  const visitors = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counts = [...waiting]
    waiting.clear()
    if (counts.length) await addCounts(db, dayOf(now()), counts)
  }
  app.addHook('onClose', write)

  function count(spaceId: string, what: keyof Counts): void {
    const counts = waiting.get(spaceId) ?? { views: 0, downloads: 0 }
    counts[what] += 1
    waiting.set(spaceId, counts)
    timer ??= setTimeout(() => {
      write().catch((error: unknown) => app.log.warn({ err: error }, 'interest not counted'))
    }, WRITE_MS).unref()
  }

  /** A page that is loaded again and again is one view: a space must not get hot that way. */
  function countView(spaceId: string, visitor: string): void {
    const key = `${spaceId} ${visitor}`
    const atMs = now().getTime()
    if (atMs - (visitors.get(key) ?? Number.NEGATIVE_INFINITY) < VIEW_AGAIN_MS) return
    if (visitors.size >= VISITORS_MAX) visitors.clear()
    visitors.set(key, atMs)
    count(spaceId, 'views')
  }

  return { countView, countDownload: (spaceId: string) => count(spaceId, 'downloads'), write }
}

/** Somebody joined, in the transaction in which they do. */
export const addJoin = (tx: Tx, spaceId: string, at: Date) =>
  sql`
    insert into space_day (space_id, day, joins) values (${spaceId}::uuid, ${dayOf(at)}::date, 1)
    on conflict (space_id, day) do update set joins = space_day.joins + 1`.execute(tx)

/**
 * Brings the heat of every space up to date: its share of the site's views, of its downloads and of its joins within
 * HOT_DAYS, added up. What changed by less than a hundredth stays: nobody sees that. Answers how many were written.
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

/** Tells owner and senior members of spaces whose room runs out, once each time that it does. Answers how many spaces. */
export async function warnOfLowRoom(db: Db, messages: Messages): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; name: string; people: string[] }>`
      with marked as (
        update space_usage u set is_low = not u.is_low from space s
        where s.id = u.space_id
          and u.is_low <> (s.status = 'normal' and u.used_bytes * 100 >= s.capacity_bytes * ${STORAGE_WARNING_PERCENT}::bigint)
        returning u.space_id, u.is_low
      ) select s.id, s.name, array_agg(m.person_id) as people
      from marked k join space s on s.id = k.space_id join member m on m.space_id = s.id and m.role in ('owner', 'senior')
      where k.is_low group by s.id`.execute(tx)
    for (const { id, name, people } of rows)
      await messages.tell(tx, {
        kind: 'capacityLow',
        to: people,
        values: { space: name },
        link: `/space/${id}/details/spaceSetting`,
      })
    return rows.length
  })
}
