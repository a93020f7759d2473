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
 * Begins a transaction together with its first statement, without a way there and back of its own; what `begin` said
 * is asked for before anything is committed.
 */
class PipelinedDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<void>>()
  readonly #isOver: WeakSet<DatabaseConnection>

  constructor(config: PostgresDialectConfig, isOver: WeakSet<DatabaseConnection>) {
    super(config)
    this.#isOver = isOver
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const begun = super.beginTransaction(connection, settings)
    // Whoever commits hears of it; whoever fails before does so of the same.
    begun.catch(() => {})
    this.#begun.set(connection, begun)
    this.#isOver.delete(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.#isOver.add(connection)
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    this.#isOver.add(connection)
    await super.rollbackTransaction(connection)
  }
}

/** Statements of one transaction that nobody waits between go to its connection one behind the other, and need one way there and back. */
class PipelinedExecutor extends DefaultQueryExecutor {
  readonly #isOver: WeakSet<DatabaseConnection>

  constructor(dialect: PostgresDialect, provider: ConnectionProvider, isOver: WeakSet<DatabaseConnection>) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
    this.#isOver = isOver
  }

  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    const isOver = this.#isOver
    let connection: Promise<DatabaseConnection> | undefined
    return super.withConnectionProvider({
      async provideConnection(consumer) {
        connection ??= provider.provideConnection(async (one) => one)
        const own = await connection
        // What one of several statements together began after another had failed would be outside of the transaction.
        if (isOver.has(own)) throw new Error('the transaction is over')
        return consumer(own)
      },
    })
  }
}

/** A database whose connections take statements before those that came before are answered. */
export function pipelined<Schema>(config: PostgresDialectConfig): Kysely<Schema> {
  const dialect = new PostgresDialect(config)
  const isOver = new WeakSet<DatabaseConnection>()
  const driver = new PipelinedDriver(config, isOver)
  void driver.init()
  const executor = new PipelinedExecutor(dialect, new DefaultConnectionProvider(driver), isOver)
  return new Kysely<Schema>({ config: { dialect }, driver, executor, dialect })
}
