import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { asFailure, inBounds } from './failing.ts'
import { type Judge, openGate } from './gate.ts'
import { optionalDriver, singleText } from './optional.ts'
import {
  ASK_BYTES,
  ASK_MS,
  type ColumnShape,
  charactersOf,
  HELD_CHARACTERS,
  type KnownColumn,
  PART_BYTES,
  PART_MS,
  type SourceAddress,
  type SourceSession,
  shaped,
  type TextRow,
} from './session.ts'
import { type Dialect, momentOf, NUMBER, sourceTable, sqlSession } from './sql.ts'

/** The part of `oracledb` that is used here. */
type Lob = { getData(from: number, amount: number): Promise<string | Buffer | null> }
type Value = null | string | number | Buffer | Lob
type Results = {
  getRows(count: number): Promise<Value[][]>
  close(): Promise<void>
  metaData: { dbTypeName: string }[]
}
type Connection = {
  callTimeout: number
  oracleServerVersionString: string
  execute(sql: string, binds: [], options: object): Promise<{ resultSet?: Results }>
  close(options: object): Promise<void>
}
type Oracle = { getConnection(options: object): Promise<Connection> }

/** Errors by the code of the server or of the driver. */
const ERRORS: Record<string, ErrorName> = {
  'ORA-01017': 'dataSourcePasswordWrong',
  'ORA-01005': 'dataSourcePasswordWrong',
  'ORA-28001': 'dataSourcePasswordWrong',
  'ORA-28000': 'dataSourceForbidden',
  'ORA-01045': 'dataSourceForbidden',
  'ORA-01031': 'dataSourceForbidden',
  'ORA-12514': 'dataSourceDatabaseGone',
  'NJS-518': 'dataSourceDatabaseGone',
  'ORA-00942': 'dataSourceTableGone',
  'ORA-00904': 'dataSourceColumnGone',
  'ORA-00932': 'dataSourceConditionWrong',
  'ORA-00997': 'dataSourceConditionWrong',
  'ORA-01722': 'dataSourceConditionWrong',
  'ORA-01839': 'dataSourceConditionWrong',
  'ORA-01841': 'dataSourceConditionWrong',
  'ORA-01843': 'dataSourceConditionWrong',
  'ORA-01847': 'dataSourceConditionWrong',
  'ORA-01013': 'dataSourceSlow',
  'NJS-123': 'dataSourceSlow',
  'NJS-510': 'dataSourceSlow',
  'NJS-500': 'dataSourceBroken',
  'NJS-501': 'dataSourceBroken',
  'NJS-503': 'dataSourceBroken',
  'NJS-521': 'dataSourceBroken',
}

const SHAPES: [type: RegExp, shape: ColumnShape][] = [
  [/^(NUMBER|FLOAT)\b/, 'number'],
  [/^BINARY_/, 'float'],
  [/^DATE$/, 'datetime'],
  [/^TIMESTAMP.*TIME ZONE$/, 'instant'],
  [/^TIMESTAMP/, 'datetime'],
  [/^(RAW|LONG RAW|BLOB)\b/, 'bytes'],
  [/^SDO_GEOMETRY$/, 'shape'],
  [/^JSON$/, 'json'],
  [/^BOOLEAN$/, 'boolean'],
]
/** Values that only the driver can turn into texts, and those that can be longer than a text of the database. */
const AS_IS = /^(BINARY_|LONG|RAW|BLOB|CLOB|NCLOB)/
const TEXT = /^N?(VAR)?CHAR/
const DAY = 'SYYYY-MM-DD"T"HH24:MI:SS'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
export const oracleDialect: Dialect = {
  name: (identifier) => `"${identifier.replaceAll('"', '')}"`,
  literal,
  text({ shape, type }, expression, characters) {
    if (AS_IS.test(type)) return expression
    if (shape === 'number') return `to_char(${expression}, 'TM9', 'NLS_NUMERIC_CHARACTERS=''. ''')`
    // Years before our era keep their sign.
    if (type === 'DATE') return `ltrim(to_char(${expression}, '${DAY}'))`
    if (shape === 'datetime') return `ltrim(to_char(${expression}, '${DAY}.FF9'))`
    if (shape === 'instant')
      return `ltrim(to_char(sys_extract_utc(cast(${expression} as timestamp(9) with time zone)), '${DAY}.FF9"Z"'))`
    if (shape === 'shape') return `sdo_util.to_wktgeometry(${expression})`
    if (shape === 'json') return `json_serialize(${expression} returning clob)`
    if (type === 'XMLTYPE') return `xmlserialize(content ${expression} as clob)`
    return TEXT.test(type) ? `substr(${expression}, 1, ${characters})` : `to_char(${expression})`
  },
  comparable({ shape }, value) {
    const text = value.trim()
    if (shape === 'number' || shape === 'float') return NUMBER.test(text) ? text : null
    if (shape !== 'datetime' && shape !== 'instant') return literal(value)
    const moment = momentOf(text)
    return moment && `timestamp '${moment.day} ${moment.time}${shape === 'instant' ? ' +00:00' : ''}'`
  },
  searched: ({ type }, expression) =>
    TEXT.test(type) || type.endsWith('CLOB') ? expression : `to_char(${expression})`,
  wildcards: /[%_]/g,
  first: (query, most) => `${query} fetch first ${most} rows only`,
}

