import { connect, type Socket } from 'node:net'
import { type Connection, createConnection, escapeId, escape as escapeText } from 'mysql2'
import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import type { RawRow } from '#server/table-files/convert-bytes.ts'
import { asFailure, inBounds } from './failing.ts'
import { eachPacket, readCells } from './mysql-packets.ts'
import {
  ASK_BYTES,
  ASK_MS,
  type ColumnShape,
  type KnownColumn,
  PART_BYTES,
  PART_MS,
  type SourceAddress,
  type SourceSession,
  shaped,
  type TakeRow,
  type TextRow,
} from './session.ts'
import { DAY, type Dialect, NUMBER, sourceTable, sqlSession } from './sql.ts'
import { tlsOf } from './tls.ts'

/** Errors by the name that the driver gives to their number. */
const ERRORS: Record<string, ErrorName> = {
  '1927': 'dataSourceBroken',
  '1969': 'dataSourceSlow',
  ER_ACCESS_DENIED_ERROR: 'dataSourcePasswordWrong',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'dataSourcePasswordWrong',
  ER_BAD_DB_ERROR: 'dataSourceDatabaseGone',
  ER_DBACCESS_DENIED_ERROR: 'dataSourceForbidden',
  ER_TABLEACCESS_DENIED_ERROR: 'dataSourceForbidden',
  ER_COLUMNACCESS_DENIED_ERROR: 'dataSourceForbidden',
  ER_SPECIFIC_ACCESS_DENIED_ERROR: 'dataSourceForbidden',
  ER_HOST_NOT_PRIVILEGED: 'dataSourceForbidden',
  ER_NO_SUCH_TABLE: 'dataSourceTableGone',
  ER_BAD_FIELD_ERROR: 'dataSourceColumnGone',
  ER_QUERY_TIMEOUT: 'dataSourceSlow',
  ER_QUERY_INTERRUPTED: 'dataSourceSlow',
  ER_SERVER_SHUTDOWN: 'dataSourceBroken',
  ER_CONNECTION_KILLED: 'dataSourceBroken',
}

const SHAPES: Record<string, ColumnShape> = {
  tinyint: 'number',
  smallint: 'number',
  mediumint: 'number',
  int: 'number',
  bigint: 'number',
  decimal: 'number',
  year: 'number',
  double: 'number',
  float: 'float',
  date: 'date',
  datetime: 'datetime',
  timestamp: 'instant',
  bit: 'bits',
  binary: 'bytes',
  varbinary: 'bytes',
  tinyblob: 'bytes',
  blob: 'bytes',
  mediumblob: 'bytes',
  longblob: 'bytes',
  json: 'json',
  geometry: 'shape',
  point: 'shape',
  linestring: 'shape',
  polygon: 'shape',
  multipoint: 'shape',
  multilinestring: 'shape',
  multipolygon: 'shape',
  geometrycollection: 'shape',
}
const MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z?)?$/

/** The value of this kind of database for a missing date. */
const NO_DATE = '0000-00-00'

const dialect: Dialect = {
  name: (identifier) => escapeId(identifier, true),
  literal: (text) => escapeText(text),
  text({ shape, bits }, expression, characters) {
    if (shape === 'number') return expression
    if (shape === 'boolean') return `${expression} + 0`
    // A FLOAT alone is written with six digits; as a double it has all.
    if (shape === 'float') return `${expression} + 0e0`
    if (shape === 'bits') return `lpad(bin(${expression}), ${bits}, '0')`
    if (shape === 'bytes') return `left(lower(hex(${expression})), ${characters})`
    if (shape === 'shape') return `left(st_astext(${expression}), ${characters})`
    if (shape === 'date' || shape === 'datetime') return `if(${expression} = 0, '${NO_DATE}', ${expression})`
    if (shape === 'instant') return `if(${expression} = 0, '${NO_DATE}', concat(${expression}, 'Z'))`
    return `left(${expression}, ${characters})`
  },
  comparable({ shape }, value) {
    const text = value.trim()
    if (shape === 'number' || shape === 'float' || shape === 'boolean') return NUMBER.test(text) ? text : null
    if (shape === 'date') return DAY.test(text) ? escapeText(text) : null
    if (shape === 'datetime' || shape === 'instant')
      return MOMENT.test(text) ? escapeText(text.replace('T', ' ').replace('Z', '')) : null
    return escapeText(value)
  },
  searched: (_column, expression) => `cast(${expression} as char)`,
  wildcards: /[%_]/g,
  first: (query, most) => `${query} limit ${most}`,
}

/** The shape of a column's values; a number with one digit and a single bit are booleans. */
function shapeOf(base: string, type: string): ColumnShape {
  if (/^tinyint\(1\)$/.test(type) || type === 'bit(1)') return 'boolean'
  return SHAPES[base] ?? 'text'
}

function knownColumn([name = '', base = '', type = '', isNullable, key]: string[]): KnownColumn {
  const shape = shapeOf(base, type)
  return {
    name,
    type,
    isNullable: isNullable === 'YES',
    isKey: key === 'PRI',
    ...shaped(shape),
    bits: Number(/^bit\((\d+)\)$/.exec(type)?.[1] ?? 0),
  }
}

const SYSTEM = `('information_schema', 'performance_schema', 'mysql', 'sys')`
const tablesQuery = (q: string, after: readonly [string, string] | null, size: number) => `
  select table_schema, table_name, if(table_type like '%VIEW', 'view', 'table'), if(table_type like '%VIEW', null, table_rows)
  from information_schema.tables
  where table_schema not in ${SYSTEM} and locate(lower(${escapeText(q)}), lower(table_name)) > 0
    ${after ? `and (binary table_schema, binary table_name) > (binary ${escapeText(after[0])}, binary ${escapeText(after[1])})` : ''}
  order by binary table_schema, binary table_name limit ${size}`
