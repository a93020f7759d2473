import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { OptionalKind } from '#contract/data-sources.ts'
import { openSession } from './index.ts'
import { mongoColumns, mongoText } from './mongodb-values.ts'
import { optionalDriver, optionalPackages, singleText } from './optional.ts'
import { openOracle, oracleDialect, refuseRedirects } from './oracle.ts'
import { type ColumnShape, type KnownColumn, type Selection, shaped } from './session.ts'
import { type Dialect, selectQuery } from './sql.ts'
import { cellText, isEncrypting, sqlServerDialect } from './sql-server.ts'

const kinds = ['sqlServer', 'oracle', 'mongodb'] as const satisfies OptionalKind[]
const hasOracle = existsSync(new URL('../../../../node_modules/oracledb', import.meta.url))
const column = (shape: ColumnShape, type: string, name = 'c'): KnownColumn => ({
  name,
  type,
  isNullable: true,
  isKey: false,
  bits: 0,
  ...shaped(shape),
})
const access = { database: 'lab', account: 'x', password: '', tls: 'off' as const, ca: '' }
const here = { host: '127.0.0.1', admitted: { address: '127.0.0.1', family: 4 as const } }

test.each(kinds)('%s: a driver that is missing is refused with the package that the operator adds', async (kind) => {
  const missing = () => Promise.reject(Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' }))
  const { name, version } = optionalPackages[kind]
  await expect(optionalDriver(kind, missing)).rejects.toMatchObject({
    refusal: 'dataSourceDriverMissing',
    values: { why: `${name}@${version}` },
  })
})

test('the tested drivers are those that operators are told to add', () => {
  const { devDependencies } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
  for (const { name, version } of Object.values(optionalPackages))
    if (devDependencies[name]) expect(devDependencies[name]).toBe(version)
})

describe('queries', () => {
  const texts: [Dialect, ColumnShape, string, string][] = [
    [sqlServerDialect, 'number', 'decimal(40,20)', 'convert(nvarchar(50), [c])'],
    [sqlServerDialect, 'number', 'money', 'convert(nvarchar(50), [c], 2)'],
    [sqlServerDialect, 'float', 'real', '[c]'],
    [sqlServerDialect, 'boolean', 'bit', 'convert(nvarchar(1), convert(int, [c]))'],
    [sqlServerDialect, 'date', 'date', 'convert(nvarchar(10), [c], 23)'],
    [sqlServerDialect, 'datetime', 'datetime2(7)', 'convert(nvarchar(27), [c], 126)'],
    [
      sqlServerDialect,
      'instant',
      'datetimeoffset(7)',
      "convert(nvarchar(27), convert(datetime2(7), switchoffset([c], '+00:00')), 126) + N'Z'",
    ],
    [
      sqlServerDialect,
      'bytes',
      'varbinary(max)',
      'left(lower(convert(varchar(max), convert(varbinary(max), [c]), 2)), 9)',
    ],
    [sqlServerDialect, 'text', 'nvarchar(max)', 'left(convert(nvarchar(max), [c]), 9)'],
    [oracleDialect, 'number', 'NUMBER(38,2)', `to_char("c", 'TM9', 'NLS_NUMERIC_CHARACTERS=''. ''')`],
    [oracleDialect, 'float', 'BINARY_FLOAT', '"c"'],
    [oracleDialect, 'datetime', 'DATE', `ltrim(to_char("c", 'SYYYY-MM-DD"T"HH24:MI:SS'))`],
    [oracleDialect, 'datetime', 'TIMESTAMP(6)', `ltrim(to_char("c", 'SYYYY-MM-DD"T"HH24:MI:SS.FF9'))`],
    [
      oracleDialect,
      'instant',
      'TIMESTAMP(6) WITH TIME ZONE',
      `ltrim(to_char(sys_extract_utc(cast("c" as timestamp(9) with time zone)), 'SYYYY-MM-DD"T"HH24:MI:SS.FF9"Z"'))`,
    ],
    [oracleDialect, 'text', 'CLOB', '"c"'],
    [oracleDialect, 'text', 'VARCHAR2(10)', 'substr("c", 1, 9)'],
    [oracleDialect, 'text', 'INTERVAL DAY(2) TO SECOND(6)', 'to_char("c")'],
  ]
  test.each(texts)('%#: a value is asked for as a text with all its digits', (dialect, shape, type, expression) => {
    expect(dialect.text({ shape, type, bits: 0 }, dialect.name('c'), 9)).toBe(expression)
  })

  const selection = (filters: Selection['filters']): Selection => ({
    at: { schema: 'l]a"b', table: 't' },
    columns: [column('float', 'BINARY_FLOAT', 'v')],
    filters,
    characters: 9,
  })
  const number = column('number', 'int', 'n')
  const name = column('text', 'VARCHAR2(10)', 'w')

  test('names and values of people carry nothing else into them', () => {
    const filters = [
      { column: name, operator: 'eq' as const, value: "' or 1=1 --" },
      { column: name, operator: 'contains' as const, value: "50%_[x]!'" },
      { column: number, operator: 'leOrEmpty' as const, value: '7' },
    ]
    expect(selectQuery(sqlServerDialect, selection(filters))).toBe(
      `select [v] from [l]]a"b].[t] where [w] = N''' or 1=1 --' and convert(nvarchar(max), [w]) like N'%50!%!_![x]!!''%' escape '!' and ([n] <= 7 or [n] is null)`,
    )
    expect(selectQuery(oracleDialect, selection(filters))).toBe(
      `select "v" from "l]ab"."t" where "w" = ''' or 1=1 --' and "w" like '%50!%!_[x]!!''%' escape '!' and ("n" <= 7 or "n" is null)`,
    )
    for (const dialect of [sqlServerDialect, oracleDialect])
      expect(() =>
        selectQuery(dialect, selection([{ column: number, operator: 'gt', value: '1; drop table t' }])),
      ).toThrow(expect.objectContaining({ refusal: 'dataSourceConditionWrong' }))
  })

  test('the first rows only are asked for in the words of each', () => {
    const query = selectQuery(oracleDialect, selection([]))
    expect(oracleDialect.first(query, 10)).toMatch(/fetch first 10 rows only$/)
    expect(sqlServerDialect.first(query, 10)).toMatch(/^select top \(10\) "v"/)
  })

  const times: [Dialect, KnownColumn, string, string | null][] = [
    [
      sqlServerDialect,
      column('datetime', 'datetime'),
      '2026-11-21 10:00',
      "convert(datetime, N'2026-11-21T10:00:00', 126)",
    ],
    [
      sqlServerDialect,
      column('datetime', 'datetime2(7)'),
      '2026-11-21T10:00:00.1234567',
      "convert(datetime2(7), N'2026-11-21T10:00:00.1234567', 126)",
    ],
    [
      sqlServerDialect,
      column('instant', 'datetimeoffset(7)'),
      '2026-11-21T10:00:00Z',
      "convert(datetimeoffset(7), N'2026-11-21T10:00:00Z', 127)",
    ],
    [sqlServerDialect, column('date', 'date'), '21.11.2026', null],
    [oracleDialect, column('datetime', 'DATE'), '2026-11-21', "timestamp '2026-11-21 00:00:00'"],
    [
      oracleDialect,
      column('instant', 'TIMESTAMP(6) WITH TIME ZONE'),
      '2026-11-21T10:00:00.5Z',
      "timestamp '2026-11-21 10:00:00.5 +00:00'",
    ],
    [oracleDialect, column('datetime', 'DATE'), "2026-11-21' or 1=1", null],
  ]
  test.each(times)('%#: a moment is compared as one, or refused', (dialect, one, value, expected) => {
    expect(dialect.comparable(one, value)).toBe(expected)
  })
})

test('a number of single precision has the digits that people gave it', () => {
  for (const text of ['0.1', '16777216', '-1.5e-8', '3.4028235e+38', '0', '1.1754944e-38'])
    expect(Number(singleText(Math.fround(Number(text))))).toBe(Number(text))
  expect(cellText({ value: Math.fround(0.1), metadata: { type: { name: 'Real' } } })).toBe('0.1')
  expect(cellText({ value: 0.1, metadata: { type: { name: 'Float' } } })).toBe('0.1')
  expect(cellText({ value: null, metadata: { type: { name: 'Float' } } })).toBeNull()
})

test('a SQL Server that does not say that it encrypts gets no password', () => {
  const answer = (value: number) => Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 1, 0, 0, value])
  expect([0, 1, 2, 3].map((value) => isEncrypting(answer(value)))).toEqual([false, true, false, true])
  expect(isEncrypting(Buffer.from([0xff]))).toBe(false)
  expect(isEncrypting(Buffer.from([1, 0xff, 0xff, 0, 1, 0xff]))).toBe(false)
})

