import { createConnection } from 'mysql2'
import pg from 'pg'
import { contract } from '#contract/index.ts'
import type { Client } from '../../tests/support/client.ts'
import { READER, type SourceDatabases, startSourceDatabases } from '../../tests/support/source-databases.ts'
import type { Meter } from './cost.ts'
import { type Line, seconds, timed, times, untilEnded } from './job.ts'

const { dataSources, sourceImports } = contract
type Needs = { client: Client; spaceId: string; rssBytes: () => number; meter: Meter }
const MIB = 1_048_576
const LOOK_MS = 100
const COLUMNS = { id: 'number', words: 'text', v: 'number' } as const
const READ = `select ${Object.keys(COLUMNS).join(', ')} from lab.many`

/** Rows that the driver of PostgreSQL streams by itself. */
async function streamedPostgres({ postgres }: SourceDatabases): Promise<number> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postgres.port,
    database: 'postgres',
    user: READER.account,
    password: READER.password,
  })
  await client.connect()
  let count = 0
  const query = client.query(new pg.Query(READ))
  query.on('row', () => {
    count += 1
  })
  await new Promise<void>((resolve, reject) => query.on('end', () => resolve()).on('error', reject))
  await client.end()
  return count
}

/** The same of MariaDB. */
async function streamedMysql({ mariadb }: SourceDatabases): Promise<number> {
  const connection = createConnection({
    host: '127.0.0.1',
    port: mariadb.port,
    database: 'lab',
    user: READER.account,
    password: READER.password,
  })
  let count = 0
  for await (const _ of connection.query(READ).stream() as AsyncIterable<unknown>) count += 1
  connection.destroy()
  return count
}
type Kind = keyof SourceDatabases['drafts']
const streamed: Record<Kind, (databases: SourceDatabases) => Promise<number>> = {
  postgresql: streamedPostgres,
  mysql: streamedMysql,
}

/** Imports a table into a new one; what it took, and by how much the server grew meanwhile. */
async function imported({ client, spaceId, rssBytes, meter }: Needs, databases: SourceDatabases, kind: Kind) {
  const draft = { ...databases.drafts[kind], name: kind, host: '127.0.0.1', tls: 'off' as const }
  const { id: sourceId } = await client.data(dataSources.create, { ...draft, spaceId })
  const before = rssBytes()
  let most = before
  const looking = setInterval(() => (most = Math.max(most, rssBytes())), LOOK_MS)
  const taken = await meter(1, async () => {
    const { last } = await client.data(sourceImports.create, {
      spaceId,
      sourceId,
      title: kind,
      schema: 'lab',
      table: 'many',
      mode: 'append',
      headings: Object.keys(COLUMNS),
      columns: Object.entries(COLUMNS).map(([name, type], index) => ({ index, name, type })),
      target: { to: 'new', name: `From ${kind}` },
    })
    await untilEnded(client, { id: last?.taskId ?? '' })
  })
  clearInterval(looking)
  return { ...taken, grown: `+${((most - before) / MIB).toFixed(0)} MiB` }
}

/** Imports from a real PostgreSQL and MariaDB, beside their drivers streaming the same rows and keeping none. */
export async function importsFromSources(needs: Needs, rows = 1_000_000): Promise<Line[]> {
  const databases = await startSourceDatabases(rows)
  const lines: Line[] = []
  try {
    for (const kind of ['postgresql', 'mysql'] as const) {
      let count = 0
      const limit = await timed(async () => (count = await streamed[kind](databases)))
      if (count !== rows) throw new Error(`${count} rows were streamed`)
      const { ms, cost, grown } = await imported(needs, databases, kind)
      lines.push({
        job: `${rows.toLocaleString('en')} × 3 from ${kind}, imported`,
        ours: seconds(ms),
        limit: `${seconds(limit)} its driver streaming`,
        ratio: times(ms, limit),
        target: '2 ×, +200 MiB',
        cost: `${cost}, ${grown}`,
      })
    }
  } finally {
    await databases.stop()
  }
  return lines
}
