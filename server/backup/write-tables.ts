import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import type { Address } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { connected } from './connected.ts'
import type { StoredFile, TableCopy } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { type Definition, definitionOf, holdTable, spaceTable, spaceTableNames } from './space-tables.ts'
import { readTable, speakPlainly, type Table, tablesOf } from './tables.ts'

const DEFINITIONS = 'definitions.zst'

type Target = { id: string; place: BackupPlace }

async function writeTable(client: pg.Client, table: Table, { id, place }: Target): Promise<TableCopy> {
  const { stream, totals } = readTable(client, table)
  const stored = await place.write(id, `${table.name}.zst`, stream, createZstdCompress())
  fault('backup-table')
  return { ...table, ...stored, ...totals() }
}

/** Writes the tables of the main schema as of the client's transaction. */
export async function writeTables(client: pg.Client, target: Target): Promise<TableCopy[]> {
  const tables: TableCopy[] = []
  for (const table of await tablesOf(client)) tables.push(await writeTable(client, table, target))
  return tables
}

/**
 * Writes the tables with the rows of space tables, and their definitions, as of the client's transaction. Each is read
 * in a separate transaction with the same snapshot: one transaction would lock more tables than a server allows. Throws
 * SnapshotLost if one was rebuilt since.
 */
export async function writeSpaceTables(
  client: pg.Client,
  address: Address,
  target: Target,
): Promise<{ tables: TableCopy[]; definitions: StoredFile }> {
  const tables: TableCopy[] = []
  const names = await spaceTableNames(client)
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  const snapshot = rows[0]?.snapshot ?? ''
  const definitions = await connected(address, (reader) => {
    async function* lines() {
      for (const name of names) {
        await begin(reader, snapshot)
        await holdTable(reader, name)
        const definition: Definition = await definitionOf(reader, name)
        tables.push(await writeTable(reader, await spaceTable(reader, name), target))
        await reader.query('commit')
        yield `${JSON.stringify(definition)}\n`
      }
    }
    return target.place.write(target.id, DEFINITIONS, Readable.from(lines()), createZstdCompress())
  })
  return { tables, definitions }
}

async function begin(reader: pg.Client, snapshot: string): Promise<void> {
  await reader.query(`begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`)
  await speakPlainly(reader)
}
