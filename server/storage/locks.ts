import { sql } from 'kysely'
import type pg from 'pg'
import { Failure } from '#server/failure.ts'
import { acquireMutexesFor, type Db, type Tx } from './database.ts'

/** Advisory lock between transactions that reference blobs (shared) and the sweeper (exclusive). */
const BLOBS = 20261121
/** First half of the key of a space's lock; the second half is derived from its id. */
const SPACES = 20261122

/**
 * Locks each space against other structural changes until the transaction ends: counters, names, quota and cycles are
 * decided by one change at a time. Also takes the shared blob lock, so that the sweeper removes no referenced content.
 * Counter rows are not locked, so that uploads can reserve storage. Locks are taken in the order of their keys, which
 * prevents deadlocks. Throws spaceNotFound.
 */
export async function lockSpaces(tx: Tx, spaceIds: readonly string[]): Promise<void> {
  const ids = distinct(spaceIds)
  const [, { rows }] = await lockSpacesWith(tx, ids, () =>
    sql`select 1 from space_usage where space_id = any(${ids}::uuid[])`.execute(tx),
  )
  if (rows.length !== ids.length) throw new Failure('spaceNotFound')
}

/** Ids in upper and lower case are the same space and the same lock. */
const distinct = (spaceIds: readonly string[]) => [...new Set(spaceIds.map((id) => id.toLowerCase()))]

/**
 * From here on the transaction takes the plan that a connection has made of each statement, without asking what the
 * values are: for a few rows by their keys, planning takes longer than running.
 */
export const TAKING_PLANS = sql`, set_config('plan_cache_mode', 'force_generic_plan', true) as plans`

type Locking = { isOfFewRows?: boolean }

/**
 * The same with a first look that travels together with the locks and sees what is there once they are held; the look
 * finds out whether the spaces exist. A change of few rows takes the plans that are there.
 */
export function lockSpacesWith<T>(
  tx: Tx,
  spaceIds: readonly string[],
  look: () => Promise<T>,
  { isOfFewRows = false }: Locking = {},
): Promise<[unknown, T]> {
  const ids = distinct(spaceIds)
  acquireMutexesFor(tx, ids)
  const locked = sql`
    select pg_advisory_xact_lock_shared(${BLOBS}), (
      select count(pg_advisory_xact_lock(${SPACES}, key))
      from (select distinct hashtext(id) as key from unnest(${ids}::text[]) as id order by key) as queue)
      ${isOfFewRows ? TAKING_PLANS : sql``}`.execute(tx)
  return Promise.all([locked, look()])
}

/** Locks one space. */
export const lockSpace = (tx: Tx, spaceId: string): Promise<void> => lockSpaces(tx, [spaceId])

const LOCK_TIMEOUT = '55P03'

/** Advisory lock of a running backup: the sweeper removes no content while it is held. */
const BACKUP = 20261126
/** How long a backup waits for a running sweep; a second backup does not wait at all. */
const BACKUP_WAIT_MS = 10_000

/**
 * Keeps all referenced contents from the sweeper until `release`, or until the connection ends. Null when another
 * backup of this installation is running. `release` returns whether the lock was held throughout.
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

/** Advisory lock of the copies of spaces, shared among them: the sweeper removes no content while one is held. */
const SPACE_BACKUPS = 20261127

/** The same for the copy of a space, of which several may be under way; it waits for a sweep that is running. */
export async function keepContentsOfSpace(client: pg.Client): Promise<{ release(): Promise<boolean> }> {
  await client.query('select pg_advisory_lock_shared($1)', [SPACE_BACKUPS])
  return {
    async release() {
      const { rows } = await client.query('select pg_advisory_unlock_shared($1) as held', [SPACE_BACKUPS])
      return rows[0]?.held === true
    },
  }
}

/** Keeps the sweeper from removing referenced contents until the transaction ends. */
export const holdBlobs = (tx: Tx) => sql`select pg_advisory_xact_lock_shared(${BLOBS})`.execute(tx)

/** Keeps all others from referencing blobs until the transaction ends. */
export const lockBlobs = (tx: Tx) => sql`select pg_advisory_xact_lock(${BLOBS})`.execute(tx)

/** Maximum time that others wait behind a sweep that itself waits for a long transaction. */
const SWEEP_WAIT_MS = 2000

/**
 * Runs a sweep while no transaction can reference blobs; null if the lock is not free in time: later transactions would
 * queue behind the sweep, so it stops until its next schedule. It yields to a backup at once.
 */
export async function whileBlobsRest<T>(db: Db, sweep: (tx: Tx) => Promise<T>): Promise<T | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ free: boolean }>`
        select pg_try_advisory_xact_lock_shared(${BACKUP}) and pg_try_advisory_xact_lock(${SPACE_BACKUPS}) as free`.execute(
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
