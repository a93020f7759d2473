import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type NamedSource, withoutEnd } from '#server/query-engine/index.ts'
import { outcomeOf, processesIn, testEngine } from '../support/query-engine.ts'

const world = testEngine({ end: afterAll })
const secret = world.file('secret.csv', 'k,v\nhidden,1\n')
const source: NamedSource = {
  name: 'mine',
  format: 'csv',
  paths: [world.file('mine.csv', 'a,b\n1,x\n2,y\n')],
  columns: [
    { name: 'a', type: 'number', digits: 1, decimals: 0 },
    { name: 'b', type: 'text' },
  ],
}
/** What somebody writes, as it is run: without the semicolons at its end. */
const attempt = (sql: string, query = {}) =>
  outcomeOf(world.peopleRows(withoutEnd(sql), { sources: [source], ...query }))
/** The same as if the SQL were ours: what the database itself refuses, whatever a text could smuggle past us. */
const attemptAsOurs = (sql: string) => outcomeOf(world.rows(sql, { sources: [source] }))
/** The name of a refusal, without its reason. */
const refusalIn = (outcome: unknown) => String(outcome).split(':')[0]
const quoted = (path: string) => `'${path}'`
const S = quoted(secret)

/** What leaves the files of a query, or changes anything. */
const attacks = [
  ...[`from read_csv(${S})`, `from read_text(${S})`, `from read_blob(${S})`, `from ${S}`, `from "${secret}"`],
  ...[`from '/etc/passwd'`, `from read_text('/etc/passwd')`, `from read_text('../../secret.csv')`],
  ...[`from read_csv('/proc/self/environ')`, `from read_text('/proc/self/maps')`, `from read_text('/proc/self/fd/0')`],
  ...[`from glob('/etc/*')`, `from glob('../*')`, `from sniff_csv(${S})`, `from parquet_metadata(${S})`],
  ...[`from parquet_schema(${S})`, `from read_json(${S})`, `from read_ndjson_objects(${S})`, `from read_duckdb(${S})`],
  ...[`from query('from read_text(${S.replaceAll("'", "''")})')`, `from query_table(${S})`],
  ...[`from read_csv('https://127.0.0.1:1/a.csv')`, `from 's3://bucket/a.parquet'`, `from read_text('hf://a/b')`],
  ...[`copy mine to '/tmp/ds-stolen.csv'`, `copy (select 1) to 'temp/x'`, `copy mine from ${S}`],
  ...[
    `export database '/tmp/ds-stolen'`,
    `import database '/tmp'`,
    `attach '/tmp/ds-stolen.db'`,
    `attach ':memory:' as m`,
  ],
  ...['install httpfs', 'load httpfs', `load '/tmp/x.duckdb_extension'`, 'force install json', 'update extensions'],
  ...[`create secret (type s3, key_id 'a', secret 'b')`, 'from duckdb_secrets()', `select getenv('HOME')`],
  ...['set threads = 64', `set memory_limit = '1TB'`, 'reset memory_limit', 'pragma threads = 8'],
  ...[
    `set enable_external_access = true`,
    `set allowed_paths = ['/']`,
    `set temp_directory = '/tmp'`,
    `pragma enable_profiling`,
  ],
  ...[`set log_query_path = '/tmp/ds-log'`, `call enable_logging()`, `pragma enable_object_cache`],
  ...['create table t (a int)', 'create macro f() as 1', 'create view v as select 1', 'drop view mine'],
  ...['insert into mine values (1)', 'update mine set a = 1', 'delete from mine', 'truncate mine'],
  ...['begin', 'checkpoint', 'vacuum', 'use memory', 'explain analyze select 1', 'execute p', 'prepare p as select 1'],
]
/** What reads nothing else, but tells of the machine or of what is not the person's. */
const leaks = [
  ...['from duckdb_settings()', 'from duckdb_views()', 'from duckdb_temporary_files()', 'from duckdb_databases()'],
  ...['from duckdb_extensions()', 'from duckdb_logs()', 'from pragma_database_size()', 'from pg_catalog.pg_settings'],
  ...[
    'from information_schema.tables',
    'from sqlite_master',
    'from duckdb_views',
    'from main.mine',
    'from memory.main.mine',
  ],
  ...[`select current_setting('temp_directory')`, `select (select current_setting('allowed_paths'))`, 'show tables'],
  ...['show all tables', 'describe mine', 'summarize mine', 'pragma table_info(mine)', 'pragma database_list'],
  ...[`from read_csv('0-0')`, `from read_text('0-0')`, `from read_blob('temp/*')`, `select write_log('x')`],
  ...[`with x as (from duckdb_settings()) from x`, `select a from mine where a in (select 1 from duckdb_settings())`],
  ...[
    `select a from mine union all select 1 from duckdb_settings()`,
    `select * from mine, lateral (from duckdb_settings())`,
  ],
]
/** What would leave its parentheses, read names of the statement around it, or what another part calls a name of its own. */
const escapes = [
  ...[
    'select 1) union all (select 2',
    'select 1) as v, (select 2',
    "select '",
    'select "',
    'select 1 /*',
    'select $$',
    ')',
  ],
  ...[`from "ds:s0"`, `from "DS:s0"`, `with "ds:s0" as (select 1) from "ds:s0"`, 'select current_query()'],
  ...['select $1', 'select ?', 'select $name', 'from mine limit $1'],
  ...['with x as (from duckdb_views) from x', 'from duckdb_views, (with duckdb_views as (select 1) from duckdb_views)'],
  ...['with duckdb_views as (from duckdb_views) from duckdb_views', 'from x, (with x as (select 1) from x)'],
  'with recursive duckdb_views as (from duckdb_views union all from duckdb_views) from duckdb_views',
  ...['with a as (from duckdb_views), duckdb_views as (select 1) from a', 'select pg_get_viewdef(1)'],
  ...[
    `select json_serialize_plan('from duckdb_settings()')`,
    'select sleep_ms(100000)',
    `select get_block_size('memory')`,
  ],
  ...['select 1; -- and', 'from mine; /* and */'],
]
const several = [
  'select 1; select 2',
  `select 1; drop view mine`,
  'select 1;; select 2',
  '',
  ' ; ',
  '-- nothing',
  '/* none */',
]

