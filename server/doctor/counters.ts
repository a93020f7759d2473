import { type RawBuilder, sql } from 'kysely'
import { reservedBytes, usedBytes } from '#server/space-parts.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'

/** Spaces checked in one statement. */
const PAGE = 200
type Ids = readonly string[]

/** Correct counters of every folder, computed from the files; one pass from the leaves up. */
const foldersOf = (ids: Ids) => sql`
  with recursive live as (
    select id, parent_id, is_folder, size from node where parent_id is null and trash_id is null and space_id = any(${ids}::uuid[])
    union all
    select n.id, n.parent_id, n.is_folder, n.size from live l join node n on n.parent_id = l.id and n.trash_id is null where l.is_folder
  ), trashed as (
    select n.id, n.parent_id, n.is_folder, n.size from node n where n.trash_id is not null and n.space_id = any(${ids}::uuid[])
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
  from node n left join climb c on c.at = n.id where n.is_folder and n.space_id = any(${ids}::uuid[]) group by n.id`

/** Sum of the rows of all parts. */
const together = (sums: readonly RawBuilder<unknown>[]) =>
  sql.join(
    sums.map((sum) => sql`(select coalesce(sum(bytes), 0) from (${sum}) as held(bytes))`),
    sql` + `,
  )

const spacesOf = (ids: Ids) => sql`
  select s.id,
    ${together(usedBytes)} as used_bytes, ${together(reservedBytes)} as reserved_bytes,
    (select count(*) from node n where n.space_id = s.id and not n.is_folder) as file_count,
    (select count(*) from node n where n.space_id = s.id and n.is_folder and n.parent_id is not null) as folder_count,
    (select count(*) from member m where m.space_id = s.id) as member_count,
    (select count(*) from dataset d join dataset_entry e on e.dataset_id = d.id where d.space_id = s.id) as dataset_count
  from space s where s.id = any(${ids}::uuid[])`

const versionsOf = (ids: Ids) => sql`
  select n.id, coalesce(sum(v.size), 0)::bigint as bytes
  from node n left join file_version v on v.node_id = n.id where n.space_id = any(${ids}::uuid[]) group by n.id`

/** One kind of counter: finds the wrong ones in some spaces, and corrects them. */
type Counter = { wrong(ids: Ids): RawBuilder<{ space_id: string }>; mend(ids: Ids): RawBuilder<unknown> }

const areOther = sql`(n.size, n.items, n.folders, n.files_below, n.folders_below) is distinct from (t.size, t.items, t.folders, t.files_below, t.folders_below)`
const folders: Counter = {
  wrong: (ids) => sql`
    with truth as (${foldersOf(ids)}) select n.space_id from node n join truth t on t.id = n.id where ${areOther}`,
  mend: (ids) => sql`
    with truth as (${foldersOf(ids)})
    update node n set size = t.size, items = t.items, folders = t.folders, files_below = t.files_below, folders_below = t.folders_below
    from truth t where t.id = n.id and ${areOther} returning n.id`,
}
const isOther = sql`(u.used_bytes, u.reserved_bytes, u.file_count, u.folder_count, u.member_count, u.dataset_count)
  is distinct from (t.used_bytes, t.reserved_bytes, t.file_count, t.folder_count, t.member_count, t.dataset_count)`
const spaces: Counter = {
  wrong: (ids) => sql`
    with truth as (${spacesOf(ids)}) select u.space_id from space_usage u join truth t on t.id = u.space_id where ${isOther}`,
  mend: (ids) => sql`
    with truth as (${spacesOf(ids)})
    update space_usage u set used_bytes = t.used_bytes, reserved_bytes = t.reserved_bytes, file_count = t.file_count,
      folder_count = t.folder_count, member_count = t.member_count, dataset_count = t.dataset_count
    from truth t where t.id = u.space_id and ${isOther} returning u.space_id`,
}
const versions: Counter = {
  wrong: (ids) => sql`
    with truth as (${versionsOf(ids)}) select n.space_id from node n join truth t on t.id = n.id where n.version_bytes <> t.bytes`,
  mend: (ids) => sql`
    with truth as (${versionsOf(ids)}) update node n set version_bytes = t.bytes
    from truth t where t.id = n.id and n.version_bytes <> t.bytes returning n.id`,
}

async function spacesAfter(db: Db, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from space ${after ? sql`where id > ${after}::uuid` : sql``} order by id limit ${PAGE}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Corrects a space while nothing in it changes: it holds the space's lock against changes of items, and the row of its
 * counters against reservations.
 */
const mendSpace = (db: Db, counter: Counter, spaceId: string): Promise<number> =>
  transact(db, async (tx: Tx) => {
    await lockSpace(tx, spaceId)
    await sql`select 1 from space_usage where space_id = ${spaceId}::uuid for update`.execute(tx)
    return (await counter.mend([spaceId]).execute(tx)).rows.length
  })

/**
 * Counts wrong counters, some spaces at a time; each statement sees one snapshot, so a running server causes no false
 * findings.
 */
const check = (counter: Counter) => async (db: Db, repair: boolean) => {
  let count = 0
  for (let ids = await spacesAfter(db, null); ids.length; ids = await spacesAfter(db, ids.at(-1) ?? null)) {
    const { rows } = await counter.wrong(ids).execute(db)
    if (!repair) count += rows.length
    else for (const id of new Set(rows.map((row) => row.space_id))) count += await mendSpace(db, counter, id)
  }
  return count
}

/** Folders whose counters disagree with their contents; `repair` corrects them. Returns how many. */
export const checkFolders = check(folders)
/** Spaces whose counters disagree with what they hold; `repair` corrects them. Returns how many. */
export const checkSpaces = check(spaces)
/** Files whose size of older versions is recorded wrongly; `repair` corrects it. Returns how many. */
export const checkVersions = check(versions)

/** Recomputes all counters of a space, in the transaction that adds many items to it and holds its lock. */
export async function mendCounters(tx: Tx, spaceId: string): Promise<void> {
  for (const { mend } of [folders, versions, spaces]) await mend([spaceId]).execute(tx)
}