test('a document that looks like a value of the driver is a document, and a reference by a whole number a text', () => {
  const like = { _bsontype: 'constructor', toString: 'x' }
  expect(mongoText(like)).toBe('{"_bsontype": "constructor", "toString": "x"}')
  expect(mongoText([{ _bsontype: 'ObjectId' }])).toBe('[{"_bsontype": "ObjectId"}]')
  expect(mongoColumns([{ a: like }])).toMatchObject([{ type: 'object', shape: 'json' }])
  class Reference {
    get _bsontype() {
      return 'DBRef'
    }
    toJSON() {
      return { $ref: 'casts', $id: 5n }
    }
  }
  expect(mongoText(new Reference())).toBe('{"$ref":"casts","$id":"5"}')
})

/** A packet of a listener, with its header. */
function packet(kind: number, content = '') {
  const bytes = Buffer.concat([Buffer.alloc(8), Buffer.from(content)])
  bytes.writeUInt16BE(bytes.length, 0)
  bytes[4] = kind
  return bytes
}

test('a redirect is refused, in whatever pieces it comes; what follows an acceptance is data', () => {
  const redirect = packet(5, '(ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.1)(PORT=1521))')
  const judge = refuseRedirects()
  judge(packet(11))
  judge(redirect.subarray(0, 4))
  expect(() => judge(redirect.subarray(4))).toThrow(expect.objectContaining({ refusal: 'outsideRefused' }))
  const accepted = refuseRedirects()
  accepted(packet(2))
  accepted(redirect)
})

test.skipIf(!hasOracle)('an Oracle listener sends nobody to another address', async () => {
  let [isReached, asked] = [0, 0]
  const serve = async (answer: () => Buffer | null) => {
    const server = createServer((socket) => {
      isReached += answer() ? 0 : 1
      socket
        .on('error', () => undefined)
        .on('data', () => {
          asked += 1
          const bytes = answer()
          if (bytes) socket.write(bytes)
        })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  const elsewhere = await serve(() => null)
  const address = `(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=${elsewhere}))`
  const length = Buffer.alloc(2)
  length.writeUInt16BE(address.length)
  const port = await serve(() => packet(5, `${length.toString('latin1')}${address}`))
  await expect(openSession({ kind: 'oracle', ...here, ...access, port })).rejects.toMatchObject({
    refusal: 'outsideRefused',
  })
  expect([asked > 0, isReached]).toEqual([true, 0])
  await expect(openOracle({ kind: 'oracle', ...here, ...access, port, database: 'x)(SDU=1' })).rejects.toMatchObject({
    refusal: 'dataSourceDatabaseGone',
  })
})
