import { once } from 'node:events'
import { sql } from 'kysely'
import { openDatabase } from '#server/storage/database.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import type { Server } from './server.ts'

/**
 * Ends the leases of a dead node, so that another node can take over without waiting for them to expire. Its tasks are
 * a minute older then, as after that wait.
 */
export async function endLeases(dataDir: string): Promise<void> {
  const embedded = await startEmbedded(dataDir)
  const db = openDatabase(embedded.address)
  for (const table of ['task', 'backup_run'])
    await sql`update ${sql.table(table)} set lease_by = null, lease_until = null`.execute(db)
  await sql`update task set created_at = created_at - interval '1 minute'`.execute(db)
  await sql`update installation_run set seen_at = to_timestamp(0)`.execute(db)
  await db.destroy()
  await embedded.stop()
}

/** Resolves when the server has exited because of the injected fault. */
export async function died({ process: child }: Server): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
