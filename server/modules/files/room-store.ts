import { type RawBuilder, sql } from 'kysely'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'

/**
 * Maximum number of files and folders copied, or moved to another space, at once: they are written in one transaction
 * (our choice).
 */
export const COPY_ITEMS_MAX = 200_000

/** Throws if the space has not enough storage for these bytes; waits for a concurrent change of the capacity. */
export async function demandRoom(tx: Tx, spaceId: string, bytes: number): Promise<void> {
  if (!bytes) return
  const { rows } = await sql`
    with held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share)
    select 1 from space_usage u join held h on h.id = u.space_id
    where u.used_bytes + u.reserved_bytes + ${bytes} <= h.capacity_bytes for update of u`.execute(tx)
  if (!rows.length) throw new Failure('spaceFull')
}

/**
 * Part of a statement, after `with`: `room` has one row if this many more bytes were reserved in a space, and none if
 * they do not fit or `also` is false. Waits for a concurrent change of the capacity.
 */
export const reserving = (spaceId: string, bytes: number, also: RawBuilder<unknown> = sql`true`) => sql`
  held as (select id, capacity_bytes from space where id = ${spaceId}::uuid for share),
  room as (
    update space_usage u set reserved_bytes = u.reserved_bytes + ${bytes} from held h
    where u.space_id = h.id and u.used_bytes + u.reserved_bytes + ${bytes} <= h.capacity_bytes and ${also}
    returning u.space_id
  )`

/** Refuses too many items, because a copy, or a move to another space, is one transaction. Throws copyTooLarge. */
export function demandFew(items: number): void {
  if (items > COPY_ITEMS_MAX) throw new Failure('copyTooLarge', { values: { max: COPY_ITEMS_MAX } })
}
