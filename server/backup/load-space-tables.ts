import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { type Address, databaseOn } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { connected } from './connected.ts'
import { BackupError, type Manifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { compareTable, loadTable } from './rows.ts'
import { type Definition, isThere } from './space-tables.ts'
import { linesOf, through } from './streams.ts'
import { speakPlainly } from './tables.ts'

type Load = { manifest: Manifest; place: BackupPlace }

/**
 * Creates, loads and compares the tables with the rows of space tables, each in a separate transaction; existing ones
 * are complete and kept. Throws BackupError for rows that differ.
 */
export const loadSpaceTables = (address: Address, { manifest, place }: Load): Promise<void> =>
  connected(address, async (client) => {
    const { definitions, tables, id } = manifest
    if (!definitions) return
    const copies = new Map(tables.map((table) => [table.name, table]))
    for await (const line of linesOf(through(place.read(id, definitions.file), createZstdDecompress()))) {
      const definition = JSON.parse(line) as Definition
      const copy = copies.get(definition.name)
      if (!copy) throw new BackupError(`the rows of ${definition.name} are not in the backup`)
      if (await isThere(client, definition.name)) continue
      await databaseOn(client)
        .transaction()
        .execute(async () => {
          await speakPlainly(client)
          await client.query(definition.create)
          await loadTable(client, copy, through(place.read(id, copy.file), createZstdDecompress()))
          await complete(client, definition)
          const wrong = await compareTable(client, copy)
          if (wrong) throw new BackupError(`rows differ: ${wrong}`)
        })
      fault('restore-table')
    }
  })

async function complete(client: pg.Client, { complete: statements }: Definition): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
