import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { awaitTurns, endTurns, TurnTaken, takeTurns } from './space-turns.ts'

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

/** Opens a pool of at most `connections`; a lost idle connection is replaced, not fatal. */
export function openDatabase(address: Address, connections = 10, onError: (error: Error) => void = () => {}): Db {
  const pool = new pg.Pool({
    ...clientConfig(address),
    Client: PreparingClient,
    max: connections,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', onError)
  // To compile a statement takes longer than ours run; the embedded server is told so, an outside one is not.
  pool.on('connect', (client) => void client.query('set jit to off').catch(onError))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

type Ending = () => Promise<void>
const endings = new WeakMap<Tx, Ending[]>()
const DEADLOCK = '40P01'

/** So often a change is begun at most: the one that is ended may be quicker to come back than the other to go on. */
const TRIES = 4

/** Of a transaction that `transact` runs, whose turns in spaces it takes. */
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
      await awaitTurns(owner, spaceIds)
      return await once(db, owner, work)
    } catch (error) {
      if (error instanceof TurnTaken) for (const id of error.spaceIds) spaceIds.add(id)
      else if ((error as { code?: string }).code !== DEADLOCK || tries === TRIES) throw error
      else tries += 1
    } finally {
      endTurns(owner)
    }
  }
}

/** Takes the turns in spaces for a change that `transact` runs; it is run again where another one of this process has them. */
export function takeTurnsFor(tx: Tx, spaceIds: readonly string[]): void {
  const owner = owners.get(tx)
  if (owner) takeTurns(owner, spaceIds)
}

/** Leaves something for the end of a transaction: what takes a lock that everybody waits for comes after all others. */
export function atTheEnd(tx: Tx, run: Ending): void {
  const left = endings.get(tx)
  if (!left) throw new Error('a transaction that transact did not begin')
  left.push(run)
}
