import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'

/**
 * Writes down where items are, just before they are renamed, moved, deleted or restored; the caller holds the space's
 * lock. Of two changes in one moment the first tells where an item had been until then.
 */
export async function remember(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into node_past (node_id, until, space_id, parent_id, name, is_trashed)
    select id, ${now}, space_id, parent_id, name, trash_id is not null from node where id = any(${[...ids]}::uuid[])
    on conflict do nothing`.execute(tx)
}
