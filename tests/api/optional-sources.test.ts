import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { hasOpenssl, makeCertificate } from '../services/certificates.ts'
import { hasMongodb, loadBson, startMongo } from '../services/mongo.ts'
import { freePort } from '../services/program.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { hasTedious, startSqlServer, type TdsAnswer } from '../services/sql-server.ts'
import { buildWorld } from '../support/world.ts'

const { dataSources, sourceImports, tables } = contract
type Import = InputOf<typeof sourceImports.create>
const READER = { account: 'reader', password: "p@ss 'word" }
/** More documents than one part of an answer. */
const MANY = 5000

/** A space with a data source of this kind. */
async function scene(kind: 'mongodb' | 'sqlServer', port: number) {
  const world = await buildWorld({ OUTSIDE_ALLOW: '127.0.0.1' })
  const { id: spaceId } = await world.space({ type: 'private' })
  const owner = await world.as('owner')
  const draft = {
    name: 'Lab',
    kind,
    host: '127.0.0.1',
    port,
    database: 'lab',
    tls: 'off',
    ...READER,
  } as const
  const refusal = async (changes: object = {}) => {
    const answer = await owner.call(dataSources.test, { ...draft, ...changes, spaceId })
    return 'error' in answer ? answer.error : null
  }
  const { id: sourceId } = await owner.data(dataSources.create, { ...draft, spaceId })
  const made = async (table: string, columns: Record<string, string>, changes: Partial<Import> = {}) => {
    const wish: Import = {
      spaceId,
      sourceId,
      title: 'Nightly',
      schema: 'lab',
      table,
      mode: 'append',
      headings: Object.keys(columns),
      columns: Object.entries(columns).map(([name, type], index) => ({ index, name, type: type as 'text' })),
      target: { to: 'new', name: crypto.randomUUID() },
      ...changes,
    }
    const one = await owner.data(sourceImports.create, wish)
    await world.services.tasks.drain()
    const { list } = await owner.data(sourceImports.runs, { spaceId, id: one.id })
    return { ...one, run: list[0] }
  }
  const rowsOf = async (id: string) => (await owner.data(tables.rows, { spaceId, id })).rows.map(({ cells }) => cells)
  return { world, owner, spaceId, sourceId, draft, refusal, made, rowsOf }
}

