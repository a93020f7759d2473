import { finished } from 'node:stream/promises'
import { createConnection } from 'mysql2'
import pg from 'pg'
import { contract } from '#contract/index.ts'
import { copyIn } from '#server/storage/copy.ts'
import { type Db, onConnection } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import { READER, type SourceDatabases, startSourceDatabases } from '../../tests/support/source-databases.ts'
import type { Meter } from './cost.ts'
import { type Line, seconds, timed, times, untilCopied, untilEnded } from './job.ts'

const { dataSources, sourceImports } = contract
type Needs = { db: Db; client: Client; spaceId: string; rssBytes: () => number; meter: Meter }
const MIB = 1_048_576
const LOOK_MS = 100
/** Lines of a piece of COPY, as an import has them. */
const PIECE_ROWS = 16_000
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

/** The same rows by a plain COPY into a table of our database: no import can be faster than that and its reading. */
async function copied(db: Db, rows: number): Promise<number> {
  const pieces = Array.from({ length: Math.ceil(rows / PIECE_ROWS) }, (_, piece) =>
    Buffer.from(
      Array.from({ length: Math.min(PIECE_ROWS, rows - piece * PIECE_ROWS) }, (_row, at) => {
        const n = piece * PIECE_ROWS + at + 1
        return `${n}\t${'x'.repeat(50)}${n}\t${n / 8}\n`
      }).join(''),
    ),
  )
  return onConnection(db, async (client) => {
    await client.query('create table copied (id numeric, words text, v numeric)')
    return timed(async () => {
      const into = copyIn(client, 'copy copied from stdin')
      for (const piece of pieces) if (!into.write(piece)) await new Promise((resolve) => into.once('drain', resolve))
      into.end()
      await finished(into)
    }).finally(() => client.query('drop table copied'))
  })
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
  // The new table is copied for queries in the background: the next import begins after it.
  const { list } = await client.data(contract.tables.list, { spaceId, q: `From ${kind}` })
  const { id, columnList } = await client.data(contract.tables.show, { spaceId, id: list[0]?.id ?? '' })
  await untilCopied(client, { spaceId, id }, columnList[0]?.id ?? 0)
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
      const copy = await copied(needs.db, rows)
      const { ms, cost, grown } = await imported(needs, databases, kind)
      lines.push({
        job: `${rows.toLocaleString('en')} × 3 from ${kind}, imported`,
        ours: seconds(ms),
        limit: `${seconds(limit)} its driver, ${seconds(copy)} COPY`,
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
