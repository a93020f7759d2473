import { sql } from 'kysely'
import { BYTES_PER_GB, TAG_LENGTH_MAX } from '#contract/core/limits.ts'
import { spaceParts } from '#server/space-parts.ts'
import type { Db } from '#server/storage/database.ts'
import { seedPeople } from './volume.ts'

const TOPICS = [
  '湖泊',
  '冰川',
  '海洋',
  '土壤',
  '大气',
  '森林',
  'Genome',
  'Battery',
  'Seismic',
  'Coral',
  'Permafrost',
  'Plasma',
]
const KINDS = ['观测', '样品库', '遥感', '联合考察', 'survey', 'archive', 'field notes', 'simulations', 'time series']
const TAGS = [
  '生态',
  '水质',
  '气候',
  '遥感',
  '高原',
  '材料',
  'lake',
  'ocean',
  'genomics',
  'imaging',
  'open data',
  'long-term',
].filter((tag) => tag.length <= TAG_LENGTH_MAX)
/** Most members of a space, and fewest people needed. */
const MEMBERS_MAX = 30
const PEOPLE_MIN = 200
const seeding = spaceParts.filter(({ seed }) => seed)
/** Condition of people who can be members. */
const ABLE = sql`state = 'active' and disabled_at is null and locked_at is null`

/**
 * Creates many spaces with owners, members, join requests, usage and favourites, by set-based SQL: one in three is
 * public, one in three restricted, some wait for approval, failed or are offline. For trying out and for benchmarks.
 * Creates people too when there are few; each run adds as many more.
 */
export async function seedSpaces(db: Db, count: number): Promise<void> {
  const people = await sql<{
    count: number
  }>`select count(*) as count from person where ${ABLE}`.execute(db)
  if ((people.rows[0]?.count ?? 0) < PEOPLE_MIN) await seedPeople(db, Math.max(PEOPLE_MIN, count))
  await db.transaction().execute(async (tx) => {
    // Numbered names, so that each can be found by its number.
    await sql`
      create temporary table folk on commit drop as
      select row_number() over (order by id) - 1 as n, id from person where ${ABLE}`.execute(tx)
    await sql`
      create temporary table leader on commit drop as
      select row_number() over (order by id) - 1 as n, id from person where ${ABLE} and role <> 'role_general'`.execute(
      tx,
    )
    await sql`create index on folk (n)`.execute(tx)
    await sql`
      create temporary table made on commit drop as
      select i, gen_random_uuid() as id, gen_random_uuid() as root_id, now() - (i * interval '37 minutes') as at, l.id as owner_id
      from generate_series(1, ${count}::int) i join leader l on l.n = i::bigint * 7919 % (select count(*) from leader)`.execute(
      tx,
    )
    await sql`analyze folk, made`.execute(tx)
    await sql`
      insert into space (id, name, identifier, introduction, tags, type, status, capacity_bytes, owner_id, root_id,
        downloads, views, heat, created_at)
      select m.id, w.topics[1 + i % ${TOPICS.length}::int] || ' ' || w.kinds[1 + (i / ${TOPICS.length}::int) % ${KINDS.length}::int] || ' ' || i,
        'seed' || substr(replace(m.id::text, '-', ''), 1, 14), '为第 ' || i || ' 个团队准备的空间：' || w.topics[1 + i % ${TOPICS.length}::int],
        array[w.tags[1 + i % ${TAGS.length}::int], w.tags[1 + (i + 1 + i / 7 % 10) % ${TAGS.length}::int]],
        (array['public', 'restricted', 'private'])[1 + i % 3],
        case when i % 97 = 0 then 'pending' when i % 101 = 0 then 'failed' when i % 53 = 0 then 'offline' else 'normal' end,
        (10 + i % 90) * ${BYTES_PER_GB}::bigint, m.owner_id, m.root_id, (i::bigint * 31 % 5000), (i::bigint * 17 % 20000),
        (i::bigint * 7919 % 10007) / 1e7, m.at
      from made m, (select ${TOPICS}::text[] as topics, ${KINDS}::text[] as kinds, ${TAGS}::text[] as tags) w`.execute(
      tx,
    )
    await sql`
      insert into node (id, space_id, parent_id, is_folder, name, mime, files_below, folders_below, author_id, created_at, updated_at)
      select root_id, id, null, true, '', 'directory', i::bigint * 271 % 9000, i % 300, owner_id, at, at from made`.execute(
      tx,
    )
    await sql`
      insert into member (space_id, person_id, role, joined_at) select id, owner_id, 'owner', at from made`.execute(tx)
    await sql`
      insert into member (space_id, person_id, role, joined_at)
      select m.id, f.id, case when n.n % 5 = 0 then 'senior' else 'normal' end, m.at + n.n * interval '1 hour'
      from made m cross join generate_series(1, ${MEMBERS_MAX}::int) n(n)
        join folk f on f.n = (m.i * 131 + n.n * 977)::bigint % (select count(*) from folk)
      where n.n <= m.i % ${MEMBERS_MAX}::int on conflict do nothing`.execute(tx)
    await sql`update space s set reason = '请补充研究内容' from made m where m.id = s.id and s.status = 'failed'`.execute(
      tx,
    )
    await sql`
      insert into space_usage (space_id, used_bytes, file_count, folder_count, member_count)
      select m.id, (i::bigint * 7919 % 1000) * (s.capacity_bytes / 1000), i::bigint * 271 % 9000, i % 300,
        (select count(*) from member x where x.space_id = m.id)
      from made m join space s on s.id = m.id`.execute(tx)
    await sql`
      insert into space_day (space_id, day, views, downloads, joins)
      select id, (now() at time zone 'UTC')::date - (i % 20), i % 200, i % 40, i % 5 from made`.execute(tx)
    for (const statement of seeding.flatMap(({ seed }) => seed ?? [])) await statement.execute(tx)
  })
  for (const table of ['space', 'member', 'space_usage', 'node', ...seeding.flatMap(({ tables }) => tables)])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