describe.skipIf(!hasMongodb || !hasOpenssl)('mongodb, against a server that speaks its protocol', () => {
  let [folder, certificate, other]: [string, ReturnType<typeof makeCertificate>, string] = ['', {} as never, '']
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dataspace-mongo-'))
    certificate = makeCertificate(folder, '127.0.0.1')
    other = makeCertificate(folder, 'db.example').certificate
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function served(changes: Partial<Parameters<typeof startMongo>[0]> = {}) {
    const { Decimal128, Double, Long, ObjectId, Binary } = await loadBson()
    const station = [
      {
        _id: new ObjectId('507f1f77bcf86cd799439011'),
        code: 'S1',
        name: '东海站',
        depth: Decimal128.fromString('12345678901234567890.12345678901234'),
        seen: new Date('2026-11-21T10:00:00.123Z'),
        big: Long.fromString('9223372036854775807'),
        flag: true,
        doc: { a: [1, '😀', Long.fromString('9007199254740993')], at: new Date('2026-11-21T00:00:00Z'), 'b.c': null },
        raw: new Binary(Buffer.from([0, 255])),
      },
      {
        _id: new ObjectId('507f1f77bcf86cd799439012'),
        code: 'S2',
        name: null,
        depth: -0.5,
        big: 0,
        flag: false,
        v: 'x',
      },
    ]
    const many = Array.from({ length: MANY }, (_, at) => ({ id: at + 1, v: new Double(at / 8) }))
    const collections = { station, many, 'system.views': [], empty: [] }
    const mongo = await startMongo({
      accounts: { [READER.account]: READER.password },
      database: 'lab',
      collections,
      ...changes,
    })
    onTestFinished(() => mongo.stop())
    return { mongo, collections }
  }

  test('each cause why it is not reached has its name', async () => {
    const { mongo } = await served({ certificate })
    const { refusal, owner, spaceId, draft } = await scene('mongodb', mongo.port)
    const own = { tls: 'verified', ca: certificate.certificate } as const
    expect(await refusal(own)).toBeNull()
    expect(await refusal({ tls: 'required' })).toBeNull()
    expect(await refusal({ ...own, password: 'wrong' })).toBe('dataSourcePasswordWrong')
    expect(await refusal({ ...own, account: 'nobody' })).toBe('dataSourcePasswordWrong')
    expect(await refusal({ ...own, port: await freePort() })).toBe('dataSourceClosed')
    expect(await refusal({ ...own, ca: other })).toBe('dataSourceTls')
    expect(await refusal({ tls: 'verified' })).toBe('dataSourceTls')
    expect(await refusal({ host: '10.1.2.3' })).toBe('outsideRefused')
    expect(await owner.call(dataSources.test, { ...draft, ...own, spaceId })).toMatchObject({
      data: { version: 'MongoDB 8.0.1' },
    })
  })

  test('an account that the database itself keeps is found; one without encryption is no server with it', async () => {
    const { mongo } = await served({ accountsIn: 'lab' })
    const { refusal } = await scene('mongodb', mongo.port)
    expect(await refusal()).toBeNull()
    expect(await refusal({ tls: 'required' })).toBe('dataSourceTls')
  })

  test('one that says nothing is given up', async () => {
    const { mongo } = await served()
    const proxy = await openSlowProxy(mongo.port, 0)
    proxy.silence()
    const { refusal } = await scene('mongodb', proxy.port)
    expect(await refusal()).toBe('dataSourceSlow')
    await proxy.close()
  })

  test('collections are tables, their fields columns, with a sample of ten', async () => {
    const { mongo } = await served()
    const { owner, spaceId, sourceId: id } = await scene('mongodb', mongo.port)
    const { list } = await owner.data(dataSources.tables, { spaceId, id })
    expect(list.map(({ schema, name, kind }) => [schema, name, kind])).toEqual([
      ['lab', 'empty', 'table'],
      ['lab', 'many', 'table'],
      ['lab', 'station', 'table'],
    ])
    const { columns, sample } = await owner.data(dataSources.look, { spaceId, id, schema: 'lab', table: 'station' })
    expect(columns.map(({ name, type, cellType }) => [name, type, cellType])).toEqual([
      ['_id', 'objectId', 'text'],
      ['code', 'string', 'text'],
      ['name', 'string', 'text'],
      ['depth', 'decimal, double', 'number'],
      ['seen', 'date', 'datetime'],
      ['big', 'int, long', 'number'],
      ['flag', 'bool', 'boolean'],
      ['doc', 'object', 'text'],
      ['raw', 'binData', 'text'],
      ['v', 'string', 'text'],
    ])
    expect(sample[0]?.slice(0, 4)).toEqual([
      '507f1f77bcf86cd799439011',
      'S1',
      '东海站',
      '12345678901234567890.12345678901234',
    ])
    const gone = { spaceId, id, schema: 'lab', table: 'empty' }
    expect(await owner.call(dataSources.look, gone)).toMatchObject({ error: 'dataSourceTableGone' })
    const first = await owner.data(dataSources.look, { spaceId, id, schema: 'lab', table: 'many' })
    expect(first.sample).toHaveLength(10)
  })

  test('values come as they are, nested ones as JSON', async () => {
    const { mongo } = await served()
    const { made, rowsOf } = await scene('mongodb', mongo.port)
    const types = { _id: 'text', name: 'text', depth: 'number', seen: 'datetime', big: 'number', flag: 'boolean' }
    const { run, target } = await made('station', { ...types, doc: 'text', raw: 'text' })
    expect(run).toMatchObject({ state: 'completed', read: 2, written: 2, refused: 0 })
    expect(await rowsOf(target.id)).toEqual([
      [
        '507f1f77bcf86cd799439011',
        '东海站',
        '12345678901234567890.12345678901234',
        '2026-11-21T10:00:00.123Z',
        '9223372036854775807',
        true,
        '{"a": [1, "😀", 9007199254740993], "at": "2026-11-21T00:00:00.000Z", "b.c": null}',
        '00ff',
      ],
      ['507f1f77bcf86cd799439012', null, '-0.5', null, '0', false, null, null],
    ])
  })

  test('conditions are judged by the database, and say nothing else to it', async () => {
    const { mongo } = await served()
    const { made, rowsOf } = await scene('mongodb', mongo.port)
    const by = async (column: string, operator: string, value = '') => {
      const conditions = [{ column, operator, value }] as Import['conditions']
      const { run, target } = await made('station', { code: 'text' }, { conditions })
      return run?.message ? run.log.at(-1)?.value : (await rowsOf(target.id)).map(([code]) => code)
    }
    expect(await by('depth', 'gt', '0')).toEqual(['S1'])
    expect(await by('big', 'le', '0')).toEqual(['S2'])
    expect(await by('name', 'empty')).toEqual(['S2'])
    expect(await by('name', 'notEmpty')).toEqual(['S1'])
    expect(await by('name', 'contains', '海')).toEqual(['S1'])
    expect(await by('name', 'contains', '.')).toEqual([])
    expect(await by('code', 'starts', '$where')).toEqual([])
    expect(await by('code', 'eq', '{"$ne": null}')).toEqual([])
    expect(await by('v', 'ne', 'y')).toEqual(['S2'])
    expect(await by('depth', 'gt', 'deep')).toContain('dataSourceConditionWrong')
    expect(await by('seen', 'ge', '2026-11-21T10:00:00.123Z')).toEqual(['S1'])
    expect(await by('_id', 'gt', '507f1f77bcf86cd799439011')).toEqual(['S2'])
  })

  test('a watermark reads only what is new; whole collections come in parts, and one that breaks off brings nothing', async () => {
    const { mongo, collections } = await served()
    const { world, owner, spaceId, made, rowsOf } = await scene('mongodb', mongo.port)
    const { id, run, target } = await made('many', { id: 'number', v: 'number' }, { watermark: 'id' })
    expect(run).toMatchObject({ state: 'completed', read: MANY, written: MANY })
    expect((await owner.data(sourceImports.show, { spaceId, id })).reached).toBe(String(MANY))
    collections.many.push({ id: MANY + 1, v: 0.125 as never })
    const again = async () => {
      await owner.data(sourceImports.run, { spaceId, id })
      await world.services.tasks.drain()
      return (await owner.data(sourceImports.runs, { spaceId, id })).list[0]
    }
    expect(await again()).toMatchObject({ read: 1, written: 1 })
    expect(await again()).toMatchObject({ read: 0, written: 0, state: 'completed' })
    mongo.cut()
    const { run: broken, target: none } = await made('many', { id: 'number' })
    expect(broken).toMatchObject({ state: 'failed', written: 0 })
    expect(broken?.log.at(-1)?.value).toMatch('dataSourceBroken')
    expect(await rowsOf(none.id)).toEqual([])
    expect(await owner.data(tables.show, { spaceId, id: target.id })).toMatchObject({ rows: MANY + 1, lock: null })
    // It was asked for nothing but to be read.
    const names = mongo.asked.map((command) => Object.keys(command)[0])
    expect([...new Set(names)].sort()).toEqual(['buildInfo', 'find', 'getMore'])
  })
})

