import type { DatabaseKind } from '#contract/data-sources.ts'
import { openMongodb } from './mongodb.ts'
import { openMysql } from './mysql.ts'
import { openOracle } from './oracle.ts'
import { openPostgres } from './postgresql.ts'
import type { SourceAddress, SourceSession } from './session.ts'
import { openSqlServer } from './sql-server.ts'

/** A kind of database: to add one, write its driver and name it here. */
const drivers: Record<DatabaseKind, (address: SourceAddress) => Promise<SourceSession>> = {
  postgresql: openPostgres,
  mysql: openMysql,
  sqlServer: openSqlServer,
  oracle: openOracle,
  mongodb: openMongodb,
}

/** Connects to a database. Throws a Failure that names the cause. */
export const openSession = (address: SourceAddress): Promise<SourceSession> => drivers[address.kind](address)

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
