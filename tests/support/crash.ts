import { once } from 'node:events'
import { sql } from 'kysely'
import { openDatabase } from '#server/storage/database.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import type { Server } from './server.ts'

/** Another node takes over at once: the lease of the node that died is not waited for. */
export async function endLeases(dataDir: string): Promise<void> {
  const embedded = await startEmbedded(dataDir)
  const db = openDatabase(embedded.address)
  await sql`update task set lease_by = null, lease_until = null`.execute(db)
  await db.destroy()
  await embedded.stop()
}

/** Resolves when the server has died of its fault. */
export async function died({ process: child }: Server): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
