import { join } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { contract } from '#contract/index.ts'
import { type EngineSource, queryEngine } from '#server/query-engine/index.ts'
import { THREADS } from '#server/query-engine/threads.ts'
import { newId } from '#server/storage/id.ts'
import type { Client } from '../../tests/support/client.ts'
import { type Line, median, ms, timed, times } from './job.ts'

const ROWS = 1_000_000
/** Rows of the larger sample, which is Parquet alone. */
const MANY_ROWS = 10_000_000
const TIMES = 25
/** The same for what takes ten times as long. */
const MANY_TIMES = 5
const asking = { personId: 'bench', secondsMax: 60 }
const queries: Record<string, string> = {
  'count by group': 'select station, count(*) from t group by station order by 1',
  'mean by month': `select date_trunc('month', day) as m, avg(value) from t group by m order by m`,
  'filtered group': 'select kind, sum(value) from t where value < 100 group by kind order by 1',
  'distinct count': 'select kind, count(distinct station) from t group by kind order by 1',
}

/** Rows of stations, values and days: a million as Parquet and as a text with separators, and ten as Parquet. */
async function samples(connection: DuckDBConnection, dir: string): Promise<Record<'parquet' | 'csv' | 'many', string>> {
  const [parquet, csv, many] = ['queries.parquet', 'queries.csv', 'many.parquet'].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ]
  const rows = (count: number) => `
    select n as id, 'station ' || (n % 977) as station, 'kind ' || (n % 12) as kind,
      ((n * 7919 % 1000003) / 100)::decimal(18, 2) as value, date '2020-01-01' + (n % 2000)::int as day
    from range(${count}) r(n)`
  await connection.run(`copy (${rows(ROWS)}) to '${parquet}' (compression zstd); copy (${rows(ROWS)}) to '${csv}' (header);
    copy (${rows(MANY_ROWS)}) to '${many}' (compression zstd)`)
  return { parquet, csv, many }
}

/** The least time of each of some works, done in turns, so that other work of the machine bears on all of them. */
async function leastOf(count: number, ...works: (() => Promise<unknown>)[]): Promise<number[]> {
  for (const run of works) await run()
  const values = works.map(() => Number.POSITIVE_INFINITY)
  for (let time = 0; time < count; time += 1)
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
  for (const sample of ['parquet', 'csv', 'many'] as const) {
    const format = sample === 'many' ? 'parquet' : sample
    const [rows, count] = sample === 'many' ? [MANY_ROWS, MANY_TIMES] : [ROWS, TIMES]
    const plain: EngineSource = { format, paths: [paths[sample]] }
    const { columns } = await engine.describe(plain, asking)
    const source = { ...plain, name: 't', ...(format === 'csv' && { columns }) }
    await connection.run(`create or replace view t as select * from read_${format}('${paths[sample]}')`)
    for (const [name, sql] of Object.entries(queries)) {
      const [ours = 0, limit = 0] = await leastOf(
        count,
        () => engine.run({ ...asking, sql, sources: [source], rowsMax: 10_000 }),
        async () => (await connection.runAndReadAll(sql)).getRowsJson(),
      )
      add(`${name}, ${rows / 1_000_000} M rows of ${format}`, ours, limit, '2 ×')
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

/** A summary of a table that was asked before, as a page asks for it. */
export async function answersKept({ client, spaceId }: { client: Client; spaceId: string }): Promise<Line[]> {
  const columns = [{ name: 'Value', type: 'number' as const }]
  const { id, columnList } = await client.data(contract.tables.create, { spaceId, name: 'Kept', columns })
  const ids = columnList.map((column) => column.id)
  const rows = Array.from({ length: 1000 }, (_, at) => [String(at)])
  await client.data(contract.tables.change, { spaceId, id, change: { kind: 'addRows', columns: ids, rows } })
  const from = { kind: 'column' as const, source: 0, column: String(ids[0]) }
  const query = {
    base: { kind: 'table' as const, id },
    fields: [{ key: 'f1', name: 'Value', from }],
    groups: [{ field: 'f1' }],
    measures: [{ key: 'n', name: 'Rows', aggregate: 'count' as const }],
  }
  const ask = () => client.data(contract.dataViews.answer, { spaceId, definition: { query }, count: 1000 })
  await ask()
  if (!(await ask()).isCached) throw new Error('the answer is not kept')
  const all: number[] = []
  for (let time = 0; time < TIMES; time += 1) all.push(await timed(ask))
  return [{ job: 'summary of 1,000 groups asked before', ours: ms(median(all)), limit: '', ratio: '', target: '10 ms' }]
}
