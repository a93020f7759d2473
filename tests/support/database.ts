import { sql } from 'kysely'
import { inject } from 'vitest'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `postgres://` URL of the run's database server, where databases are created and dropped. */
    databaseServer: string
    /** Name of a migrated database to copy. */
    databaseTemplate: string
    /** Folder of the run in which worlds have their folders, removed at its end. */
    worldFolders: string
    /** `s3://` address containing `{world}`, when worlds keep their contents in an object store. */
    objectStore: string | null
  }
}

const withDatabase = (server: string, name: string) => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function administer(server: string, statement: string): Promise<void> {
  const db = openDatabase(server, 1)
  await sql.raw(statement).execute(db)
  await db.destroy()
}

/** Creates a database with the current schema, as empty as after the first start. */
export async function createTestDatabase({ template = inject('databaseTemplate') } = {}) {
  const server = inject('databaseServer')
  const name = `test_${newId().replaceAll('-', '')}`
  // file_copy takes as long to create as copying through the WAL, but dropping the database takes a third of the time.
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(server, name)
  const db = openDatabase(url, 10)
  return {
    db,
    url,
    drop: async () => {
      await db.destroy()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  }
}
