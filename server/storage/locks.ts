import { sql } from 'kysely'
import type pg from 'pg'
import { Failure } from '#server/failure.ts'
import { acquireMutexesFor, type Db, type Tx } from './database.ts'

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
  acquireMutexesFor(tx, ids)
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

const LOCK_TIMEOUT = '55P03'

/** Advisory lock of a backup under way: as long as it is held no sweep removes a content. */
const BACKUP = 20261126
/** A sweep under way is waited for this long; behind another backup nobody waits. */
const BACKUP_WAIT_MS = 10_000

/**
 * Keeps every content that the database names from being swept until `release`, or until the connection ends, however
 * it does. Null when another backup of this installation is under way. `release` answers whether it was held all along.
 */
export async function keepContents(client: pg.Client): Promise<{ release(): Promise<boolean> } | null> {
  try {
    await client.query(`set lock_timeout to ${BACKUP_WAIT_MS}`)
    await client.query('select pg_advisory_lock($1)', [BACKUP])
    await client.query('set lock_timeout to 0')
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_TIMEOUT) return null
    throw error
  }
  return {
    async release() {
      const { rows } = await client.query('select pg_advisory_unlock($1) as held', [BACKUP])
      return rows[0]?.held === true
    },
  }
}

/** Keeps the sweeper from removing what is being pointed at, until the transaction ends. */
export const holdBlobs = (tx: Tx) => sql`select pg_advisory_xact_lock_shared(${BLOBS})`.execute(tx)

/** Keeps everybody from pointing at blobs until the transaction ends. */
export const lockBlobs = (tx: Tx) => sql`select pg_advisory_xact_lock(${BLOBS})`.execute(tx)

/** Longer than this nobody waits behind a sweep that itself waits for somebody's long change. */
const SWEEP_WAIT_MS = 2000

/**
 * Runs a sweep while nobody can begin to point at blobs; null when somebody does so for long: all who came meanwhile
 * would wait behind the sweep, so it gives way until it is its hour again. It gives way to a backup at once.
 */
export async function whileBlobsRest<T>(db: Db, sweep: (tx: Tx) => Promise<T>): Promise<T | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${BACKUP}) as free`.execute(
        tx,
      )
      if (!rows[0]?.free) return null
      await sql`set local lock_timeout to ${sql.lit(SWEEP_WAIT_MS)}`.execute(tx)
      await lockBlobs(tx)
      return sweep(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_TIMEOUT) return null
    throw error
  }
}
