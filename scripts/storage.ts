import { readConfig, sourceOf } from '../server/config.ts'
import { type BlobStore, openBlobStore } from '../server/storage/blobs/index.ts'
import { type Db, openDatabase } from '../server/storage/database.ts'
import { migrate } from '../server/storage/migrate.ts'
import { AlreadyRunning, startEmbedded } from '../server/storage/postgres/supervisor.ts'

type Storage = { db: Db; blobs: BlobStore; migrated: string[] }

/** Opens the storage that the configuration names for one errand; the embedded database is started for it. */
export async function withStorage(errand: (storage: Storage) => Promise<void>): Promise<void> {
  const config = readConfig(sourceOf(process.env))
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir).catch(endIfRunning)
  const db = openDatabase(config.databaseUrl ?? embedded?.address ?? '')
  const blobs = await openBlobStore(config, db)
  try {
    await errand({ db, blobs, migrated: await migrate(db) })
  } finally {
    await blobs.close()
    await db.destroy()
    await embedded?.stop()
  }
}

/** The embedded database belongs to the server that runs it. */
function endIfRunning(error: unknown): never {
  if (!(error instanceof AlreadyRunning)) throw error
  process.stderr.write(`${error.message}: stop it first\n`)
  process.exit(1)
}
