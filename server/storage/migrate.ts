import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Db } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Advisory lock: of several nodes that start at once, one migrates. */
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

/** A database that this program can't serve: newer than it, or with a past that was rewritten. */
export class MigrationError extends Error {}

type Applied = { name: string; checksum: string }

function check(applied: Applied[], known: Migration[]): void {
  for (const { name, checksum } of applied) {
    const ours = known.find((migration) => migration.name === name)
    if (!ours)
      throw new MigrationError(
        `the database has ${name}, which this version does not know: it is newer than the program`,
      )
    if (ours.checksum !== checksum) throw new MigrationError(`${name} was changed after it had been applied`)
  }
}

/** Brings a database forward, all or nothing; answers the names of what was applied. Never goes back. */
export async function migrate(db: Db, known: Migration[] = migrations()): Promise<string[]> {
  return (db as Kysely<unknown>).transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    await sql`create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())`.execute(
      tx,
    )
    const { rows } = await sql<Applied>`select name, checksum from migration order by name`.execute(tx)
    check(rows, known)
    const missing = known.filter(({ name }) => !rows.some((row) => row.name === name))
    for (const { name, text, checksum } of missing) {
      await sql.raw(text).execute(tx)
      await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(tx)
    }
    return missing.map(({ name }) => name)
  })
}
