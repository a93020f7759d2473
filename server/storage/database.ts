import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { Failure } from '#server/failure.ts'
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
const TIMESTAMPTZ = 1184
const parserOf = pg.types.getTypeParser as (id: number, format?: string) => (value: string) => unknown
const parseDate = parserOf(TIMESTAMPTZ, 'text')

/** Offsets of the parts of `2026-11-21 08:15:00.123456+00`. */
const AT = { century: 0, year: 2, month: 5, day: 8, hour: 11, minute: 14, second: 17, fraction: 20 } as const
/** The part of `twoDigits` that comes from the character codes and not from the digits. */
const TWO_ZEROS = 11 * '0'.charCodeAt(0)
const twoDigits = (text: string, at: number) => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - TWO_ZEROS

/** Reads dates as our servers write them by their places: a list has thousands. The driver reads all others. */
export function dateOf(text: string): unknown {
  if (text[AT.month - 1] !== '-' || text[0] === '0' || !text.endsWith('+00')) return parseDate(text)
  const year = 100 * twoDigits(text, AT.century) + twoDigits(text, AT.year)
  const [month, day] = [twoDigits(text, AT.month) - 1, twoDigits(text, AT.day)]
  const fraction = text.slice(AT.fraction, -'+00'.length)
  const ms = fraction && Number(`${fraction}00`.slice(0, '123'.length))
  const [hour, minute, second] = [twoDigits(text, AT.hour), twoDigits(text, AT.minute), twoDigits(text, AT.second)]
  return new Date(Date.UTC(year, month, day, hour, minute, second, Number(ms)))
}

/** Sizes and counts stay below 2^53, so int8 is read as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') => {
    if (id === INT8) return Number
    return id === TIMESTAMPTZ && format !== 'binary' ? dateOf : parserOf(id, format)
  },
}

/** Address of the database: a `postgres://` URL, or a folder with a Unix socket and a password. */
export type Address = string | { host: string; port?: number; user: string; password: string; database: string }

/** After waiting this long for a connection, the caller gets an error that the database is unavailable. */
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
 * Settings of every connection of the pool. JIT is off, since compiling takes longer than our statements run; the
 * embedded server gets the same setting. If a node disappears (its machine or network failed), its locks are released:
 * the server checks the connection after 10 s, gives up after 30 s, and ends a transaction that is idle for five
 * minutes.
 */
const SESSION_SETTINGS = `
  select set_config('jit', 'off', false), set_config('tcp_keepalives_idle', '10', false),
    set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '4', false),
    set_config('tcp_user_timeout', '30s', false), set_config('idle_in_transaction_session_timeout', '5min', false)`

/** Temporary errors of the database and its connection: unavailable, restarting, or out of connections. */
const PASSING_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|57P0[1-5]|25P03|53300|08\w{3})$/
/** The driver gives some of these errors no code. */
const PASSING_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered)/

/** Whether an error says that the database could not be reached, which is temporary. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return PASSING_CODE.test(code) || PASSING_WORDS.test(message)
}

let sent = 0
/** Statements that this process has sent on connections of its pools. */
export const statementsSent = (): number => sent

/** Prepared statements per connection: each table and each length of a list has its own (our choice). */
const PREPARED_MAX = 400

/** What the driver remembers of a connection: the texts of statements by their names. */
type Prepared = Record<'parsedStatements' | 'submittedNamedStatements', Record<string, string>>

/**
 * A connection that plans a statement once: PostgreSQL takes longer to plan our joins than to run them. A statement
 * with parameters is prepared under its own name, and the oldest is forgotten for a new one.
 */
class PreparingClient extends pg.Client {
  readonly #names = new Map<string, string>()
  #named = 0

  #nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known) return known
    if (this.#names.size >= PREPARED_MAX) this.#forgetOldest()
    const name = `s${(this.#named += 1)}`
    this.#names.set(text, name)
    return name
  }

  /** Closes a statement; what was sent with it before is answered all the same, and its name is never used again. */
  #forgetOldest(): void {
    for (const [text, name] of this.#names) {
      const connection = this.connection as pg.Connection & Prepared
      connection.close({ type: 'S', name }, false)
      delete connection.parsedStatements[name]
      delete connection.submittedNamedStatements[name]
      this.#names.delete(text)
      return
    }
  }

  // The driver's method has five overloads; only this one, which the query builder calls, is overridden.
  override query(...args: unknown[]): never {
    sent += 1
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) && values.length ? this.#nameOf(text) : undefined
    const query = super.query as (...rest: unknown[]) => never
    return name ? query.call(this, { name, text, values }, ...rest) : query.apply(this, args)
  }
}

