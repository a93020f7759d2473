import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

const INT8 = 20
/** Sizes and counts stay below 2^53, so int8 is read as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === INT8
      ? Number
      : (pg.types.getTypeParser as (id: number, format?: string) => (value: string) => unknown)(id, format),
}

/** Where the database answers: a `postgres://` URL, or a folder with a Unix socket and a password. */
export type Address = string | { host: string; port?: number; user: string; password: string; database: string }

export const clientConfig = (address: Address): pg.ClientConfig => ({
  ...(typeof address === 'string' ? { connectionString: address } : address),
  application_name: 'dataspace',
  types,
})

/** Opens a pool of at most `connections`; a lost idle connection is replaced, not fatal. */
export function openDatabase(address: Address, connections = 10, onError: (error: Error) => void = () => {}): Db {
  const pool = new pg.Pool({ ...clientConfig(address), max: connections, idleTimeoutMillis: 60_000 })
  pool.on('error', onError)
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}
