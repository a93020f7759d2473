import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { asking, outcomeOf, testEngine } from '../../tests/support/query-engine.ts'
import type { EngineSource } from './index.ts'

const world = testEngine({ end: afterAll })
const { engine, rows } = world

const described = async (source: EngineSource) => ({
  ...source,
  ...(await engine.describe(source, asking)),
})
const typesIn = (columns: readonly { name: string; type: string }[] = []) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]))

describe('answers', () => {
  test('are cells as tables have them, exact', async () => {
    const [row] =
      await rows(`select 1.50::decimal(9,2), 170141183460469231731687303715884105727, 0.1::double, 0.1::float,
      1e21::double, 'nan'::double, date '2026-11-21', timestamp '2026-11-21 08:30:15', timestamptz '2026-11-21 08:30:15.000001+08',
      true, ['a', 'b'], {'k': 1}, null, interval 2 days::varchar, timestamp '1969-12-31 23:59:59.999999'`)
    expect(row).toEqual([
      ...['1.5', '170141183460469231731687303715884105727', '0.1', '0.1', '1000000000000000000000', 'NaN'],
      ...['2026-11-21', '2026-11-21T08:30:15.000Z', '2026-11-21T00:30:15.000001Z', true, ['a', 'b'], '{"k":1}', null],
      ...['2 days', '1969-12-31T23:59:59.999999Z'],
    ])
  })

  test('take values as parameters, whatever they hold', async () => {
    const values = [`'; drop table t; --`, '12345678901234567890.1', true, null, ['a', "b'"]]
    const sql = 'select $1::varchar, $2::decimal(38, 1), $3::boolean, $4::varchar, $5::varchar[]'
    expect(await rows(sql, { values })).toEqual([values])
  })

  test('end at as many rows as were asked for, and say so', async () => {
    const ask = (rowsMax: number) => engine.run({ ...asking, sql: 'select * from range(30000)', sources: [], rowsMax })
    expect(await ask(3)).toMatchObject({ rows: [['0'], ['1'], ['2']], isCut: true })
    const whole = await ask(30_000)
    expect([whole.isCut, whole.rows.length, whole.rows.at(-1)]).toEqual([false, 30_000, ['29999']])
  })

  test('come in batches that are made as they are taken', async () => {
    for await (const { columns, rows: first } of engine.stream({
      ...asking,
      sql: 'from range(1e12::bigint)',
      sources: [],
    })) {
      expect([columns, first[0]]).toEqual([[{ name: 'range', type: 'number' }], ['0']])
      break
    }
    expect(await rows('select 1')).toEqual([['1']])
  })
})