const pools = new WeakMap<Db, pg.Pool>()
const addresses = new WeakMap<Db, Address>()

/** Opens a pool of at most `connections`; a lost idle connection is replaced, not fatal. */
export function openDatabase(address: Address, connections = 10, onError: (error: Error) => void = () => {}): Db {
  const pool = new pg.Pool({
    ...clientConfig(address),
    Client: PreparingClient,
    pipeline: true,
    max: connections,
    idleTimeoutMillis: 60_000,
    onConnect: async (client) => {
      // The pool does not listen for errors of checked-out connections; an unheard error would end the process.
      client.on('error', onError)
      await client.query(SESSION_SETTINGS)
    },
  })
  pool.on('error', onError)
  const db = pipelined<Schema>({ pool })
  pools.set(db, pool)
  addresses.set(db, address)
  return db
}

/** Load of a database's pool: connections in use, the maximum, and waiting callers. */
export function poolFigures(db: Db): { busy: number; max: number; waiting: number } {
  const pool = pools.get(db)
  if (!pool) throw new Error('a database that openDatabase did not open')
  return { busy: pool.totalCount - pool.idleCount, max: pool.options.max, waiting: pool.waitingCount }
}

/** Runs work on a separate connection to a database that was opened here, for COPY. */
export async function onConnection<T>(db: Db, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const address = addresses.get(db)
  if (!address) throw new Error('a database that openDatabase did not open')
  const client = new pg.Client(clientConfig(address))
  // The caller that waits for a response gets the error; without this listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/**
 * A database over a command's single connection: COPY, which uses the connection directly, is then inside its
 * transactions.
 */
export const databaseOn = (client: pg.Client): Db =>
  new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect: async () => Object.assign(client, { release: () => {} }), end: async () => {}, options: {} },
    }),
  })

type Ending = () => Promise<void>
const endings = new WeakMap<Tx, Ending[]>()
const DEADLOCK = '40P01'
/** Raised by the database when something on a legal hold is deleted; `detail` names it. */
const ON_HOLD = 'LH001'

/**
 * Maximum attempts of a transaction: after a deadlock, the aborted transaction may start again before the other one
 * continues.
 */
const TRIES = 4

/** Owner of the space mutexes that a transaction of `transact` acquires. */
const owners = new WeakMap<Tx, object>()

/** One try of a transaction: `work`, then the endings that it registered. */
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
 * Runs a change in a transaction, then its registered endings (`atTheEnd`). After a deadlock the aborted transaction is
 * retried. So is one that needs a space mutex held by another change of this process: it waits without a connection, or
 * waiters for one space would use up the pool. `work` must have no effects outside the transaction.
 */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const owner = {}
  const spaceIds = new Set<string>()
  for (let tries = 1; ; ) {
    try {
      await awaitSpaceMutexes(owner, spaceIds)
      return await once(db, owner, work)
    } catch (error) {
      const { code, detail = '' } = error as { code?: string; detail?: string }
      if (code === ON_HOLD) throw new Failure('legalHold', { values: { name: detail }, cause: error })
      if (error instanceof SpaceMutexTaken) for (const id of error.spaceIds) spaceIds.add(id)
      else if (code !== DEADLOCK || tries === TRIES) throw error
      else tries += 1
    } finally {
      releaseSpaceMutexes(owner)
    }
  }
}

/**
 * Acquires the mutexes of spaces, or of other things that many change at once, for a change of `transact`; the change is
 * retried when another one of this process holds them.
 */
export function acquireMutexesFor(tx: Tx, ids: readonly string[]): void {
  const owner = owners.get(tx)
  if (owner) acquireSpaceMutexes(owner, ids)
}

/** Registers work for the end of a transaction: a contended lock is taken after all others. */
export function atTheEnd(tx: Tx, run: Ending): void {
  const left = endings.get(tx)
  if (!left) throw new Error('a transaction that transact did not begin')
  left.push(run)
}
