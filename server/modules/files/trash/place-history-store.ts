import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'

/**
 * Part of the statement that renames, moves, deletes or restores items: records where they are before it. The caller
 * holds the space's lock.
 * Of two changes at the same moment the first row holds the earlier place.
 */
export const remembering = (ids: readonly string[], now: Date) => sql`
  insert into node_history (node_id, until, space_id, parent_id, name, is_trashed)
  select id, ${now}, space_id, parent_id, name, trash_id is not null from node where id = any(${[...ids]}::uuid[])
  on conflict do nothing`

/** Records in which folders items were and when, without their names, just before they are permanently deleted. */
export async function rememberGone(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into node_gone (parent_id, since, until, space_id, items)
    select parent_id, since, until, space_id, items from (
      select p.parent_id, p.until, p.space_id, p.is_trashed, 1 + n.files_below + n.folders_below as items,
        coalesce(lag(p.until) over (partition by p.node_id order by p.until), n.created_at) as since
      from node_history p join node n on n.id = p.node_id where n.id = any(${[...ids]}::uuid[])
    ) places where not is_trashed and parent_id is not null`.execute(tx)
}