describe('files', () => {
  const CSV =
    'id,code,amount,day,at,ok,note,long\n1,007,1.50,2026-01-02,2026-01-02T10:00:00Z,true,x,123456789012345678\n2,008,NA,2026-01-03,2026-01-03 11:00:00,false,"a, ""b""\nc",1\n3,010,-0.25,,,TRUE,"",2\n'

  test('of text are typed by all rows: nothing is rounded, and a name stays a text', async () => {
    const source = await described({ format: 'csv', paths: [world.file('a', CSV)] })
    expect(typesIn(source.columns)).toEqual({
      id: 'number',
      code: 'text',
      amount: 'number',
      day: 'date',
      at: 'datetime',
      ok: 'boolean',
      note: 'text',
      long: 'text',
    })
    expect(source.rows).toBe(3)
    expect(await rows('select * from t order by id', { sources: [{ ...source, name: 't' }] })).toEqual([
      ['1', '007', '1.5', '2026-01-02', '2026-01-02T10:00:00.000Z', true, 'x', '123456789012345678'],
      ['2', '008', null, '2026-01-03', '2026-01-03T11:00:00.000Z', false, 'a, "b"\nc', '1'],
      ['3', '010', '-0.25', null, null, true, '', '2'],
    ])
  })

  test('a look at a large one tells how far it is', { timeout: 120_000 }, async () => {
    const shares: number[] = []
    const paths = [world.file('numbers', `n\n${'1234.5\n'.repeat(5_000_000)}`)]
    const onProgress = (share: number) => void shares.push(share)
    await engine.describe({ format: 'csv', paths }, { ...asking, secondsMax: 120, onProgress })
    expect(shares.some((share) => share > 0 && share < 1)).toBe(true)
  })

  test('an exponent without digits before it is no number', async () => {
    const source = await described({ format: 'csv', paths: [world.file('exponents', 'a,b,c\n1e5,e5,.e5\n.5,1,1\n')] })
    expect(typesIn(source.columns)).toEqual({ a: 'number', b: 'text', c: 'text' })
  })

  test('a value behind the first rows decides too', async () => {
    const lines = Array.from({ length: 30_000 }, (_, n) => `${n},0.5`)
    const source = await described({
      format: 'csv',
      paths: [world.file('a', `a,b\n${lines.join('\n')}\nnone,0.125\n`)],
    })
    expect(source.columns).toEqual([
      { name: 'a', type: 'text' },
      { name: 'b', type: 'number', digits: 1, decimals: 3 },
    ])
    expect(await rows(`select sum(b) from t where a <> ''`, { sources: [{ ...source, name: 't' }] })).toEqual([
      ['15000.125'],
    ])
  })

  test('of JSON lines keep what is a text there', async () => {
    const source = await described({
      format: 'jsonl',
      paths: [world.file('a', '{"a":1,"b":"007","d":["x","y"],"e":{"k":1}}\n{"a":2.25,"g":true}\n')],
    })
    expect(typesIn(source.columns)).toEqual({ a: 'number', b: 'text', d: 'choices', e: 'text', g: 'boolean' })
    expect(await rows('select * from t', { sources: [{ ...source, name: 't' }] })).toEqual([
      ['1', '007', ['x', 'y'], '{"k":1}', null],
      ['2.25', null, null, null, true],
    ])
  })

  test('several are one table, under any name, and Parquet is written from it', async () => {
    const paths = [world.file('a', 'x;y\n1;一\n'), world.file('b', 'x;y\n2;二\n')]
    const source = await described({ format: 'csv', paths, separator: ';' })
    const sources = [{ ...source, name: 'Mein "Tisch"' }]
    const target = world.path('c.parquet')
    await engine.toParquet({ ...asking, sql: `select * from "Mein ""Tisch""" -- all`, sources, target })
    const parquet: EngineSource = { format: 'parquet', paths: [target] }
    expect(await engine.describe(parquet, asking)).toMatchObject({
      rows: 2,
      columns: [{ name: 'x' }, { name: 'y' }],
    })
    expect(await rows('select sum(x), max(y) from t', { sources: [{ ...parquet, name: 't' }] })).toEqual([['3', '二']])
  })

  test('what is wrong in one is told without its place', async () => {
    const paths = [world.file('secret-name', 'a,b\n1,2\n3,4,5\n')]
    const source: EngineSource = {
      format: 'csv',
      paths,
      columns: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text' },
      ],
    }
    const outcome = await outcomeOf(rows('select * from t', { sources: [{ ...source, name: 't' }] }))
    expect(outcome).toMatch(/Expected Number of Columns: 2 Found: 3/)
    expect(outcome).not.toContain('secret-name')
    expect(outcome).not.toContain(world.folder)
  })
})

