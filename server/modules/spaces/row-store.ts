import { type RawBuilder, sql } from 'kysely'

/** Columns of SpaceRow; `me` is the person whose membership is included, null for a stranger. */
export const rowColumns = (me: string | null) => sql`
  s.id, s.name, s.identifier, s.introduction, s.tags, s.type, s.status, s.capacity_bytes, s.root_id, s.owner_id,
  o.name as owner_name, s.downloads, s.cover, s.views, s.reason, s.created_at, u.used_bytes,
  r.files_below as file_count, r.folders_below as folder_count, u.member_count, u.dataset_count, on_hold('space', s.id) as is_held,
  exists (select 1 from join_request j where j.space_id = s.id and j.person_id = ${me}::uuid and j.state = 'pending') as is_asking,
  m.role as my_role, coalesce(m.flags, f.flags, '{}') as my_flags`

/** The joins for these columns. */
export const rowJoins = (me: string | null) => sql`
  join space_usage u on u.space_id = s.id join node r on r.id = s.root_id join person o on o.id = s.owner_id
  left join member m on m.space_id = s.id and m.person_id = ${me}::uuid
  left join space_flags f on f.space_id = s.id and f.role = m.role`
export const rowsFor = (me: string | null) => sql`select ${rowColumns(me)} from space s ${rowJoins(me)}`

/**
 * One space by a condition, with further data that a request reads: `along` is a JSON value. Expired locks are left
 * out.
 */
export const enteredRow = (me: string | null, which: RawBuilder<unknown>, along: RawBuilder<unknown>) => sql`
  select ${rowColumns(me)}, u.reserved_bytes, ${along} as along,
    exists (select 1 from file_lock l where l.space_id = s.id and l.expires_at > now()) as has_locks
  from space s ${rowJoins(me)} where ${which}`
