/** `node tests/support/journeys/fill.ts FOLDER`: a data folder with the people and spaces of the journeys. */
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { calendarOf } from '#server/demo/calendar.ts'
import { people, WELCOMED } from '#server/demo/people.ts'
import { seedSample } from '#server/demo/seed.ts'
import { openLog } from '#server/log.ts'
import { ensureMethods } from '#server/modules/methods/index.ts'
import { checkSeal, ensureAdministrator } from '#server/setup.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openBus } from '#server/storage/bus.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { migrate } from '#server/storage/migrate.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { openSeal } from '#server/storage/seal.ts'
import { ADMIN } from '../server.ts'
import { journeySpaces } from './spaces.ts'

const [, , dataDir = ''] = process.argv
const config = readConfig({ DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
const embedded = await startEmbedded(config.dataDir)
const db = openDatabase(embedded.address)
await migrate(db)
await ensureAdministrator(db, config, newId)
const bus = await openBus(embedded.address, db)
const blobs = await openBlobStore(config, db)
const seal = openSeal(config)
await checkSeal(db, seal)
const now = () => new Date()
await ensureMethods(db, seal, config.signInMethods, now())
const log = openLog('warn')
const { app, services } = await buildApp({ db, bus, blobs, config, now, newId, log, seal, isDraining: () => false })
await seedSample(
  { db, blobs, now, newId, seal, services, calendar: calendarOf(now()), tools: { ffmpeg: null } },
  { people: people.slice(0, WELCOMED), spaces: journeySpaces, sinceDays: 0, make: (_space, file) => file.make() },
)
await app.close()
await bus.close()
await blobs.close()
await db.destroy()
await embedded.stop()
