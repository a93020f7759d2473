import { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { copyIn } from '#server/storage/copy.ts'
import type { TableCopy } from './manifest.ts'
import { listed, readTable, tableRef } from './tables.ts'

/** Loads rows, as text of COPY, into a table. */
export async function loadTable(
  client: pg.Client,
  { name, columns }: TableCopy,
  text: NodeJS.ReadableStream,
): Promise<void> {
  const rows = copyIn(client, `copy ${tableRef(name)} (${listed(columns)}) from stdin`)
  await pipeline(text, rows)
}

/** Reads every row back and compares it with the sums of the backup; returns what differs, or null. */
export async function compareTable(client: pg.Client, table: TableCopy): Promise<string | null> {
  const { stream, totals } = readTable(client, table)
  await finished(stream.pipe(new Writable({ write: (_piece, _encoding, done) => done() })))
  const { rows, sum } = totals()
  if (rows !== table.rows) return `${table.name} has ${rows} rows instead of ${table.rows}`
  return sum === table.sum ? null : `${table.name} has other rows`
}
