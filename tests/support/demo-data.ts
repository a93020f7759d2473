import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#server/storage/database.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { freshDataDir, startServer } from './server.ts'

const LOOK_MS = 50
const FILL = fileURLToPath(new URL('./journeys/fill.ts', import.meta.url))

/** Resolves when all renditions of the files (texts and pictures) have been made. */
async function renditionsMade(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from rendition where state = 'due' limit 1`.execute(db)
    if (!rows.length) return
    await pause(LOOK_MS)
  }
}

/**
 * Prepares, once per run, the data folder of a stopped server with the people and spaces of the journeys; servers that
 * start with a copy need no initdb, migrations or filling. Returns a function that removes it. The caller must be able to read the folder
 * completely: a database that had to be stored elsewhere is not copied.
 */
export async function prepareDemo(): Promise<() => void> {
  const server = await startServer({ dataDir: filledDataDir() })
  const address = await findEmbedded(server.dataDir)
  if (!address) throw new Error('the prepared server has no database')
  const db = openDatabase(address)
  await renditionsMade(db)
  await db.destroy()
  await server.end()
  if (existsSync(join(server.dataDir, 'postgres', 'PG_VERSION'))) process.env.PREPARED_DEMO = server.dataDir
  return () => rmSync(server.dataDir, { recursive: true, force: true })
}

/** A new data folder with the people and spaces of the journeys. */
function filledDataDir(): string {
  const dataDir = freshDataDir()
  execFileSync(process.execPath, [FILL, dataDir], { stdio: 'inherit' })
  return dataDir
}

/** A new data folder with a copy of the prepared data, or filled anew if it can't be copied. */
export function demoDataDir(): string {
  const prepared = process.env.PREPARED_DEMO
  if (!prepared) return filledDataDir()
  const dataDir = freshDataDir()
  // Owners are preserved: a database started by root belongs to another account.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
  return dataDir
}