function knownColumn([name, base, length, precision, scale, isNullable, isKey]: TextRow): KnownColumn {
  const sizes = precision ? `(${precision},${scale})` : /CHAR|^RAW/.test(base ?? '') ? `(${length})` : ''
  const type = `${base}${sizes}`
  return {
    name: name ?? '',
    type,
    isNullable: isNullable === 'Y',
    isKey: isKey === '1',
    ...shaped(SHAPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'text'),
    bits: 0,
  }
}

export const tablesQuery = (q: string, after: readonly [string, string] | null, size: number) => `
  select owner, name, kind, to_char(num_rows) from (
    select owner, table_name as name, 'table' as kind, num_rows from all_tables
    where nested = 'NO' and secondary = 'N' and dropped = 'NO'
    union all select owner, view_name, 'view', null from all_views)
  where owner in (select username from all_users where oracle_maintained = 'N')
    ${q ? `and instr(lower(name), lower(${literal(q)})) > 0` : ''}
    ${after ? `and (owner > ${literal(after[0])} or (owner = ${literal(after[0])} and name > ${literal(after[1])}))` : ''}
  order by owner, name fetch first ${size} rows only`
/** Columns of types that users made have no text. */
const columnsQuery = (schema: string, table: string) => `
  select c.column_name, c.data_type, to_char(c.char_length + decode(c.data_type, 'RAW', c.data_length, 0)),
    to_char(c.data_precision), to_char(c.data_scale), c.nullable,
    case when exists (select 1 from all_constraints p join all_cons_columns k
      on k.owner = p.owner and k.constraint_name = p.constraint_name
      where p.owner = c.owner and p.table_name = c.table_name and p.constraint_type = 'P'
        and k.column_name = c.column_name) then '1' else '0' end
  from all_tab_columns c where c.owner = ${literal(schema)} and c.table_name = ${literal(table)}
    and (c.data_type_owner is null or c.data_type in ('XMLTYPE', 'SDO_GEOMETRY'))
  order by c.column_id`
const SETTINGS = [`alter session set nls_sort = binary nls_comp = binary time_zone = '+00:00'`]
const READ_ONLY = 'set transaction read only'

