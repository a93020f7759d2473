import { sql } from 'kysely'
import { BYTES_PER_GB, CAPACITY_MAX_GB } from '#contract/core/limits.ts'
import { insertSpace } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'

export type Volume = { spaceId: string; rootId: string; identifier: string }

const WORDS = [
  'glacier',
  'lake',
  'profile',
  'station',
  '冰川',
  '湖泊',
  '数据',
  '锂硫',
  '观测',
  '样品',
  'sonar',
  'genome',
  'plot',
]

/**
 * Creates a space of the first administrator with many files in `folders` folders of its root, by set-based SQL: names
 * are Chinese and English, sizes and times differ, all share one empty content. For benchmarks, not for people.
 */
export async function seedVolume(db: Db, { files, folders }: { files: number; folders: number }): Promise<Volume> {
  const owner = await db.selectFrom('person').select('id').where('role', '=', 'role_admin').executeTakeFirstOrThrow()
  const [spaceId, rootId] = [newId(), newId()]
  const identifier = `volume${spaceId.replaceAll('-', '').slice(-10)}`
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  await db.transaction().execute(async (tx) => {
    const space = {
      name: `Volume ${files}`,
      introduction: '',
      tags: [],
      type: 'private' as const,
      status: 'normal' as const,
    }
    await insertSpace(tx, {
      ...space,
      id: spaceId,
      rootId,
      identifier,
      capacityBytes: CAPACITY_MAX_GB * BYTES_PER_GB,
      ownerId: owner.id,
      createdAt: new Date(),
    })
    await sql`insert into blob (sha256, md5, size) values (decode(${empty}, 'hex'), decode('d41d8cd98f00b204e9800998ecf8427e', 'hex'), 0) on conflict do nothing`.execute(
      tx,
    )
    await sql`
      insert into node (id, space_id, parent_id, is_folder, name, mime, author_id)
      select gen_random_uuid(), ${spaceId}::uuid, ${rootId}::uuid, true, 'folder ' || i, 'directory', ${owner.id}::uuid
      from generate_series(1, ${folders}::int) i where ${folders} > 1`.execute(tx)
    await sql`
      insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id, created_at, updated_at)
      select gen_random_uuid(), ${spaceId}::uuid, coalesce(f.ids[1 + i % ${folders}::int], ${rootId}::uuid), false,
        w.words[1 + i % 13] || '_' || w.words[1 + (i / 13) % 13] || ' ' || i || case when i % 3 = 0 then '.csv' else '.txt' end,
        case when i % 3 = 0 then 'csv' else 'txt' end, 'text/plain', 0, decode(${empty}, 'hex'), ${owner.id}::uuid,
        now() - i * interval '1 second', now() - (i::bigint * 7919 % 86400) * interval '1 second'
      from generate_series(1, ${files}::int) i, (select ${WORDS}::text[] as words) w,
        (select array_agg(id) as ids from node where parent_id = ${rootId}::uuid) f`.execute(tx)
    await sql`
      update node p set items = c.items, folders = c.folders, files_below = c.files, folders_below = c.folders
      from (select parent_id, count(*) as items, count(*) filter (where is_folder) as folders, count(*) filter (where not is_folder) as files
        from node where space_id = ${spaceId}::uuid and parent_id is not null group by parent_id) c where c.parent_id = p.id`.execute(
      tx,
    )
    await sql`update node set files_below = ${files}, folders_below = ${folders > 1 ? folders : 0} where id = ${rootId}::uuid`.execute(
      tx,
    )
    await sql`update space_usage set file_count = ${files}, folder_count = ${folders > 1 ? folders : 0} where space_id = ${spaceId}::uuid`.execute(
      tx,
    )
  })
  await sql`vacuum analyze node`.execute(db)
  return { spaceId, rootId, identifier }
}

const SURNAMES = ['王', '李', '张', '刘', '陈', '杨', '赵', '黄', '周', '吴', '徐', '孙', '胡', '朱', '高', '林']
const GIVEN = [
  '伟',
  '芳',
  '娜',
  '敏',
  '静',
  '立',
  '强',
  '洋',
  '艳',
  '勇',
  '思远',
  '子涵',
  '雨桐',
  '文博',
  '晓明',
  '海燕',
]
const ENGLISH = ['Ada', 'Ben', 'Chloe', 'David', 'Elena', 'Felix', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Karin', 'Lars']
const UNITS = [
  '青藏高原研究所',
  '海洋研究所',
  '南京地理与湖泊研究所',
  '动物研究所',
  'Institute of Oceanology',
  'Department of Physics',
  '计算机网络信息中心',
]

/**
 * Creates many accounts without a password, by set-based SQL: one in two thousand is an administrator, some are
 * pending, disabled, locked, never signed in or online. For benchmarks, not for people. Each run adds as many more.
 */
export async function seedPeople(db: Db, count: number): Promise<void> {
  await sql`
    with made as (
      insert into person (id, email, name, unit, role, state, disabled_at, locked_at, join_method, created_at, last_sign_in_at)
      select gen_random_uuid(), 'p' || i || '.' || floor(random() * 1e9)::int || '@volume.test',
        case when i % 4 = 0 then w.english[1 + i % ${ENGLISH.length}::int] || ' ' || w.english[1 + (i / 12) % ${ENGLISH.length}::int]
          else w.surnames[1 + i % ${SURNAMES.length}::int] || w.given[1 + (i / 16) % ${GIVEN.length}::int] end,
        w.units[1 + (i / 5) % ${UNITS.length}::int],
        case when i % 2000 = 0 then 'role_admin' when i % 10 = 0 then 'role_senior' else 'role_general' end,
        case when i % 101 = 0 then 'invited' when i % 211 = 0 then 'pending' else 'active' end,
        case when i % 53 = 0 then now() end, case when i % 997 = 0 then now() end,
        case when i % 3 = 0 then 'import' else 'registration' end, now() - (i * interval '41 seconds'),
        case when i % 5 > 0 then now() - ((i::bigint * 7919) % 2592000) * interval '1 second' end
      from generate_series(1, ${count}::int) i,
        (select ${SURNAMES}::text[] as surnames, ${GIVEN}::text[] as given, ${ENGLISH}::text[] as english, ${UNITS}::text[] as units) w
      returning id, last_sign_in_at
    )
    insert into session (token_hash, person_id, created_at, seen_at)
    select sha256(id::text::bytea), id, last_sign_in_at, last_sign_in_at from made
    where last_sign_in_at > now() - interval '12 hours'`.execute(db)
  await sql`vacuum analyze person`.execute(db)
  await sql`vacuum analyze session`.execute(db)
}
