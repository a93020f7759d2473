import type { DatabaseKind } from '#contract/data-sources.ts'
import type { SourceAddress, SourceSession } from './session.ts'

type Open = (address: SourceAddress) => Promise<SourceSession>
/** A kind of database: to add one, write its driver and name it here. Threads load only the driver that they need. */
const drivers: Record<DatabaseKind, () => Promise<Open>> = {
  postgresql: async () => (await import('./postgresql.ts')).openPostgres,
  mysql: async () => (await import('./mysql.ts')).openMysql,
  sqlServer: async () => (await import('./sql-server.ts')).openSqlServer,
  oracle: async () => (await import('./oracle.ts')).openOracle,
  mongodb: async () => (await import('./mongodb.ts')).openMongodb,
}

/** Connects to a database. Throws a Failure that names the cause. */
export async function openSession(address: SourceAddress): Promise<SourceSession> {
  const open = await drivers[address.kind]()
  return open(address)
}

/** Works with a database and closes the connection, also when the signal aborts. */
export async function withSession<T>(
  address: SourceAddress,
  signal: AbortSignal | undefined,
  work: (session: SourceSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(address)
  signal?.addEventListener('abort', session.close, { once: true })
  try {
    signal?.throwIfAborted()
    return await work(session)
  } catch (error) {
    throw signal?.aborted ? signal.reason : error
  } finally {
    signal?.removeEventListener('abort', session.close)
    session.close()
  }
}
