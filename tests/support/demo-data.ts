import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#server/storage/database.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { freshDataDir, type Server, startServer } from './server.ts'

const LOOK_MS = 50
const FILL = fileURLToPath(new URL('./journeys/fill.ts', import.meta.url))
const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))

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
 * completely: a database that had to be stored elsewhere is not copied. The data are those of a backup that was restored on
 * an empty machine: every journey proves that nothing got lost on that way.
 */
export async function prepareDemo(): Promise<() => void> {
  const server = await startServer({ dataDir: filledDataDir() })
  const address = await findEmbedded(server.dataDir)
  if (!address) throw new Error('the prepared server has no database')
  const db = openDatabase(address)
  await renditionsMade(db)
  await db.destroy()
  const dataDir = await movedByBackup(server)
  await server.end()
  if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) process.env.PREPARED_DEMO = dataDir
  return () => {
    for (const folder of new Set([dataDir, server.dataDir])) rmSync(folder, { recursive: true, force: true })
  }
}

/** A new data folder that was restored from a backup of this server, made while it ran: nothing else comes along. */
async function movedByBackup({ dataDir, end }: Server): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'ds-backup-'))
  const into = freshDataDir()
  const command = (name: string, ...argv: string[]) =>
    execFileSync(process.execPath, [join(SCRIPTS, name), ...argv], { env: { ...process.env, DATA_DIR: dataDir } })
  command('backup.ts', '--to', place)
  await end()
  command('restore.ts', '--from', place, '--into', into)
  rmSync(place, { recursive: true })
  return into
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