/** A name of a service: what else there is would be read as a part of the descriptor. */
const SERVICE = /^[\w.$#-]+$/
/** Rows that are asked for at a time: of long texts, not more than are held well. */
const FIRST_ROWS = 100
const ROWS_MAX = 2000

/** Kinds of packets of a listener. */
const [ACCEPT, REDIRECT, HEADER_BYTES] = [2, 5, 8]
/** Refuses that a listener sends the driver to another address, which nobody has checked. */
export function refuseRedirects(): Judge {
  let [head, isAccepted] = [Buffer.alloc(0), false]
  return (bytes) => {
    if (isAccepted) return
    head = Buffer.concat([head, bytes])
    while (head.length >= HEADER_BYTES) {
      if (head[4] === REDIRECT) throw new Failure('outsideRefused')
      isAccepted = head[4] === ACCEPT
      const length = Math.max(HEADER_BYTES, head.readUInt16BE(0))
      if (isAccepted || head.length < length) return
      head = head.subarray(length)
    }
  }
}

/** A value as a text, not much longer than `characters`. */
async function textOf(value: Value, type: string | undefined, characters: number): Promise<string | null> {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return type === 'DB_TYPE_BINARY_FLOAT' ? singleText(value) : String(value)
  if (Buffer.isBuffer(value)) return value.toString('hex')
  const data = await value.getData(1, characters)
  return Buffer.isBuffer(data) ? data.toString('hex') : data
}

/** Connects to an Oracle database. Throws a Failure that names the cause. */
export async function openOracle(address: SourceAddress): Promise<SourceSession> {
  const oracle = await optionalDriver<Oracle>('oracle')
  const { database, account, password } = address
  if (!SERVICE.test(database)) throw new Failure('dataSourceDatabaseGone')
  const gate = await openGate(address, refuseRedirects).catch((error: unknown) => {
    throw asFailure(error, ERRORS)
  })
  const failed = (error: unknown) => gate.refusal() ?? asFailure(error, ERRORS)
  let connection: Connection | undefined
  const close = () => {
    gate.close()
    void connection?.close({ drop: true }).catch(() => undefined)
  }
  const bounds = { ms: ASK_MS, bytes: ASK_BYTES, received: gate.received, stop: close }
  const asked = <T>(work: Promise<T>): Promise<T> =>
    inBounds(work, bounds).catch((error: unknown) => {
      throw failed(error)
    })
  try {
    connection = await asked(
      oracle.getConnection({
        user: account,
        password,
        connectString: `(DESCRIPTION=(RETRY_COUNT=0)(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=${gate.port}))(CONNECT_DATA=(SERVICE_NAME=${database})))`,
      }),
    )
    connection.callTimeout = ASK_MS
    for (const statement of [...SETTINGS, READ_ONLY]) await asked(connection.execute(statement, [], {}))
  } catch (error) {
    close()
    throw error
  }
  const server = connection
  const execute = (sql: string, options: object = {}) => asked(server.execute(sql, [], options))

  async function* rows(sql: string, characters: number): AsyncGenerator<TextRow[]> {
    const options = { resultSet: true, fetchArraySize: FIRST_ROWS, prefetchRows: FIRST_ROWS }
    const { resultSet } = await execute(sql, options)
    if (!resultSet) return
    const types = resultSet.metaData.map(({ dbTypeName }) => dbTypeName)
    const next = async (count: number) => {
      const found = await resultSet.getRows(count)
      return Promise.all(found.map((row) => Promise.all(row.map((value, at) => textOf(value, types[at], characters)))))
    }
    for (let size = FIRST_ROWS; ; ) {
      const part = await asked(next(size))
      if (part.length) yield part
      if (part.length < size) return
      size = Math.max(1, Math.min(ROWS_MAX, Math.floor((HELD_CHARACTERS / charactersOf(part)) * part.length)))
    }
  }
  async function all(sql: string, characters = Number.MAX_SAFE_INTEGER): Promise<TextRow[]> {
    const found: TextRow[] = []
    for await (const part of rows(sql, characters)) found.push(...part)
    return found
  }

  return sqlSession(oracleDialect, {
    version: () => Promise.resolve(`Oracle ${server.oracleServerVersionString}`),
    tables: async ({ q, after, size }) => (await all(tablesQuery(q, after, size))).map(sourceTable),
    columns: async ({ schema, table }) => (await all(columnsQuery(schema, table))).map(knownColumn),
    async freeze() {
      Object.assign(bounds, { ms: PART_MS, bytes: PART_BYTES })
      server.callTimeout = PART_MS
      await execute('commit')
      await execute(READ_ONLY)
    },
    all,
    rows,
    close,
  })
}