describe('a query of a person', () => {
  test.each([...attacks, ...leaks, ...escapes])('is refused before it runs: %s', async (sql) => {
    expect(await attempt(sql)).toMatch(/^queryInvalid: /)
  })
  test.each(several)('is refused unless it is exactly one: %j', async (sql) => {
    expect(await attempt(sql)).toMatch(/^queryInvalid: (Write a single|The query ends too early|Nothing is selected)/)
  })

  test('may be anything that reads its sources', async () => {
    for (const sql of [
      'select a from mine order by a -- all',
      '/* all */ from mine select a order by 1;',
      'with x as (select * from mine) select a from x order by a',
      'with recursive r as (select 1 as a union all select a + 1 from r where a < 2) from r',
      'select unnest([1, 2])',
      'select range + 1 from range(2)',
      `select a from MINE where b <> ';' order by all`,
      'values (1), (2)',
    ])
      expect([sql, await attempt(sql)]).toEqual([sql, [['1'], ['2']]])
  })

  test('is told nothing of where things are, whatever goes wrong', async () => {
    const wrong = [
      'select nope from mine',
      `select b::int from mine`,
      'from mine m join nope using (a)',
      `select '${world.folder}'::int`,
    ]
    for (const sql of wrong)
      expect(String(await attempt(sql)).replaceAll(sql, '')).not.toMatch(
        /\/(tmp|proc|work|home)\/(?!ds-queries)|0-0|queries\//,
      )
  })
})

