import { sql } from 'kysely'
import type { World } from './world.ts'

/** How many wait for a place in the queue of a space. */
export async function waitingIn(world: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(world.db)
  return rows[0]?.count ?? 0
}

/** How many wait for any lock, of a row too. */
export async function heldUpIn(world: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(world.db)
  return rows[0]?.count ?? 0
}