const databasesQuery = (most: number) => `
  select schema_name from information_schema.schemata where schema_name not in ${SYSTEM}
  order by binary schema_name limit ${most}`
const columnsQuery = (schema: string, table: string) => `
  select column_name, lower(data_type), lower(column_type), is_nullable, column_key from information_schema.columns
  where binary table_schema = binary ${escapeText(schema)} and binary table_name = binary ${escapeText(table)}
  order by ordinal_position`
/** Texts are escaped with backslashes and read as they are; no mode of the server changes that. */
const SETTINGS = [
  `set session sql_mode = ''`,
  `set session time_zone = '+00:00'`,
  'set session transaction read only',
  'set session net_write_timeout = 600',
]
/** MariaDB and MySQL name the limit of a statement differently; the other name is unknown to each. */
const limitsOf = (ms: number) => [
  `set session max_statement_time = ${ms / 1000}`,
  `set session max_execution_time = ${ms}`,
]

type Asked = { sql: string; rowsAsArray: true; typeCast: (field: { string: () => string | null }) => string | null }
const query = (sql: string): Asked => ({ sql, rowsAsArray: true, typeCast: (field) => field.string() })

/** Connects to a MariaDB or MySQL. Throws a Failure that names the cause. */
export async function openMysql(address: SourceAddress): Promise<SourceSession> {
  const { admitted, host, port, database, account, password } = address
  const tls = tlsOf(address)
  const bare = host.replace(/^\[|\]$/g, '')
  // The driver does not tell a stream of rows that its connection broke off.
  let isLost = false
  let onLost = () => {}
  let socket: Socket | undefined
  const connection: Connection = createConnection({
    host: bare,
    port,
    stream: () => {
      const stream = connect(port, admitted.address).setNoDelay(true)
      socket = stream
      stream.once('close', () => {
        isLost = true
        onLost()
      })
      // The certificate of an address is compared with this; without it, with localhost.
      return Object.assign(stream, { _host: bare })
    },
    database,
    user: account,
    password,
    charset: 'utf8mb4',
    connectTimeout: ASK_MS,
    multipleStatements: false,
    // The server must not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    ...(tls && { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized === true } as object }),
  })
  // The pending statement reports a lost connection.
  connection.on('error', () => undefined)
  const close = () => connection.destroy()
  const failed = (error: unknown) => {
    if (error instanceof Failure) return error
    // The driver has no names for errors of MariaDB alone: a killed connection, a statement that took too long.
    const { code, errno, message } = error as { code?: string | null; errno?: number; message?: string }
    return asFailure({ code: code ?? String(errno), message }, ERRORS)
  }
  const bounds = { ms: ASK_MS, bytes: ASK_BYTES, received: () => socket?.bytesRead ?? 0, stop: close }
  const asked = (sql: string): Promise<TextRow[]> =>
    inBounds(
      new Promise<TextRow[]>((resolve, reject) => {
        connection.query(query(sql), (error, rows) => (error ? reject(failed(error)) : resolve(rows as TextRow[])))
      }),
      { ...bounds, ms: bounds.ms + 1000 },
    )
  const limit = async (ms: number) => {
    for (const statement of limitsOf(ms)) await asked(statement).catch(unknownVariable)
  }
  try {
    await inBounds(
      new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve()))),
      bounds,
    )
    for (const statement of SETTINGS) await asked(statement)
    await limit(ASK_MS)
  } catch (error) {
    close()
    throw failed(error)
  }

  async function* raw(sql: string, row: RawRow, take: TakeRow): AsyncGenerator<void> {
    const ended = Promise.withResolvers<true>()
    const lost = () => ended.reject(new Failure('dataSourceBroken'))
    const stream = streamOf(connection)
    let part = Promise.withResolvers<false>()
    const command = connection.query(sql, (error) => (error ? ended.reject(error) : ended.resolve(true)))
    eachPacket(command, (packet) => {
      readCells(packet, row)
      if (!take(row)) return
      stream.pause()
      part.resolve(false)
    })
    onLost = lost
    if (isLost) lost()
    for (let isOver = false; !isOver; ) {
      isOver = await inBounds(Promise.race([part.promise, ended.promise]), bounds).catch((error: unknown) => {
        throw failed(error)
      })
      yield
      part = Promise.withResolvers<false>()
      stream.resume()
    }
  }

  return sqlSession(dialect, {
    async version() {
      const [row] = await asked('select version()')
      const version = row?.[0] ?? ''
      return /mariadb/i.test(version) ? `MariaDB ${version.split('-')[0]}` : `MySQL ${version}`
    },
    databases: async (most) => (await asked(databasesQuery(most))).map(([name]) => name ?? ''),
    tables: async ({ q, after, size }) => (await asked(tablesQuery(q, after, size))).map(sourceTable),
    columns: async ({ schema, table }) =>
      (await asked(columnsQuery(schema, table))).map((row) => knownColumn(row.map((cell) => cell ?? ''))),
    async freeze() {
      Object.assign(bounds, { ms: PART_MS, bytes: PART_BYTES })
      // A statement that streams runs as long as its rows are taken.
      await limit(0)
      await asked('set session transaction isolation level repeatable read')
      await asked('start transaction with consistent snapshot, read only')
    },
    all: (query) => asked(query),
    raw,
    close,
  })
}

/** The socket that a connection reads, encrypted or not; the types of the driver lack it. */
const streamOf = (connection: Connection) => (connection as unknown as { stream: Socket }).stream

function unknownVariable(error: unknown): void {
  const { cause } = error as { cause?: { code?: string } }
  if (cause?.code !== 'ER_UNKNOWN_SYSTEM_VARIABLE') throw error
}
