import { sql } from 'kysely'
import { recordAt } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { SEASON_DAYS } from '../calendar.ts'
import { random } from '../random.ts'
import type { SampleSpace } from '../sample.ts'

/** Saturday and Sunday in `getDay`. */
const WEEKEND = [0, 6]

/** Views and downloads of every day of the season: more by the week, fewer at weekends, much after something new. */
export async function interestOfPast(tx: Tx, space: SampleSpace): Promise<void> {
  const { id, name, identifier, calendar, owner, createdAt, joinedAt, life } = space
  await recordAt(
    tx,
    [{ spaceId: id, action: 'created', doer: { ...space.person(owner), channel: 'web' }, item: { id, name } }],
    createdAt,
  )
  if (!life) return
  const r = random(`interest ${identifier}`)
  const days = Array.from({ length: SEASON_DAYS }, (_, i) => {
    const ago = SEASON_DAYS - 1 - i
    const rhythm = (WEEKEND.includes(calendar.at(ago, 0).getDay()) ? 0.35 : 1) * (0.4 + 0.9 * (i / SEASON_DAYS))
    const news = life.busyDays.reduce((sum, day) => sum + 1.6 * Math.exp(-(((ago - day) / 1.7) ** 2)), 0)
    const views = Math.round(life.viewsADay * (rhythm + news) * r.between(0.75, 1.25))
    return { day: calendar.day(ago), views, downloads: Math.round(views * r.between(0.12, 0.3)) }
  })
  const joins = Map.groupBy(joinedAt.values(), (at) => at.toISOString().slice(0, 10))
  await sql`
    insert into space_day (space_id, day, views, downloads, joins)
    select ${id}::uuid, day, views, downloads, joins
    from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ views }) => views)}::int[], ${days.map(({ downloads }) => downloads)}::int[],
      ${days.map(({ day }) => joins.get(day)?.length ?? 0)}::int[]) as d(day, views, downloads, joins)`.execute(tx)
  await sql`
    update space s set views = d.views, downloads = d.downloads
    from (select sum(views) as views, sum(downloads) as downloads from space_day where space_id = ${id}::uuid) d
    where s.id = ${id}::uuid`.execute(tx)
}
