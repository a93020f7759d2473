import { sql } from 'kysely'
import { COPY_ITEMS_MAX } from '#contract/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'

/** Room in what the space holds by then: a capacity that is being changed is waited for. */
export async function demandRoom(tx: Tx, spaceId: string, bytes: number): Promise<void> {
  if (!bytes) return
  const { rows } = await sql`
    with held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share)
    select 1 from space_usage u join held h on h.id = u.space_id
    where u.used_bytes + u.reserved_bytes + ${bytes} <= h.capacity_bytes for update of u`.execute(tx)
  if (!rows.length) throw new Failure('spaceFull')
}

/** What is copied, or moved to another space, comes in one transaction. Throws copyTooLarge. */
export function demandFew(items: number): void {
  if (items > COPY_ITEMS_MAX) throw new Failure('copyTooLarge', { values: { max: COPY_ITEMS_MAX } })
}