describe('sources that stay open for the next query', () => {
  const { rows: ask, peopleRows: askOwn, engine: narrow, file, path } = testEngine({ processes: 1, end: afterAll })
  const plain = (name: string, text: string): EngineSource & { name: string } => ({
    name,
    format: 'csv',
    paths: [file(`${name}.csv`, text)],
  })
  const [mine, other] = [plain('mine', 'a\n1\n'), plain('other', 'b\n2\n')]
  /** The files that the one process may read. */
  const linked = () => {
    const [own = ''] = readdirSync(path('queries'))
    const names = readdirSync(path(join('queries', own))).filter((name) => name !== 'home' && name !== 'temp')
    return names.map((name) => readlinkSync(path(join('queries', own, name))))
  }

  test('are gone for another person, and for a query over others', async () => {
    await ask('select a from mine', { sources: [mine] })
    const gone = 'queryInvalid'
    const asBen = { personId: 'ben' }
    await expect(ask('select a from mine', { ...asBen, sources: [other] })).rejects.toMatchObject({ refusal: gone })
    expect(await ask('select b from other', { ...asBen, sources: [other] })).toEqual([['2']])
    expect(linked()).toEqual(other.paths)
    await expect(ask('select a from mine', { sources: [other] })).rejects.toMatchObject({ refusal: gone })
    expect(await ask('select a from mine', { ...asBen, sources: [mine] })).toEqual([['1']])
    expect(linked()).toEqual(mine.paths)
  })

  test('are closed by a query that fails, and by a text that somebody wrote', async () => {
    await ask('select a from mine', { sources: [mine] })
    await expect(ask('select c from mine', { sources: [mine] })).rejects.toMatchObject({ refusal: 'queryInvalid' })
    await expect.poll(linked).toEqual([])
    expect(await askOwn('select a from mine', { sources: [mine] })).toEqual([['1']])
    await expect.poll(linked).toEqual([])
  })

  test('are read as they are by then', async () => {
    const target = path('changing.parquet')
    const changing: EngineSource & { name: string } = { name: 't', format: 'parquet', paths: [target] }
    for (const n of ['1', '2', '3']) {
      await narrow.toParquet({ ...asking, sql: `select ${n} as n from range(${n})`, sources: [], target })
      const sums = await ask('select sum(n) from t', { sources: [changing] })
      expect(sums).toEqual([[String(Number(n) * Number(n))]])
      expect(await ask('select count(*) from t', { sources: [changing] })).toEqual([[n]])
    }
  })
})

describe('who waits', () => {
  const { engine: narrow, rows: narrowRows } = testEngine({ processes: 1, end: afterAll })

  test('a person with many queries holds up no other', async () => {
    const done: string[] = []
    const ask = (personId: string, name: string) =>
      narrow
        .run({ ...asking, personId, sql: 'select count(*) from range(200000)', sources: [], rowsMax: 1 })
        .then(() => done.push(name))
    await Promise.all([ask('ada', 'ada 1'), ask('ada', 'ada 2'), ask('ada', 'ada 3'), ask('bob', 'bob 1')])
    expect(done).toEqual(['ada 1', 'bob 1', 'ada 2', 'ada 3'])
  })

  test('a query that is given up in the line or under way frees its place', async () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const ask = (signal: AbortSignal) =>
      narrow.run({
        ...asking,
        signal,
        sql: 'select count(*) from range(1e13::bigint) t(a) where a % 7 = 3',
        sources: [],
        rowsMax: 1,
      })
    const asked = [ask(first.signal), ask(second.signal)]
    second.abort(new Error('in the line'))
    await expect(asked[1]).rejects.toThrow('in the line')
    first.abort(new Error('under way'))
    await expect(asked[0]).rejects.toThrow('under way')
    expect(await narrowRows('select 1')).toEqual([['1']])
  })

  test('a long query tells how far it is, and ends when it is given up', async () => {
    const stop = new AbortController()
    const file = world.file('long', `n\n${Array.from({ length: 2_000_000 }, (_, at) => at).join('\n')}\n`)
    const source = {
      format: 'csv' as const,
      paths: [file],
      columns: [{ name: 'n', type: 'number' as const }],
      name: 't',
    }
    const first = Promise.withResolvers<number>()
    const answer = engine.run({
      ...asking,
      signal: stop.signal,
      onProgress: first.resolve,
      sql: `select count(*) from t a, range(20000) b where hash(a.n + b.range) = 1`,
      sources: [source],
      rowsMax: 1,
    })
    const outcome = answer.catch((error: Error) => error.message)
    expect(await first.promise).toBeGreaterThan(0)
    stop.abort(new Error('enough'))
    expect(await outcome).toBe('enough')
  })

  test('without queries there is no process, and nothing stays in the folder', async () => {
    const { engine: own, rows: ask, path } = testEngine()
    await ask('select 1')
    own.end()
    await expect.poll(() => readdirSync(path('queries'))).toEqual([])
  })
})
