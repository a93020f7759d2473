import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from './app.ts'
import { keepCompiled } from './compiled.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { startJobs } from './jobs.ts'
import { ensureMethods } from './modules/methods/index.ts'
import { checkRestored, checkSeal, ensureAdministrator } from './setup.ts'
import { openBlobStore } from './storage/blobs/index.ts'
import type { Ask } from './storage/blobs/staging-pool.ts'
import { openBus } from './storage/bus.ts'
import { type Address, openDatabase } from './storage/database.ts'
import { newId } from './storage/id.ts'
import { migrate } from './storage/migrate.ts'
import { openSeal } from './storage/seal.ts'
import { openSiteClock } from './storage/site-clock.ts'
import type { WorkerPlace } from './workers/place.ts'

/** Between tries to start the scheduled jobs. */
const JOBS_AGAIN_MS = 2000

/** Returns memory that the start used to the system; V8 would keep a third of ours until there is load. */
function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc')
  // A collection as under low memory: other collections leave emptied pages with V8.
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

type Start = {
  config: Config
  log: FastifyBaseLogger
  wantsDemo: boolean
  /** Whether there was no database before. */
  isFirstStart: boolean
  /** The database, which is being started. */
  database: Promise<Address>
  /** With several processes, the one that keeps the uploads of a local folder, and the identity of this one. */
  keeper?: Ask
  worker?: WorkerPlace
}

/** Opens everything in dependency order; `stop` closes it in reverse. `started` resolves to where it listens. */
export async function openServer({ config, log, wantsDemo, isFirstStart, database, keeper, worker }: Start) {
  // Its files are made while the database is created.
  const demo = wantsDemo ? await import('./demo/index.ts') : null
  const begun = isFirstStart ? demo?.beginDemo(config, new Date()) : undefined
  const address = await database
  const db = openDatabase(address, 10, (error) => log.warn({ err: error }, 'database connection lost'))
  await checkRestored(db)
  await migrate(db)
  const clock = await openSiteClock(db, (error) => log.warn({ err: error }, 'the time was not asked for'))
  const { now } = clock
  const administrator = await ensureAdministrator(db, config, newId)
  const bus = await openBus(address, db)
  const blobs = await openBlobStore(config, db, clock.aheadMs, keeper)
  const seal = openSeal(config)
  await checkSeal(db, seal)
  await ensureMethods(db, seal, config.signInMethods, now())
  let isDraining = false
  const deps: Deps = {
    db,
    bus,
    blobs,
    config,
    now,
    newId,
    log,
    seal,
    isDraining: () => isDraining,
    ...(worker && { worker }),
  }
  const { app, services } = await buildApp(deps)
  const say = (line: string) => process.stdout.write(`${line}\n`)

  async function start() {
    const accounts = await demo?.seedDemo({ ...deps, services }, begun)
    const origin = await app.listen({ port: config.port, host: config.host })
    await services.openFtp()
    await services.openSftp()
    if (administrator?.generated)
      say(`First administrator: ${administrator.email}  password: ${administrator.generated}  (shown only once)`)
    for (const line of accounts ?? []) say(line)
    return config.publicUrl ?? origin
  }
  /** Starts the scheduled jobs; retried while the database is unavailable, such as during a restart. */
  async function jobsStarted(): ReturnType<typeof startJobs> {
    for (;;) {
      try {
        return await startJobs(address, services, { log, now })
      } catch (err) {
        if (isDraining) throw err
        log.error({ err }, 'scheduled jobs could not be started: trying again')
        await pause(JOBS_AGAIN_MS)
      }
    }
  }
  async function startWork() {
    services.tasks.start()
    services.renditions.start()
    services.traffic.start()
    services.applications.start()
    services.webhooks.start()
    services.jobs.start()
    await services.health.start()
    services.backups.start()
    services.personalData.start()
    const jobs = await jobsStarted()
    giveMemoryBack()
    keepCompiled()
    return jobs
  }
  const started = start()
  const working = started.then(startWork)
  // Callers that wait for the start get its error.
  working.catch(() => {})
  return {
    started,
    /** Resolves when scheduled work is done, too. */
    working,
    /** With `drains` load balancers notice `/readyz` first; after a crash it stops at once. */
    async stop({ drains }: { drains: boolean }): Promise<void> {
      isDraining = true
      // Components that are still starting need the database.
      const jobs = await working.catch(() => null)
      if (drains) await pause(config.drainMs)
      await app.close()
      await jobs?.stop()
      clock.close()
      await bus.close()
      await blobs.close()
      await db.destroy()
    },
  }
}
