import { sql } from 'kysely'
import { contract } from '#contract/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../../tests/support/client.ts'
import type { Meter } from './cost.ts'
import { type Line, median, ms, seconds, timed, times } from './job.ts'
import { type DatabaseFolder, pgbenchRate } from './pgbench.ts'
import { helloRate, posted } from './requests.ts'
import { openPage, PING, PONG, seedListeners } from './sockets.ts'

const { tables } = contract
/** Runs that are timed, and those before them in which code is compiled, as for a table that people work in. */
const [TIMES, COMPILING] = [9, 20]
const WRITERS = 16
/**
 * Number of cells written and rows read one by one, and the number of warm-up operations until the code is compiled.
 */
const [ONES, WARMING] = [10_000, 5000]
const NAMES = ['Station', 'Value', 'Taken', ...Array.from({ length: 9 }, (_, at) => `Reading ${at + 1}`)]
const typeOf = (name: string) => {
  if (name === 'Station') return 'text'
  return name === 'Taken' ? 'date' : 'number'
}

type Needs = { db: Db; client: Client; spaceId: string; meter: Meter }

/** A table of a million rows and twelve columns, put there by the database. */
export async function bigTable(
  { db, client, spaceId }: Pick<Needs, 'db' | 'client' | 'spaceId'>,
  rows: number,
  name = `Bench ${rows}`,
) {
  const columns = NAMES.map((name) => ({ name, type: typeOf(name) }) as const)
  const table = await client.data(tables.create, { spaceId, name, columns })
  const stored = `tables.t_${table.id.replaceAll('-', '')}`
  const physical = sql.raw(stored)
  const readings = Array.from({ length: 9 }, () => sql`(n * 7919 % 1000003)::numeric / 1000`)
  await sql`
    insert into ${physical} (ord, ${sql.raw(NAMES.map((_, at) => `c${at + 1}`).join(', '))})
    select n, 'station ' || n % 977, (n * 7919 % 1000003)::numeric / 100, date '2020-01-01' + (n % 2000)::int,
      ${sql.join(readings)} from generate_series(1, ${rows}::bigint) n`.execute(db)
  await sql`update data_table set row_count = ${rows} where id = ${table.id}::uuid`.execute(db)
  await sql`vacuum analyze ${physical}`.execute(db)
  const [station = 0, value = 0] = table.columnList.map(({ id }) => id)
  const ids = new Map(table.columnList.map(({ name, id }) => [name, id]))
  return { one: { spaceId, id: table.id }, table: stored, physical, station, value, ids }
}
export type BigTable = Awaited<ReturnType<typeof bigTable>>

/** Looks at the database, so far apart, that find it at rest before it counts as such. */
const [RESTED_LOOKS, LOOK_MS] = [3, 1000]

/** Waits until the database does nothing: no index is made, and no copy of the table. */
async function untilRested(db: Db): Promise<void> {
  for (let rested = 0; rested < RESTED_LOOKS; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const { rows } = await sql`
      select 1 from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
        and backend_type in ('client backend', 'parallel worker', 'autovacuum worker') limit 1`.execute(db)
    rested = rows.length ? 0 : rested + 1
  }
}

/** People in one table, and changes whose way to all of them is measured. */
const [PEOPLE, HEARD_TIMES] = [50, 25]

/** Time until the last of many readers receives a change, while as many users write without a pause. */
async function heardByAll(
  { db, client, spaceId, meter }: Needs,
  write: (at: number) => Promise<{ change: number | null }>,
): Promise<Line> {
  const people = await seedListeners(db, spaceId, PEOPLE)
  const last = people.map(() => 0)
  let [wanted, told] = [Number.POSITIVE_INFINITY, () => {}]
  const pages = await Promise.all(people.map((person) => openPage(client.origin, person)))
  for (const [at, page] of pages.entries())
    page.on('data', (bytes: Buffer) => {
      if (bytes[0] === PING) return void page.write(PONG)
      for (const [, change] of bytes.toString('latin1').matchAll(/"change":(\d+)/g)) last[at] = Number(change)
      if (Math.min(...last) >= wanted) told()
    })
  let [isOver, written] = [false, 0]
  const writing = people.map(async () => {
    while (!isOver) await write((written += 1))
  })
  const values: number[] = []
  const { ms: took } = await meter(1, async () => {
    for (let at = 0; at < HEARD_TIMES; at += 1) {
      const start = performance.now()
      const { change } = await write((written += 1))
      const heard = new Promise<void>((resolve) => (told = resolve))
      wanted = change ?? 0
      if (Math.min(...last) < wanted) await heard
      values.push(performance.now() - start)
    }
  })
  isOver = true
  await Promise.all(writing)
  for (const page of pages) page.destroy()
  return {
    job: `${PEOPLE} people in one table, until the last one hears of a cell`,
    ours: ms(median(values)),
    limit: '',
    ratio: '',
    target: '500 ms',
    cost: `${((written / took) * 1000).toFixed(0)} changes/s meanwhile`,
  }
}

