import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#server/storage/database.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { freshDataDir, startServer } from './server.ts'

const LOOK_MS = 50

/** Resolves when texts and pictures of all that is in the sample have been made. */
async function renditionsMade(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from rendition where state = 'due' limit 1`.execute(db)
    if (!rows.length) return
    await pause(LOOK_MS)
  }
}

/**
 * A data folder as a server with the demo left it at rest, once for a run: servers that begin with a copy need no
 * initdb, no migrations and no sample. Answers what removes it. Whoever runs it must be able to read it whole: a
 * database that had to lie elsewhere isn't copied.
 */
export async function prepareDemo(): Promise<() => void> {
  const server = await startServer({ argv: ['--demo'] })
  const address = await findEmbedded(server.dataDir)
  if (!address) throw new Error('the server of the demo has no database')
  const db = openDatabase(address)
  await renditionsMade(db)
  await db.destroy()
  await server.end()
  if (existsSync(join(server.dataDir, 'postgres', 'PG_VERSION'))) process.env.PREPARED_DEMO = server.dataDir
  return () => rmSync(server.dataDir, { recursive: true, force: true })
}

/** A data folder of its own with the demo in it, or an empty one where none was prepared. */
export function demoDataDir(): string {
  const dataDir = freshDataDir()
  const prepared = process.env.PREPARED_DEMO
  // Owners stay: the database of root belongs to another account.
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
  return dataDir
}