describe('the database itself', () => {
  const reading = attacks.filter(
    (sql) => /^(from|copy|export|import|attach ')/.test(sql) && !/query_table|secrets|temp|:memory:/.test(sql),
  )
  test.each(reading)('refuses what reaches beyond its files, had it come past us: %s', async (sql) => {
    expect(await attemptAsOurs(sql)).toMatch(/^query(Invalid|Failed): /)
  })
  test.each(attacks.filter((sql) => /^(set|reset) |^pragma threads|^install|^load h|^load '|^force/.test(sql)))(
    'keeps its settings and loads nothing: %s',
    async (sql) => {
      expect(await attemptAsOurs(sql)).toMatch(/^query(Invalid|Failed): /)
    },
  )

  test('reads its files by no name that leads elsewhere', async () => {
    mkdirSync(world.path('folder'), { recursive: true })
    symlinkSync('/etc/passwd', world.path('folder/link'))
    for (const name of [`${world.folder}/folder/link`, `0-0/../../../secret.csv`, `./temp/../../../secret.csv`])
      expect(await attemptAsOurs(`from read_text('${name}')`)).toMatch(/Permission Error/)
  })

  test('left no file anywhere', () => {
    for (const name of ['/tmp/ds-stolen', '/tmp/ds-stolen.csv', '/tmp/ds-stolen.db', '/tmp/ds-log'])
      expect([name, existsSync(name)]).toEqual([name, false])
    for (const own of readdirSync(world.path('queries')))
      expect(readdirSync(world.path(`queries/${own}/temp`))).toEqual([])
  })
})

describe('a query that takes too much', () => {
  test.each([
    `select length(repeat('x', 4000000000))`,
    'select list_sort(range(300000000))[1]',
    `select string_agg(a::varchar || repeat('x', 100), '') from range(100000000) t(a)`,
    'select count(distinct hash(a)::varchar || a) from range(1000000000000) t(a)',
    `with recursive r as (select 'x' as s union all select s || s from r) select max(length(s)) from r`,
  ])('of memory or disk is stopped, and the next has an answer: %s', async (sql) => {
    expect(['queryTooLarge', 'queryFailed']).toContain(
      refusalIn(await attempt(sql, { memoryMax: 96 * 1_048_576, secondsMax: 60 })),
    )
    expect(await attempt('select 1')).toEqual([['1']])
  })

  test.each([
    'select count(*) from range(1000000000000) t(a) where a % 7 = 3',
    'with recursive r as (select 1 as a union all select 1 from r) select count(*) from r',
    'select count(*) from range(1000000) a, range(1000000) b where a.range * b.range % 7 = 3',
  ])('of time is stopped, and the next has an answer: %s', async (sql) => {
    expect(refusalIn(await attempt(sql, { secondsMax: 0.5 }))).toBe('queryTooLong')
    expect(await attempt('select 1')).toEqual([['1']])
  })

  test('of depth is refused', async () => {
    expect(await attempt(`select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).toMatch(/^query/)
    expect(await attempt('select 1')).toEqual([['1']])
  })
})

describe.runIf(existsSync('/proc/self'))('a process', () => {
  const ENDLESS = 'select count(*) from range(1000000000000) t(a) where a % 7 = 3'

  test('that is killed takes its query along, and no other', async () => {
    const { engine, rows, path } = testEngine({ processes: 1 })
    await rows('select 1')
    const asked = outcomeOf(rows(ENDLESS, { sources: [source] }))
    // Its file is there as long as it is answered.
    await expect.poll(() => readdirSync(path('queries'), { recursive: true, encoding: 'utf8' }).join()).toMatch(/0-0/)
    const [pid = 0] = processesIn(path('queries'))
    process.kill(pid, 'SIGKILL')
    expect(await asked).toMatch(/^queryFailed: /)
    expect(await rows('select 1')).toEqual([['1']])
    engine.end()
  })

  test('knows no address and no secret', async () => {
    process.env.DS_SECRET_OF_TEST = 'secret'
    const { rows, path } = testEngine()
    await rows('select 1')
    const [pid = 0] = processesIn(path('queries'))
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8').replace(/NODE_CHANNEL_\w+=\w+\0/g, '')).toBe('')
  })

  test('ends with its server, in the middle of a query too', async () => {
    const { folder, path } = testEngine()
    const engineAt = new URL('../../server/query-engine/index.ts', import.meta.url).href
    const server = spawn(process.execPath, [
      ...['--input-type=module', '-e'],
      `import { queryEngine } from '${engineAt}'
      const engine = queryEngine({ folder: '${path('queries')}', processes: 1, memoryBytes: 1e8, newId: () => 'one' })
      const ask = (sql) => engine.run({ sql, sources: [], rowsMax: 1, personId: 'ada', secondsMax: 60 })
      await ask('select 1')
      ask('${ENDLESS}')
      setTimeout(() => process.stdout.write('asked'), 100)`,
    ])
    onTestFinished(() => void server.kill('SIGKILL'))
    await once(server.stdout, 'data')
    expect(processesIn(folder)).toHaveLength(1)
    server.kill('SIGKILL')
    await expect.poll(() => processesIn(folder)).toEqual([])
  })
})
