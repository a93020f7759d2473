import { sql } from 'kysely'

/** Columns of ShownRow; former members of a private space don't see its current name. */
export const shownColumns = sql`
  t.id, t.kind, t.space_id, t.folder_id, t.person_id, t.channel, t.state, t.title, t.needs_secret, t.is_planned, t.items_total,
  t.items_done, t.items_failed, t.bytes_total, t.bytes_done, t.ahead_items, t.ahead_bytes, t.reserved_bytes, t.asked_bytes,
  t.error, t.error_values, t.result, t.kept_result, t.lease_by, t.lease_until, t.tries, t.cancel_asked_at, t.created_at, t.started_at, t.finished_at,
  p.name as person_name,
  case when s.type = 'private' and not exists (
    select 1 from member m where m.space_id = s.id and m.person_id = t.person_id
  ) then '' else s.name end as space_name`
export const shownFrom = sql`from task t join person p on p.id = t.person_id join space s on s.id = t.space_id`
