import { sql } from 'kysely'
import type { World } from './world.ts'

/** How many connections wait for the lock of a space's queue. */
export async function waitingIn(world: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(world.db)
  return rows[0]?.count ?? 0
}

/** How many connections wait for any lock, including row locks. */
export async function heldUpIn(world: World): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(world.db)
  return rows[0]?.count ?? 0
}
