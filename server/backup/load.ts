import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { RESTORING } from '#server/setup.ts'
import { type Address, databaseOn } from '#server/storage/database.ts'
import { migrateWithin, migrations } from '#server/storage/migrate.ts'
import { connected } from './connected.ts'
import { dropTransient } from './drop-transient.ts'
import { loadSpaceTables } from './load-space-tables.ts'
import { BackupError, type Manifest, type TableCopy } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { compareTable, loadTable } from './rows.ts'
import { through } from './streams.ts'
import { isOfSpaces, quoted, speakPlainly, tablesOf } from './tables.ts'

type Named = { name: string; on: string; definition: string }

/** Foreign keys, and indexes that no constraint needs: dropped before rows are loaded, created again afterwards. */
const FOREIGN_KEYS = `
  select conname as name, conrelid::regclass::text as on, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by oid`
const INDEXES = `
  select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as on, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x')) order by 1`
const TRIGGERED = `
  select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not tgisinternal and c.relnamespace = current_schema()::regnamespace`

const named = async (client: pg.Client, query: string) => (await client.query<Named>(query)).rows

async function all(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const one of statements) await client.query(one)
}

/** Runs `load` without triggers, foreign keys and extra indexes, and restores them afterwards. */
async function bare(client: pg.Client, load: () => Promise<void>): Promise<void> {
  const keys = await named(client, FOREIGN_KEYS)
  const indexes = await named(client, INDEXES)
  const triggered = await named(client, TRIGGERED)
  await all(
    client,
    keys.map(({ on, name }) => `alter table ${on} drop constraint ${quoted(name)}`),
  )
  await all(
    client,
    indexes.map(({ name }) => `drop index ${name}`),
  )
  await all(
    client,
    triggered.map(({ name }) => `alter table ${name} disable trigger user`),
  )
  await load()
  await all(
    client,
    triggered.map(({ name }) => `alter table ${name} enable trigger user`),
  )
  await all(
    client,
    indexes.map(({ definition }) => definition),
  )
  await all(
    client,
    keys.map(({ on, name, definition }) => `alter table ${on} add constraint ${quoted(name)} ${definition}`),
  )
}

/** Throws BackupError unless the database is empty. */
export const refuseUnlessEmpty = (address: Address): Promise<void> =>
  connected(address, async (client) => {
    const { length } = await tablesOf(client)
    if (length)
      throw new BackupError(`the database is not empty (${length} tables): a restore begins with an empty one`)
  })

/** The backup whose rows are loaded but whose restore is unfinished; null for none. */
export const begunIn = (address: Address): Promise<string | null> =>
  connected(address, async (client) => {
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('setting') is not null as there")
    if (!rows[0]?.there) return null
    const begun = await client.query<{ value: string }>('select value from setting where key = $1', [RESTORING])
    return begun.rows[0]?.value ?? null
  })

export const endRestore = (address: Address): Promise<void> =>
  connected(address, async (client) => {
    await client.query('delete from setting where key = $1', [RESTORING])
  })

type Load = { manifest: Manifest; place: BackupPlace; say: (line: string) => void }

/**
 * Creates the tables of the main schema as of the backup, loads and compares every row: one transaction, all or
 * nothing. Throws BackupError for a database that is not empty or rows that differ.
 */
export const loadDatabase = (address: Address, { manifest, place }: Omit<Load, 'say'>): Promise<void> =>
  connected(address, (client) =>
    databaseOn(client)
      .transaction()
      .execute(async (tx) => {
        await speakPlainly(client)
        await client.query("set local maintenance_work_mem to '256MB'; set local jit to off")
        await migrateWithin(
          tx,
          migrations().filter(({ name }) => manifest.migrations.some((one) => one.name === name)),
        )
        const tables = manifest.tables.filter(({ name }) => !isOfSpaces(name))
        await bare(client, () => loadTables(client, { ...manifest, tables }, place))
        await compare(client, tables)
        await client.query('insert into setting (key, value) values ($1, to_jsonb($2::text))', [RESTORING, manifest.id])
      }),
  )

/**
 * The steps after the main schema is loaded, repeated if they were interrupted: load the space tables, migrate
 * everything to the version of this program, and remove what must not survive a restore.
 */
export async function completeDatabase(address: Address, { manifest, place, say }: Load): Promise<void> {
  await loadSpaceTables(address, { manifest, place })
  await connected(address, async (client) => {
    await databaseOn(client)
      .transaction()
      .execute(async (tx) => {
        const later = await migrateWithin(tx)
        if (later.length) say(`brought forward: ${later.join(', ')}`)
        await dropTransient(tx)
      })
    await client.query('analyze')
  })
}

async function loadTables(client: pg.Client, manifest: Manifest, place: BackupPlace): Promise<void> {
  const made = (await tablesOf(client)).map(({ name }) => quoted(name))
  await client.query(`truncate ${made.join(', ')}`)
  for (const table of manifest.tables)
    await loadTable(client, table, through(place.read(manifest.id, table.file), createZstdDecompress()))
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval(quote_ident($1)::regclass, $2, $3)', [name, value, isCalled])
}

async function compare(client: pg.Client, tables: readonly TableCopy[]): Promise<void> {
  const wrong: string[] = []
  for (const table of tables) {
    const differs = await compareTable(client, table)
    if (differs) wrong.push(differs)
  }
  if (wrong.length) throw new BackupError(`rows differ: ${wrong.join(', ')}`)
}
