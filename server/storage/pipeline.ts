import {
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

/**
 * Who uses a connection at the moment: a new lease each time that it is handed out, and one for each transaction on it.
 * A statement that comes late finds another lease than the one it began with.
 */
type Leases = WeakMap<DatabaseConnection, object>

/**
 * Begins a transaction together with its first statement, without a round trip of its own; what `begin` answered is
 * asked for before anything is committed.
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
    // Whoever commits hears of it; whoever fails before does so of the same.
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

  /** Ends the lease of the transaction at once; resolves with the answer to its `begin`. */
  #end(connection: DatabaseConnection): Promise<void> | undefined {
    const begun = this.#begun.get(connection)
    this.#leases.set(connection, begun?.outer ?? {})
    return begun?.answer
  }
}

/** Statements of one transaction that nobody waits between go to its connection one behind the other, and need one round trip. */
class PipelinedExecutor extends DefaultQueryExecutor {
  readonly #leases: Leases

  constructor(dialect: PostgresDialect, provider: ConnectionProvider, leases: Leases) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
    this.#leases = leases
  }

  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    const leases = this.#leases
    let leased: Promise<{ connection: DatabaseConnection; lease: object | undefined }> | undefined
    return super.withConnectionProvider({
      async provideConnection(consumer) {
        leased ??= provider.provideConnection(async (connection) => ({ connection, lease: leases.get(connection) }))
        const { connection, lease } = await leased
        // What one of several statements together began after another had failed would be outside of the transaction.
        if (leases.get(connection) !== lease) throw new Error('the transaction is over')
        return consumer(connection)
      },
    })
  }
}

/** A database whose connections take statements before those that came before are answered. */
export function pipelined<Schema>(config: PostgresDialectConfig): Kysely<Schema> {
  const dialect = new PostgresDialect(config)
  const leases: Leases = new WeakMap()
  const driver = new PipelinedDriver(config, leases)
  void driver.init()
  const executor = new PipelinedExecutor(dialect, new DefaultConnectionProvider(driver), leases)
  return new Kysely<Schema>({ config: { dialect }, driver, executor, dialect })
}
