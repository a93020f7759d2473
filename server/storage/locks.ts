import { sql } from 'kysely'
import { Failure } from '#server/failure.ts'
import { type Tx, takeTurnsFor } from './database.ts'

/** Advisory lock between those who point at blobs (shared) and the sweeper (alone). */
const BLOBS = 20261121
/** First half of the key of a space's queue; the second comes from its id. */
const SPACES = 20261122

/**
 * Takes the one place in each space's queue of structural changes, until the transaction ends: counters, names, quota and
 * cycles are decided by one change at a time. Shares the blob lock, so that no sweep removes what is being pointed at.
 * The rows of counters stay free meanwhile, so that uploads can reserve room. In the order of the locks' own keys, so that
 * two who want the same spaces never wait for each other. Throws spaceNotFound.
 */
export async function lockSpaces(tx: Tx, spaceIds: readonly string[]): Promise<void> {
  // However an id is written, it is one space and one lock.
  const ids = [...new Set(spaceIds.map((id) => id.toLowerCase()))]
  takeTurnsFor(tx, ids)
  const [, { rows }] = await Promise.all([
    sql`
      select pg_advisory_xact_lock_shared(${BLOBS}), (
        select count(pg_advisory_xact_lock(${SPACES}, key))
        from (select distinct hashtext(id) as key from unnest(${ids}::text[]) as id order by key) as queue)`.execute(
      tx,
    ),
    sql`select 1 from space_usage where space_id = any(${ids}::uuid[])`.execute(tx),
  ])
  if (rows.length !== ids.length) throw new Failure('spaceNotFound')
}

/** Takes the place in the queue of one space. */
export const lockSpace = (tx: Tx, spaceId: string): Promise<void> => lockSpaces(tx, [spaceId])

/** Keeps the sweeper from removing what is being pointed at, until the transaction ends. */
export const holdBlobs = (tx: Tx) => sql`select pg_advisory_xact_lock_shared(${BLOBS})`.execute(tx)

/** Keeps everybody from pointing at blobs until the transaction ends. */
export const lockBlobs = (tx: Tx) => sql`select pg_advisory_xact_lock(${BLOBS})`.execute(tx)
