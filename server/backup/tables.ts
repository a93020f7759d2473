import { hash } from 'node:crypto'
import type pg from 'pg'
import { copyOut } from '#server/storage/copy.ts'
import type { Sequence } from './manifest.ts'

/** A table; one of another schema is named with it. */
export type Table = { name: string; columns: string[] }

/** Rewritten at every start and restore. */
const NOT_COPIED = ['migration']

/** Settings that make every server write values in the same format, readable by later versions. */
const PLAIN = [
  "set local timezone to 'UTC'",
  "set local datestyle to 'ISO, YMD'",
  "set local intervalstyle to 'postgres'",
  "set local bytea_output to 'hex'",
  'set local extra_float_digits to 1',
  'set local statement_timeout to 0',
  'set local idle_in_transaction_session_timeout to 0',
].join('; ')
export const speakPlainly = (client: pg.Client) => client.query(PLAIN)

/** Tables that fulfil a condition, with their stored, not computed columns, in the order of creation. */
export async function tablesIn(client: pg.Client, condition: string, values: unknown[]): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and ${condition}
     group by c.oid, c.relname order by c.oid`,
    values,
  )
  return rows
}

/** The tables of the main schema. */
export const tablesOf = (client: pg.Client): Promise<Table[]> =>
  tablesIn(client, 'c.relnamespace = current_schema()::regnamespace and c.relname <> all($1)', [NOT_COPIED])

export async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Pick<Sequence, 'name'> & { value: string | null }>(
    'select sequencename as name, last_value::text as value from pg_sequences where schemaname = current_schema() order by 1',
  )
  return rows.map(({ name, value }) => ({ name, value: value ?? '1', isCalled: value !== null }))
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
/** Whether a table contains the rows of a space table. */
export const isOfSpaces = (name: string) => name.includes('.')
/** The name of a table in a statement; `tables.t_…` is in the schema `tables`. */
export const tableRef = (name: string) => name.split('.').map(quoted).join('.')
export const listed = (columns: readonly string[]) => columns.map(quoted).join(', ')
/** Rows in text format, which every version of PostgreSQL reads. */
const reading = ({ name, columns }: Table) => `copy ${tableRef(name)} (${listed(columns)}) to stdout`

const MODULUS = 2n ** 64n

/** Counts rows and adds up their hashes; the sum does not depend on the order. */
export function rowSum() {
  let rows = 0
  let [low, high] = [0n, 0n]
  return {
    add(row: Uint8Array): void {
      const digest = hash('sha256', row, 'buffer')
      rows += 1
      low = (low + digest.readBigUInt64LE(0)) % MODULUS
      high = (high + digest.readBigUInt64LE(8)) % MODULUS
    },
    totals: () => ({ rows, sum: ((high << 64n) | low).toString(16).padStart(32, '0') }),
  }
}

/** The rows of a table as a text stream, and their count and sum after it was read. */
export function readTable(client: pg.Client, table: Table) {
  const sum = rowSum()
  return { stream: copyOut(client, reading(table), sum.add), totals: sum.totals }
}
