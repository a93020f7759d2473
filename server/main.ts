import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { ConfigError, configHelp, keysInFile, readConfig, sourceOf } from './config.ts'
import { beginDemo, seedDemo } from './demo/index.ts'
import type { Deps } from './deps.ts'
import { startJobs } from './jobs.ts'
import { openLog } from './log.ts'
import { ensureMethods } from './modules/methods/index.ts'
import { checkRestored, checkSeal, ensureAdministrator } from './setup.ts'
import { openBlobStore } from './storage/blobs/index.ts'
import { openBus } from './storage/bus.ts'
import { openDatabase } from './storage/database.ts'
import { newId } from './storage/id.ts'
import { migrate } from './storage/migrate.ts'
import { isFirstStart, startEmbedded } from './storage/postgres/supervisor.ts'
import { openSeal } from './storage/seal.ts'
import { openSiteClock } from './storage/site-clock.ts'

// File access, hashes and password hashing share libuv's thread pool: its default of four is too small for many small
// files.
process.env.UV_THREADPOOL_SIZE ??= '16'

/** Exit code for wrong configuration (EX_CONFIG). */
const EX_CONFIG = 78
/** How long a stop waits for running requests; milliseconds. */
const CLOSE_MS = 20_000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Returns memory that the start used to the system; V8 would keep a third of ours until there is load. */
function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  // A collection as under low memory: other collections leave emptied pages with V8.
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Starts everything in dependency order, and stops it in reverse. */
async function main(argv: string[]): Promise<void> {
  if (argv.includes('--help')) {
    say(configHelp())
    return
  }
  const config = readConfig(sourceOf(process.env), keysInFile(process.env))
  const log = openLog(config.logLevel)
  const wantsDemo = argv.includes('--demo')
  // Its files are made while the database is created.
  const begun =
    wantsDemo && !config.databaseUrl && isFirstStart(config.dataDir) ? beginDemo(config, new Date()) : undefined
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir)
  const address = config.databaseUrl ?? embedded?.address ?? ''
  const db = openDatabase(address, 10, (error) => log.warn({ err: error }, 'database connection lost'))
  await checkRestored(db)
  await migrate(db)
  const clock = await openSiteClock(db, (error) => log.warn({ err: error }, 'the time was not asked for'))
  const { now } = clock
  const administrator = await ensureAdministrator(db, config, newId)
  const bus = await openBus(address, db)
  const blobs = await openBlobStore(config, db, clock.aheadMs)
  const seal = openSeal(config)
  await checkSeal(db, seal)
  await ensureMethods(db, seal, config.signInMethods, now())
  let isDraining = false
  const deps: Deps = { db, bus, blobs, config, now, newId, log, seal, isDraining: () => isDraining }
  const { app, services } = await buildApp(deps)
  const start = async () => {
    const demo = wantsDemo ? await seedDemo({ ...deps, services }, begun) : null
    const origin = await app.listen({ port: config.port, host: config.host })
    await services.openFtp()
    await services.openSftp()
    if (administrator?.generated)
      say(`First administrator: ${administrator.email}  password: ${administrator.generated}  (shown this once)`)
    for (const line of demo ?? []) say(line)
    say(`DataSpace is ready: ${config.publicUrl ?? origin}`)
    services.tasks.start()
    services.renditions.start()
    services.traffic.start()
    services.applications.start()
    services.webhooks.start()
    services.jobs.start()
    await services.health.start()
    services.backups.start()
    services.personalData.start()
    return startJobs(address, services, { log, now })
  }
  const started = start()
  closeWithGrace({ delay: CLOSE_MS + config.drainMs, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping')
    isDraining = true
    // What is being started still needs the database.
    const jobs = await started.catch(() => null)
    // A normal stop lets load balancers notice `/readyz` first; a crash stops at once.
    if (!err) await pause(config.drainMs)
    await app.close()
    await jobs?.stop()
    clock.close()
    await bus.close()
    await blobs.close()
    await db.destroy()
    await embedded?.stop()
  })
  await started
  giveMemoryBack()
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error
  for (const line of error.lines) process.stderr.write(`${line}\n`)
  process.exit(EX_CONFIG)
})
