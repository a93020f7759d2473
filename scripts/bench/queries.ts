import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { type EngineSource, queryEngine } from '#server/query-engine/index.ts'
import { THREADS } from '#server/query-engine/threads.ts'
import { newId } from '#server/storage/id.ts'
import { type Line, ms, timed, times } from './job.ts'

const ROWS = 1_000_000
const TIMES = 25
const asking = { personId: 'bench', secondsMax: 60 }
const queries: Record<string, string> = {
  'count by group': 'select station, count(*) from t group by station order by 1',
  'mean by month': `select date_trunc('month', day) as m, avg(value) from t group by m order by m`,
  'filtered group': 'select kind, sum(value) from t where value < 100 group by kind order by 1',
  'distinct count': 'select kind, count(distinct station) from t group by kind order by 1',
}

/** A million rows of stations, values and days, as Parquet and as a text with separators. */
async function samples(connection: DuckDBConnection, dir: string): Promise<Record<'parquet' | 'csv', string>> {
  const [parquet, csv] = [join(dir, 'queries.parquet'), join(dir, 'queries.csv')]
  await connection.run(`create table made as
    select n as id, 'station ' || (n % 977) as station, 'kind ' || (n % 12) as kind,
      ((n * 7919 % 1000003) / 100)::decimal(18, 2) as value, date '2020-01-01' + (n % 2000)::int as day
    from range(${ROWS}) r(n)`)
  await connection.run(`copy made to '${parquet}' (compression zstd); copy made to '${csv}' (header); drop table made`)
  return { parquet, csv }
}

/** The least time of each of some works, done in turns, so that other work of the machine bears on all of them. */
async function leastOf(...works: (() => Promise<unknown>)[]): Promise<number[]> {
  for (const run of works) await run()
  const values = works.map(() => Number.POSITIVE_INFINITY)
  for (let time = 0; time < TIMES; time += 1)
    for (const [at, run] of works.entries()) values[at] = Math.min(values[at] ?? 0, await timed(run))
  return values
}

/** Questions over a million rows in processes apart, beside DuckDB with as many threads in this process. */
export async function questions({ dir }: { dir: string }): Promise<Line[]> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(THREADS) })
  const connection = await instance.connect()
  const paths = await samples(connection, dir)
  const engine = queryEngine({ folder: join(dir, 'queries'), processes: 1, memoryBytes: 512 * 1_048_576, newId })
  const lines: Line[] = []
  const add = (job: string, ours: number, limit: number, target: string) =>
    lines.push({ job, ours: ms(ours), limit: `${ms(limit)} in process`, ratio: times(ours, limit), target })
  for (const format of ['parquet', 'csv'] as const) {
    const plain: EngineSource = { format, paths: [paths[format]] }
    const { columns } = await engine.describe(plain, asking)
    const source = { ...plain, name: 't', ...(format === 'csv' && { columns }) }
    await connection.run(`create or replace view t as select * from read_${format}('${paths[format]}')`)
    for (const [name, sql] of Object.entries(queries)) {
      const [ours = 0, limit = 0] = await leastOf(
        () => engine.run({ ...asking, sql, sources: [source], rowsMax: 10_000 }),
        async () => (await connection.runAndReadAll(sql)).getRowsJson(),
      )
      add(`${name}, ${ROWS / 1_000_000} M rows of ${format}`, ours, limit, '2 ×')
    }
  }
  engine.end()
  connection.closeSync()
  const cold = queryEngine({ folder: join(dir, 'cold'), processes: 1, memoryBytes: 512 * 1_048_576, newId })
  const first = await timed(() => cold.run({ ...asking, sql: 'select 1', sources: [], rowsMax: 1 }))
  lines.push({ job: 'first question, its process included', ours: ms(first), limit: '', ratio: '', target: '' })
  cold.end()
  return lines
}
