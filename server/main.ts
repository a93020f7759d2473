import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import { findCompiled } from './compiled.ts'
import { type Config, ConfigError, configHelp, keysInFile, readConfig, sourceOf } from './config.ts'
import { demoBackups } from './demo/backups-folder.ts'
import { openLog } from './log.ts'
import { isFirstStart, startEmbedded } from './storage/postgres/supervisor.ts'
import { runWorkers, StartFailed } from './workers/parent.ts'
import { STOP_MS } from './workers/place.ts'

// File access, hashes and password hashing share libuv's thread pool: its default of four is too small for many small
// files.
process.env.UV_THREADPOOL_SIZE ??= '16'
// Pages are rendered by React, which takes more than twice as long with its checks for developers.
process.env.NODE_ENV ??= 'production'
findCompiled()

/** Exit code for wrong configuration (EX_CONFIG). */
const EX_CONFIG = 78
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The whole server in this process. */
async function runAlone(config: Config, { log, wantsDemo }: { log: FastifyBaseLogger; wantsDemo: boolean }) {
  const isFirst = !config.databaseUrl && isFirstStart(config.dataDir)
  const starting = config.databaseUrl ? null : startEmbedded(config.dataDir, {}, log)
  const database = starting ? starting.then(({ address }) => address) : Promise.resolve(config.databaseUrl ?? '')
  // A failure is reported once the server is loaded, which takes as long as starting the database.
  database.catch(() => {})
  const { openServer } = await import('./serving.ts')
  const server = await openServer({ config, log, wantsDemo, isFirstStart: isFirst, database })
  closeWithGrace({ delay: STOP_MS + config.drainMs, logger: log }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping')
    await server.stop({ drains: !err })
    await (await starting)?.stop()
  })
  say(`DataSpace is ready: ${await server.started}`)
  await server.working
}

async function main(argv: string[]): Promise<void> {
  if (argv.includes('--help')) {
    say(configHelp())
    return
  }
  const wantsDemo = argv.includes('--demo')
  const read = () => readConfig(sourceOf(process.env), keysInFile(process.env))
  let config = read()
  if (wantsDemo && !config.backupFolders.length) {
    process.env.BACKUP_FOLDERS = demoBackups(config)
    config = read()
  }
  const log = openLog(config.logLevel)
  if (cluster.isWorker) return (await import('./workers/worker.ts')).work(config, log)
  if (config.workers === 1) return runAlone(config, { log, wantsDemo })
  return runWorkers(config, { log, wantsDemo, say, program: import.meta.filename })
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof StartFailed) process.exit(error.exitCode)
  if (!(error instanceof ConfigError)) throw error
  for (const line of error.lines) process.stderr.write(`${line}\n`)
  process.exit(EX_CONFIG)
})