describe.skipIf(!hasTedious)('sqlServer, against a server that speaks its protocol', () => {
  const STATION = [
    ['code', 'nvarchar', '20', '0', '0', '0', '1'],
    ['depth', 'decimal', '17', '38', '20', '1', '0'],
    ['seen', 'datetimeoffset', '10', '34', '7', '1', '0'],
    ['big', 'bigint', '8', '19', '0', '1', '0'],
    ['wide', 'real', '4', '24', '0', '1', '0'],
    ['exact', 'float', '8', '53', '0', '1', '0'],
    ['flag', 'bit', '1', '1', '0', '1', '0'],
  ]
  const WIDE = ['text', 'text', 'text', 'text', 'single', 'double', 'text'] as const
  const VALUES = [
    [
      'S1',
      '123456789012345678.12345678901234567890',
      '2026-11-21T02:00:00.1234560Z',
      '9223372036854775807',
      0.1,
      0.1,
      '1',
    ],
    ['S2', null, null, '0', null, -0.5, '0'],
  ]
  const texts = (rows: (string | null)[][]): TdsAnswer => ({ columns: rows[0]?.map(() => 'text') ?? [], rows })
  function* many() {
    for (let id = 1; id <= MANY; id += 1) yield [String(id), 'x'.repeat(50)]
  }
  /** What it answers to what is asked of it. */
  function answer(sql: string): TdsAnswer {
    if (sql.startsWith('set ')) return { columns: [], rows: [] }
    if (sql.includes('ProductVersion')) return texts([['16.0.4100.1']])
    if (sql.includes('has_dbaccess')) return texts([['lab'], ['other']])
    if (sql.includes('snapshot_isolation_state')) return texts([['1']])
    if (sql.includes('sys.columns')) {
      if (sql.includes("N'station'")) return texts(STATION)
      return texts(
        sql.includes("N'many'")
          ? [
              ['id', 'int', '4', '10', '0', '0', '1'],
              ['words', 'nvarchar', '-1', '0', '0', '1', '0'],
            ]
          : [],
      )
    }
    if (sql.includes('sys.objects'))
      return texts([
        ['lab', 'many', 'table', '5000'],
        ['lab', 'station', 'view', null],
      ])
    if (sql.includes('max([id])')) return texts([[String(MANY)]])
    if (sql.includes('[many]')) return { columns: ['text', 'text'], rows: many() }
    if (sql.includes("> 'deep'")) return { error: 245, message: 'Conversion failed' }
    if (sql.includes('[station]')) return { columns: [...WIDE], rows: VALUES }
    return { error: 208, message: 'Invalid object name' }
  }
  async function served() {
    const server = await startSqlServer({ ...READER, database: 'lab', answer })
    onTestFinished(() => server.stop())
    return server
  }

  test('each cause why it is not reached has its name', async () => {
    const { port, state } = await served()
    const { refusal, owner, spaceId, draft } = await scene('sqlServer', port)
    expect(await refusal()).toBeNull()
    expect(await refusal({ password: 'wrong' })).toBe('dataSourcePasswordWrong')
    expect(await refusal({ database: 'none' })).toBe('dataSourceDatabaseGone')
    expect(await refusal({ port: await freePort() })).toBe('dataSourceClosed')
    const before = state.logins
    expect(await refusal({ tls: 'verified' })).toBe('dataSourceTls')
    expect(await refusal({ tls: 'required' })).toBe('dataSourceTls')
    expect(state.logins).toBe(before)
    expect(await refusal({ host: '10.1.2.3' })).toBe('outsideRefused')
    expect(await owner.call(dataSources.test, { ...draft, spaceId })).toMatchObject({
      data: { version: 'SQL Server 16.0.4100.1' },
    })
    const { name: _, database: __, ...server } = draft
    const listed = await owner.call(dataSources.databases, { ...server, kind: 'sqlServer', spaceId })
    expect(listed).toMatchObject({ data: ['lab', 'other'] })
  })

  test('tables, columns and values come as they are', async () => {
    const { port } = await served()
    const { owner, spaceId, sourceId: id, made, rowsOf } = await scene('sqlServer', port)
    expect((await owner.data(dataSources.tables, { spaceId, id })).list).toEqual([
      { schema: 'lab', name: 'many', kind: 'table', rows: 5000 },
      { schema: 'lab', name: 'station', kind: 'view', rows: null },
    ])
    const { columns } = await owner.data(dataSources.look, { spaceId, id, schema: 'lab', table: 'station' })
    expect(columns.map(({ name, type, cellType, isKey }) => [name, type, cellType, isKey])).toEqual([
      ['code', 'nvarchar(10)', 'text', true],
      ['depth', 'decimal(38,20)', 'number', false],
      ['seen', 'datetimeoffset(7)', 'datetime', false],
      ['big', 'bigint', 'number', false],
      ['wide', 'real', 'number', false],
      ['exact', 'float', 'number', false],
      ['flag', 'bit', 'boolean', false],
    ])
    const gone = { spaceId, id, schema: 'lab', table: 'none' }
    expect(await owner.call(dataSources.look, gone)).toMatchObject({ error: 'dataSourceTableGone' })
    const types = { code: 'text', depth: 'number', seen: 'datetime', big: 'number', wide: 'number', exact: 'number' }
    const { run, target } = await made('station', { ...types, flag: 'boolean' })
    expect(run).toMatchObject({ state: 'completed', read: 2, written: 2 })
    expect(await rowsOf(target.id)).toEqual([
      [
        'S1',
        '123456789012345678.1234567890123456789',
        '2026-11-21T02:00:00.123456Z',
        '9223372036854775807',
        '0.1',
        '0.1',
        true,
      ],
      ['S2', null, null, '0', null, '-0.5', false],
    ])
  })

  test('rows come in parts from one snapshot; a connection that breaks off brings nothing', async () => {
    const server = await served()
    const { made, rowsOf } = await scene('sqlServer', server.port)
    const { run } = await made('many', { id: 'number', words: 'text' }, { watermark: 'id' })
    expect(run).toMatchObject({ state: 'completed', read: MANY, written: MANY })
    expect(server.state.asked.some((sql) => sql.includes('isolation level snapshot; begin transaction'))).toBe(true)
    expect(server.state.asked.at(-1)).toMatch(/where \(\[id\] <= 5000 or \[id\] is null\)$/)
    server.cutAfter(MANY / 2)
    const { run: broken, target } = await made('many', { id: 'number', words: 'text' })
    expect(broken).toMatchObject({ state: 'failed', written: 0 })
    expect(broken?.log.at(-1)?.value).toMatch('dataSourceBroken')
    expect(await rowsOf(target.id)).toEqual([])
  })
})