/** A search before its index is there, beside the SQL that looks into every column; both for the first time. */
async function searchedUnindexed(
  { db, client }: Needs,
  { one, physical }: Pick<BigTable, 'one' | 'physical'>,
  rows: number,
): Promise<Line> {
  const texts = NAMES.map((_, at) => `c${at + 1}::text`)
  const found = sql.raw(texts.map((text) => `${text} ilike '%station 97%'`).join(' or '))
  const limit = await timed(() => sql`select count(*) from ${physical} where ${found}`.execute(db))
  const ours = await timed(() => client.data(tables.rows, { ...one, count: 100, q: 'station 97' }))
  return {
    job: `table of ${rows.toLocaleString('en')} × 12, searched before its index is there, and counted`,
    ours: ms(ours),
    limit: `${ms(limit)} SQL`,
    ratio: times(ours, limit),
    target: '1.5 ×',
  }
}

/** Reading a table of a million rows, and changing its cells one by one. */
export async function bigTables(
  needs: Needs & { address: DatabaseFolder; dir: string },
  rows = 1_000_000,
): Promise<Line[]> {
  const { db, client, meter, address, dir } = needs
  const { one, table, physical, station, value } = await bigTable(needs, rows)
  const read = (query: object) => client.data(tables.rows, { ...one, count: 100, ...query })
  const often = async (run: () => Promise<unknown>): Promise<number> => {
    // The first time asks for what is made in the background: an index, the positions of rows.
    await run()
    await untilRested(db)
    for (let at = 0; at < COMPILING; at += 1) await run()
    const values: number[] = []
    for (let at = 0; at < TIMES; at += 1) values.push(await timed(run))
    return median(values)
  }
  const less = [{ match: 'all' as const, conditions: [{ column: value, operator: 'less' as const, values: ['100'] }] }]
  const jobs: [job: string, query: object, bare: string, target: string][] = [
    ['first page', {}, 'order by ord, id limit 100', '10 ms'],
    ['page from row 900,000', { first: 900_000 }, 'order by ord, id offset 900000 limit 100', '20 ms'],
    ['sorted by a number', { sort: [{ column: value, order: 'asc' }] }, 'order by c2, ord, id limit 100', '40 ms'],
    [
      'sorted by a text',
      { sort: [{ column: station, order: 'desc' }] },
      'order by c1 desc, ord, id limit 100',
      '40 ms',
    ],
    ['filtered, and counted', { filter: less }, 'where c2 < 100 order by ord, id limit 100', '40 ms'],
    ['searched in every column, and counted', { q: 'station 97' }, `where c1 ilike '%station 97%' limit 100`, '60 ms'],
  ]
  const lines: Line[] = [await searchedUnindexed(needs, { one, physical }, rows)]
  for (const [job, query, bare, target] of jobs) {
    const ours = await often(() => read(query))
    const limit = await often(() => sql`select * from ${physical} ${sql.raw(bare)}`.execute(db))
    lines.push({
      job: `table of ${rows.toLocaleString('en')} × 12, ${job}`,
      ours: ms(ours),
      limit: `${ms(limit)} SQL`,
      ratio: `+${ms(ours - limit)}`,
      target,
    })
  }
  const plain = await helloRate()
  type Each = { job: string; target: string; path: string; body: (at: number) => object; same: string }
  /** `same`: the statement that does as much for a row by its `:id`, without rights, history or JSON. */
  const each = async ({ job, target, path, body, same }: Each): Promise<Line> => {
    const script = `\\set id random(1, ${rows})\n${same};\n`
    const bare = await pgbenchRate({ address, dir, clients: WRITERS, script })
    const send = (amount: number) => posted(client, { path, connections: WRITERS, amount, body })
    await send(WARMING)
    await untilRested(db)
    const { ms: took, cost } = await meter(ONES, () => send(ONES))
    const rate = (ONES / took) * 1000
    const limit = `${bare ? `${bare.toFixed(0)}/s pgbench, ` : ''}${plain.toFixed(0)}/s plain hello`
    return { job, ours: `${rate.toFixed(0)}/s`, limit, ratio: times(rate, bare ?? plain), target, cost }
  }
  const cell = (at: number) => ({
    kind: 'cells' as const,
    columns: [value],
    rows: [{ id: (at % rows) + 1, values: [String(at)] }],
  })
  const write = (at: number) => client.data(tables.change, { ...one, change: cell(at) })
  lines.push(
    await each({
      job: `one cell, ${WRITERS} writers, each with history and undo`,
      target: 'above 3,000/s, 0.23 × pgbench',
      path: `/api/tables/${one.id}/changes`,
      body: (at) => ({ spaceId: one.spaceId, change: cell(at) }),
      same: `update ${table} set c2 = :id where id = :id`,
    }),
  )
  lines.push(
    await each({
      job: `one row, ${WRITERS} readers`,
      target: 'above 4,000/s, 0.10 × pgbench',
      path: `/api/data/space/tables/${one.id}/rows`,
      body: (at) => ({ spaceId: one.spaceId, first: (at * 499) % rows, count: 1 }),
      same: `select * from ${table} where id = :id`,
    }),
  )
  const bare = await timed(() => sql`update ${physical} set c3 = c3`.execute(db))
  await untilRested(db)
  lines.push(await heardByAll(needs, write))
  await untilRested(db)
  const clearing = { kind: 'clear' as const, columns: [value] }
  await client.data(tables.change, { ...one, change: clearing })
  await untilRested(db)
  const undone = await meter(1, () => client.data(tables.undo, one))
  lines.push({
    job: `undo of ${rows.toLocaleString('en')} cells`,
    ours: seconds(undone.ms),
    limit: `${seconds(bare)} update, indexed`,
    ratio: times(undone.ms, bare),
    target: '10 s',
    cost: undone.cost,
  })
  return lines
}
