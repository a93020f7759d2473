import type { ListingKind } from '#contract/data-sources.ts'
import { Failure } from '#server/failure.ts'
import { withSession } from './index.ts'
import type { SourceAddress } from './session.ts'

/** Databases that a server has whatever its others are, and '' for the usual one of an account; the first that opens. */
const HOMES: Record<ListingKind, (account: string) => readonly string[]> = {
  // The usual one of an account has its name.
  postgresql: (account) => ['postgres', account],
  mysql: () => ['information_schema'],
  sqlServer: () => [''],
}

type Server = Omit<SourceAddress, 'kind' | 'database'> & { kind: ListingKind }

/** The databases of a server that an account may connect to. Throws a Failure that names the cause. */
export async function databasesOf(server: Server, signal: AbortSignal | undefined, most: number): Promise<string[]> {
  let first: Failure | undefined
  for (const database of HOMES[server.kind](server.account))
    try {
      return await withSession(
        { ...server, database },
        signal,
        async (session) => (await session.databases?.(most)) ?? [],
      )
    } catch (error) {
      const isElsewhere = error instanceof Failure && /^dataSource(DatabaseGone|Forbidden)$/.test(error.refusal)
      if (!isElsewhere) throw error
      first ??= error
    }
  throw first ?? new Failure('dataSourceDatabaseGone')
}
