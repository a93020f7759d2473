import {
  type AbortableQueryOptions,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { askingSignal } from './asking.ts'

/**
 * The current user of a connection: a new lease for each checkout and for each transaction on it. A late statement
 * finds another lease than the one it began with.
 */
type Leases = WeakMap<DatabaseConnection, object>

/**
 * Sends `begin` together with the first statement, without a separate round trip; its result is checked before a
 * commit.
 */
class PipelinedDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, { answer: Promise<void>; outer: object | undefined }>()
  readonly #leases: Leases

  constructor(config: PostgresDialectConfig, leases: Leases) {
    super(config)
    this.#leases = leases
  }

  override async acquireConnection(): ReturnType<PostgresDriver['acquireConnection']> {
    const connection = await super.acquireConnection()
    this.#leases.set(connection, {})
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const answer = super.beginTransaction(connection, settings)
    // The commit gets this error; a statement that fails earlier gets the same one.
    answer.catch(() => {})
    this.#begun.set(connection, { answer, outer: this.#leases.get(connection) })
    this.#leases.set(connection, {})
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#end(connection)
    await super.commitTransaction(connection)
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    void this.#end(connection)
    await super.rollbackTransaction(connection)
  }

  /** Ends the lease of the transaction at once; resolves with the result of its `begin`. */
  #end(connection: DatabaseConnection): Promise<void> | undefined {
    const begun = this.#begun.get(connection)
    this.#leases.set(connection, begun?.outer ?? {})
    return begun?.answer
  }
}

/** Concurrent statements of one transaction are sent without waiting for each other, in one round trip. */
class PipelinedExecutor extends DefaultQueryExecutor {
  readonly #leases: Leases

  constructor(dialect: PostgresDialect, provider: ConnectionProvider, leases: Leases) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
    this.#leases = leases
  }

  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(this.leased(provider))
  }

  /** The connection of a transaction, until the transaction ends. */
  protected leased(provider: ConnectionProvider): ConnectionProvider {
    const leases = this.#leases
    let leased: Promise<{ connection: DatabaseConnection; lease: object | undefined }> | undefined
    return {
      async provideConnection(consumer) {
        leased ??= provider.provideConnection(async (connection) => ({ connection, lease: leases.get(connection) }))
        const { connection, lease } = await leased
        // After a concurrent statement failed and rolled back, this one would run outside of the transaction.
        if (leases.get(connection) !== lease) throw new Error('the transaction is over')
        return consumer(connection)
      },
    }
  }
}

type Cancels = DatabaseConnection & Required<Pick<DatabaseConnection, 'cancelQuery' | 'collectSessionInfo'>>

/** Each statement ends with the call that asks for it: when the call is cancelled, the database stops. */
class AskedExecutor extends PipelinedExecutor {
  readonly #of: (provider: ConnectionProvider) => AskedExecutor
  /** Connections from which a query is cancelled: that of the transaction is busy. */
  readonly #others: ConnectionProvider

  constructor(dialect: PostgresDialect, provider: ConnectionProvider, leases: Leases, others = provider) {
    super(dialect, provider, leases)
    this.#of = (one) => new AskedExecutor(dialect, one, leases, others)
    this.#others = others
  }

  override withConnectionProvider(provider: ConnectionProvider): AskedExecutor {
    return this.#of(this.leased(provider))
  }

  override async executeQuery<R>(query: CompiledQuery, options?: AbortableQueryOptions): Promise<QueryResult<R>> {
    const signal = askingSignal()
    if (!signal) return super.executeQuery(query, options)
    signal.throwIfAborted()
    return this.provideConnection(async (connection) => {
      const { cancelQuery, collectSessionInfo } = connection as Cancels
      await collectSessionInfo.call(connection)
      let cancelling: Promise<void> | undefined
      const cancel = () => {
        const others = this.#others.provideConnection.bind(this.#others)
        cancelling = cancelQuery.call(connection, others).catch(() => {})
      }
      signal.throwIfAborted()
      signal.addEventListener('abort', cancel, { once: true })
      try {
        return await connection.executeQuery<R>(query)
      } catch (error) {
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', cancel)
        // A late cancellation must not reach the next user of the connection.
        await cancelling
      }
    })
  }
}

const asked = new WeakMap<object, unknown>()

/** The same database, whose statements end with the call that asks for them, also within transactions. */
export function endingWithCalls<Schema>(db: Kysely<Schema>): Kysely<Schema> {
  const ending = asked.get(db)
  if (!ending) throw new Error('a database that pipelined did not make')
  return ending as Kysely<Schema>
}

/** A database whose connections send statements before earlier ones are answered (pipelining). */
export function pipelined<Schema>(config: PostgresDialectConfig): Kysely<Schema> {
  const dialect = new PostgresDialect(config)
  const leases: Leases = new WeakMap()
  const driver = new PipelinedDriver(config, leases)
  void driver.init()
  const of = (Executor: typeof PipelinedExecutor) => {
    const executor = new Executor(dialect, new DefaultConnectionProvider(driver), leases)
    return new Kysely<Schema>({ config: { dialect }, driver, executor, dialect })
  }
  const db = of(PipelinedExecutor)
  asked.set(db, of(AskedExecutor))
  return db
}
