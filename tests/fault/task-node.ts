/**
 * A node that does nothing but tasks, for tests that kill and freeze it: `DATABASE_URL` and `DATA_DIR` as for the
 * server, `AHEAD_MS` how far its clock is ahead; with `COPIES` it copies where a server makes archives, and `FREEZE` is the file
 * before which it stands still until it is woken.
 */
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig, sourceOf } from '#server/config.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openBus } from '#server/storage/bus.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'
import { copyWork } from '../support/copy-work.ts'

const config = readConfig(sourceOf(process.env))
const db = openDatabase(config.databaseUrl ?? '')
const bus = await openBus(config.databaseUrl ?? '', db)
const blobs = await openBlobStore(config, db)
const aheadMs = Number(process.env.AHEAD_MS ?? 0)
const { services } = await buildApp({
  db,
  bus,
  blobs,
  config,
  newId,
  log: pino(),
  seal: openSeal(config),
  isDraining: () => false,
  now: () => new Date(Date.now() + aheadMs),
})
let hasFrozen = false
const copies = copyWork(
  { db, files: services.files },
  {
    before: ({ path }) => {
      if (path !== process.env.FREEZE || hasFrozen) return
      hasFrozen = true
      process.stdout.write('frozen\n')
      process.kill(process.pid, 'SIGSTOP')
    },
  },
)
if (process.env.COPIES) services.tasks.register(copies)
services.tasks.start()
