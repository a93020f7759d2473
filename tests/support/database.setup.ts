import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { type Db, openDatabase } from '#server/storage/database.ts'
import { migrate } from '#server/storage/migrate.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { startSwift } from '../services/swift.ts'

const BUCKET = 'worlds'
const TEMPLATE = 'dataspace_template'
/** Tests need no safety against power loss; the fault tests prove durability with the real settings. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/**
 * Builds the console if it is stale and starts one database server for the whole run: the external one named by
 * TEST_DATABASE_URL, else an embedded one. With TEST_BLOB_STORE=s3 it also starts an object store in which every world
 * keeps its contents. Processes of the run leave databases and folders of worlds behind, which go at its end.
 */
export default async function setup(project: TestProject) {
  // The build must end before any server loads the pages, because it replaces their files.
  await buildIfStale()
  const { server, stop } = process.env.TEST_DATABASE_URL
    ? { server: process.env.TEST_DATABASE_URL, stop: async () => {} }
    : await embedded()
  const admin = openDatabase(server, 1)
  await dropLeft(admin)
  await sql.raw(`drop database if exists ${TEMPLATE} with (force)`).execute(admin)
  await sql.raw(`create database ${TEMPLATE} template template0`).execute(admin)
  const url = new URL(server)
  url.pathname = `/${TEMPLATE}`
  const template = openDatabase(url.href, 1)
  await migrate(template)
  await template.destroy()
  project.provide('databaseServer', server)
  project.provide('databaseTemplate', TEMPLATE)
  const folders = mkdtempSync(join(tmpdir(), 'ds-worlds-'))
  project.provide('worldFolders', folders)
  const store = process.env.TEST_BLOB_STORE === 's3' ? await startSwift(BUCKET) : null
  project.provide('objectStore', store && `s3://${BUCKET}/{world}?endpoint=${store.server}`)
  return async () => {
    await store?.stop()
    await dropLeft(admin)
    await admin.destroy()
    await stop()
    rmSync(folders, { recursive: true, force: true })
  }
}

/** Drops databases that processes of the run kept until the end. */
async function dropLeft(admin: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(datname) as name from pg_database where datname like 'test\\_%'`.execute(admin)
  for (const { name } of rows) await sql.raw(`drop database ${name} with (force)`).execute(admin)
}

async function embedded() {
  const dataDir = mkdtempSync(join(tmpdir(), 'ds-test-'))
  const database = await startEmbedded(dataDir, FAST)
  const { host, user, password, database: name } = database.address
  const server = `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}`
  return {
    server,
    stop: async () => {
      await database.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
