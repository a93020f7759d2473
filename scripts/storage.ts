import { type Config, readConfig, sourceOf } from '../server/config.ts'
import { checkRestored } from '../server/setup.ts'
import { type BlobStore, openBlobStore } from '../server/storage/blobs/index.ts'
import { type Address, type Db, openDatabase } from '../server/storage/database.ts'
import { migrate } from '../server/storage/migrate.ts'
import { AlreadyRunning, findEmbedded, startEmbedded } from '../server/storage/postgres/supervisor.ts'

export type Storage = { config: Config; address: Address; db: Db; blobs: BlobStore }
type Database = { address: Address; stop(): Promise<void> }

/** The configuration from the environment and the file. */
export const configuration = (): Config => readConfig(sourceOf(process.env))

/** Opens the configured storage for one command; the embedded database is started for it. */
export async function withStorage(
  run: (storage: Storage & { migrated: string[] }) => Promise<void>,
  config = configuration(),
): Promise<void> {
  await open(config, await own(config), async (storage) => {
    await checkRestored(storage.db)
    await run({ ...storage, migrated: await migrate(storage.db) })
  })
}

/** Like `withStorage`, but uses a running server's database as it is. */
export async function besideServer(run: (storage: Storage) => Promise<void>, config = configuration()): Promise<void> {
  const address = config.databaseUrl ?? (await findEmbedded(config.dataDir))
  await open(config, address ? { address, stop: async () => {} } : await own(config), run)
}

/** Like `withStorage`, but with a new, empty database. */
export async function onNewStorage(run: (storage: Storage) => Promise<void>, config: Config): Promise<void> {
  await open(config, await own(config), run)
}

async function open(
  config: Config,
  { address, stop }: Database,
  run: (storage: Storage) => Promise<void>,
): Promise<void> {
  const db = openDatabase(address)
  const blobs = await openBlobStore(config, db)
  try {
    await run({ config, address, db, blobs })
  } finally {
    await blobs.close()
    await db.destroy()
    await stop()
  }
}

const own = async ({ databaseUrl, dataDir }: Config): Promise<Database> =>
  databaseUrl ? { address: databaseUrl, stop: async () => {} } : startEmbedded(dataDir).catch(endIfRunning)

/** A running server owns the embedded database. */
function endIfRunning(error: unknown): never {
  if (!(error instanceof AlreadyRunning)) throw error
  process.stderr.write(`${error.message}: stop it first\n`)
  process.exit(1)
}
