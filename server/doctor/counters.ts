import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** What the counters of every folder should be, from the files themselves; one pass from the leaves up. */
const truth = sql`
  with recursive live as (
    select id, parent_id, is_folder, size from node where parent_id is null and trash_id is null
    union all
    select n.id, n.parent_id, n.is_folder, n.size from live l join node n on n.parent_id = l.id and n.trash_id is null where l.is_folder
  ), trashed as (
    select n.id, n.parent_id, n.is_folder, n.size from node n where n.trash_id is not null
    union all
    select n.id, n.parent_id, n.is_folder, n.size from trashed t join node n on n.parent_id = t.id where t.is_folder and n.trash_id is null
  ), every as (select * from live union all select id, parent_id, is_folder, size from trashed),
  climb as (
    select e.id as leaf, e.is_folder, case when e.is_folder then 0 else e.size end as bytes, e.parent_id as at, 1 as step
    from every e join node n on n.id = e.id where e.parent_id is not null and n.trash_id is null
    union all
    select c.leaf, c.is_folder, c.bytes, n.parent_id, c.step + 1 from climb c join node n on n.id = c.at
    where n.parent_id is not null and n.trash_id is null
  )
  select n.id, coalesce(sum(c.bytes), 0)::bigint as size, count(c.leaf) filter (where c.step = 1) as items,
    count(c.leaf) filter (where c.step = 1 and c.is_folder) as folders,
    count(c.leaf) filter (where not c.is_folder) as files_below, count(c.leaf) filter (where c.is_folder) as folders_below
  from node n left join climb c on c.at = n.id where n.is_folder group by n.id`

const spaceTruth = sql`
  select s.id,
    (select coalesce(sum(n.size), 0) from node n where n.space_id = s.id and not n.is_folder)
      + (select coalesce(sum(v.size), 0) from file_version v join node n on n.id = v.node_id where n.space_id = s.id) as used_bytes,
    (select coalesce(sum(u.size), 0) from upload u where u.space_id = s.id and u.node_id is null)
      + (select coalesce(sum(t.reserved_bytes), 0) from task t where t.space_id = s.id and t.finished_at is null)
      + (select coalesce(sum(i.bytes), 0) from incoming i where i.space_id = s.id)
      + (select coalesce(sum(u.held_bytes), 0) from unfinished u where u.space_id = s.id) as reserved_bytes,
    (select count(*) from node n where n.space_id = s.id and not n.is_folder) as file_count,
    (select count(*) from node n where n.space_id = s.id and n.is_folder and n.parent_id is not null) as folder_count,
    (select count(*) from member m where m.space_id = s.id) as member_count
  from space s`

/** Folders whose counters disagree with what lies below them; `repair` sets them right. Answers how many. */
export async function checkFolders(db: Db, repair: boolean): Promise<number> {
  const wrong = sql`(n.size, n.items, n.folders, n.files_below, n.folders_below) is distinct from (t.size, t.items, t.folders, t.files_below, t.folders_below)`
  const { rows } = repair
    ? await sql`
        with truth as (${truth})
        update node n set size = t.size, items = t.items, folders = t.folders, files_below = t.files_below, folders_below = t.folders_below
        from truth t where t.id = n.id and ${wrong} returning n.id`.execute(db)
    : await sql`with truth as (${truth}) select n.id from node n join truth t on t.id = n.id where ${wrong}`.execute(db)
  return rows.length
}

/** Spaces whose counters disagree with what they hold; `repair` sets them right. Answers how many. */
export async function checkSpaces(db: Db, repair: boolean): Promise<number> {
  const wrong = sql`(u.used_bytes, u.reserved_bytes, u.file_count, u.folder_count, u.member_count)
    is distinct from (t.used_bytes, t.reserved_bytes, t.file_count, t.folder_count, t.member_count)`
  const { rows } = repair
    ? await sql`
        with truth as (${spaceTruth})
        update space_usage u set used_bytes = t.used_bytes, reserved_bytes = t.reserved_bytes, file_count = t.file_count,
          folder_count = t.folder_count, member_count = t.member_count
        from truth t where t.id = u.space_id and ${wrong} returning u.space_id`.execute(db)
    : await sql`with truth as (${spaceTruth}) select u.space_id from space_usage u join truth t on t.id = u.space_id where ${wrong}`.execute(
        db,
      )
  return rows.length
}

/** Files whose older versions weigh something else than is kept of them; `repair` sets it right. Answers how many. */
export async function checkVersions(db: Db, repair: boolean): Promise<number> {
  const truth = sql`
    with truth as (
      select n.id, coalesce(sum(v.size), 0)::bigint as bytes
      from node n left join file_version v on v.node_id = n.id group by n.id
    )`
  const { rows } = repair
    ? await sql`
        ${truth} update node n set version_bytes = t.bytes
        from truth t where t.id = n.id and n.version_bytes <> t.bytes returning n.id`.execute(db)
    : await sql`${truth} select n.id from node n join truth t on t.id = n.id where n.version_bytes <> t.bytes`.execute(
        db,
      )
  return rows.length
}
