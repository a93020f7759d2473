/** A node that thins versions out once and ends; `DATABASE_URL` and `DATA_DIR` as for the server. */
import { pino } from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig, sourceOf } from '#server/config.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openBus } from '#server/storage/bus.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'

const config = readConfig(sourceOf(process.env))
const db = openDatabase(config.databaseUrl ?? '')
const bus = await openBus(config.databaseUrl ?? '', db)
const { services } = await buildApp({
  db,
  bus,
  blobs: await openBlobStore(config, db),
  config,
  newId,
  log: pino(),
  seal: openSeal(config),
  now: () => new Date(),
  isDraining: () => false,
})
await services.versions.thin()
process.exit()
