import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db, Tx } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Advisory lock: of several nodes that start at once, only one migrates. */
const LOCK = 20261120

export type Migration = { name: string; text: string; checksum: string }

/** The numbered migrations, in order. */
export function migrations(): Migration[] {
  const names = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

/** The database does not fit this program: newer than it, or with a different history of migrations. */
export class MigrationError extends Error {}

export type Applied = { name: string; checksum: string }

/** Throws MigrationError when this program can't serve a database with these applied migrations. */
export function checkApplied(applied: readonly Applied[], known: readonly Migration[] = migrations()): void {
  for (const { name, checksum } of applied) {
    const ours = known.find((migration) => migration.name === name)
    if (!ours)
      throw new MigrationError(
        `the database has ${name}, which this version does not know: it is newer than the program`,
      )
    if (ours.checksum !== checksum) throw new MigrationError(`${name} was changed after it had been applied`)
  }
}

/** The applied migrations of a database, in order. */
export async function appliedTo(db: Db | Tx): Promise<Applied[]> {
  const { rows } = await sql<Applied>`select name, checksum from migration order by name`.execute(db)
  return rows
}

/** Like `migrate`, within a transaction. */
export async function migrateWithin(tx: Tx, known: readonly Migration[] = migrations()): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  await sql`create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
    tx,
  )
  const applied = await appliedTo(tx)
  checkApplied(applied, known)
  const missing = known.filter(({ name }) => !applied.some((row) => row.name === name))
  for (const { name, text, checksum } of missing) {
    await sql.raw(text).execute(tx)
    await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(tx)
  }
  return missing.map(({ name }) => name)
}

/** Applies the missing migrations, all or none; returns their names. Never migrates down. */
export const migrate = (db: Db, known: readonly Migration[] = migrations()): Promise<string[]> =>
  db.transaction().execute((tx) => migrateWithin(tx, known))
