import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import {
  acquireSpaceMutexes,
  awaitSpaceMutexes,
  releaseSpaceMutexes,
  SpaceMutexTaken,
} from '../concurrency/space-mutex.ts'
import { lineTo } from './lines.ts'
import { pipelined } from './pipeline.ts'
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

/** Whoever waits longer for a connection is told that the database is away. */
const CONNECT_MS = 8000

export const clientConfig = (address: Address): pg.ClientConfig => ({
  ...(typeof address === 'string' ? { connectionString: address } : address),
  application_name: 'dataspace',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  stream: lineTo(address),
  types,
})

/**
 * What every connection of the pool asks of the server. To compile a statement takes longer than ours run: the embedded
 * server is told so too. A node that vanishes without a word (its machine or its network died) keeps no lock: the server
 * looks after 10 s whether it is there, gives up after 30 s, and ends a change that stands still for five minutes.
 */
const SESSION_SETTINGS = `
  select set_config('jit', 'off', false), set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '4', false),
    set_config('tcp_user_timeout', '30s', false), set_config('idle_in_transaction_session_timeout', '5min', false)`

/** Errors of the database and its connection that pass by themselves: it is away, restarts, or has no connection left. */
const PASSING_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[1-5]|25P03|53300|08\w{3})$/
/** The driver gives some of them no code. */
const PASSING_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered)/

/** Whether an error says that the database could not be reached, which passes by itself. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return PASSING_CODE.test(code) || PASSING_WORDS.test(message)
}

/** Statements that one connection keeps prepared; rarer ones (lists of changing length) are planned each time. */
const PREPARED_MAX = 400

/**
 * A connection that plans a statement once: PostgreSQL takes longer to plan our joins than to run them. A statement
 * is prepared under a name of its own when it comes with parameters.
 */
class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= PREPARED_MAX) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  // The driver's own signature has five overloads; only this one, which the query builder calls, is changed.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length ? this.#nameOf(text) : undefined
    const query = super.query as (...rest: unknown[]) => never
    return name ? query.call(this, { name, text, values }, ...rest) : query.apply(this, args)
  }
}

const pools = new WeakMap<Db, pg.Pool>()

/** Opens a pool of at most `connections`; a lost idle connection is replaced, not fatal. */
export function openDatabase(address: Address, connections = 10, onError: (error: Error) => void = () => {}): Db {
  const pool = new pg.Pool({
    ...clientConfig(address),
    Client: PreparingClient,
    pipeline: true,
    max: connections,
    idleTimeoutMillis: 60_000,
    onConnect: async (client) => {
      // Of a connection that is lost while somebody has it the pool does not hear; nobody hearing it would end the process.
      client.on('error', onError)
      await client.query(SESSION_SETTINGS)
    },
  })
  pool.on('error', onError)
  const db = pipelined<Schema>({ pool })
  pools.set(db, pool)
  return db
}

/** How the pool of a database is doing: connections in use, those it may have, and who waits for one. */
export function poolFigures(db: Db): { busy: number; max: number; waiting: number } {
  const pool = pools.get(db)
  if (!pool) throw new Error('a database that openDatabase did not open')
  return { busy: pool.totalCount - pool.idleCount, max: pool.options.max, waiting: pool.waitingCount }
}

/** The one connection of a command of its own, as a database: what needs the wire beside it (COPY) is in its transactions. */
export const databaseOn = (client: pg.Client): Db =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {}, options: {} },
    }),
  })

type Ending = () => Promise<void>
const endings = new WeakMap<Tx, Ending[]>()
const DEADLOCK = '40P01'

/** So often a change is begun at most: the one that is ended may be quicker to come back than the other to go on. */
const TRIES = 4

/** Of a transaction that `transact` runs, whose space mutexes it takes. */
const owners = new WeakMap<Tx, object>()

/** One try of a change: `work`, then what it left for its end. */
const once = <T>(db: Db, owner: object, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const left: Ending[] = []
    endings.set(tx, left)
    owners.set(tx, owner)
    const answer = await work(tx)
    for (const end of left) await end()
    return answer
  })

/**
 * Runs a change in a transaction, then what it left for its end (`atTheEnd`). Of two changes that wait for each other
 * PostgreSQL ends one; it is run again. So is one that comes to a space that another change of this process has: it waits
 * without a connection, or those who wait for one space would leave none to all the others. `work` touches nothing but
 * the transaction.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const owner = {}
  const spaceIds = new Set<string>()
  for (let tries = 1; ; ) {
    try {
      await awaitSpaceMutexes(owner, spaceIds)
      return await once(db, owner, work)
    } catch (error) {
      if (error instanceof SpaceMutexTaken) for (const id of error.spaceIds) spaceIds.add(id)
      else if ((error as { code?: string }).code !== DEADLOCK || tries === TRIES) throw error
      else tries += 1
    } finally {
      releaseSpaceMutexes(owner)
    }
  }
}

/** Takes the space mutexes for a change that `transact` runs; it is run again where another one of this process has them. */
export function acquireMutexesFor(tx: Tx, spaceIds: readonly string[]): void {
  const owner = owners.get(tx)
  if (owner) acquireSpaceMutexes(owner, spaceIds)
}

/** Leaves something for the end of a transaction: what takes a lock that everybody waits for comes after all others. */
export function atTheEnd(tx: Tx, run: Ending): void {
  const left = endings.get(tx)
  if (!left) throw new Error('a transaction that transact did not begin')
  left.push(run)
}
