import { sql } from 'kysely'
import { Failure } from '#server/failure.ts'
import type { Tx } from './database.ts'

/** Advisory lock between those who point at blobs (shared) and the sweeper (alone). */
const BLOBS = 20261121
/** First half of the key of a space's queue; the second comes from its id. */
const SPACES = 20261122

/**
 * Takes the one place in a space's queue of structural changes, until the transaction ends: counters, names, quota and
 * cycles are decided by one change at a time. Shares the blob lock, so that no sweep removes what is being pointed at.
 * The row of counters stays free meanwhile, so that uploads can reserve room. Throws spaceNotFound.
 */
export async function lockSpace(tx: Tx, spaceId: string): Promise<void> {
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock_shared(${BLOBS}), pg_advisory_xact_lock(${SPACES}, hashtext(${spaceId}))`.execute(
      tx,
    ),
    sql`select 1 from space_usage where space_id = ${spaceId}::uuid`.execute(tx),
  ])
  if (!rows.length) throw new Failure('spaceNotFound')
}

/** Keeps everybody from pointing at blobs until the transaction ends. */
export const lockBlobs = (tx: Tx) => sql`select pg_advisory_xact_lock(${BLOBS})`.execute(tx)
