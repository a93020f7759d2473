import { connect, type Socket } from 'node:net'
import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { asFailure, inBounds } from './failing.ts'
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
import { DAY, type Dialect, momentOf, NUMBER, sourceTable, sqlSession } from './sql.ts'

/** The part of `tedious` that is used here. */
type Cell = { value: unknown; metadata: { type: { name: string }; dataLength?: number } }
type Request = {
  on(event: 'row', listener: (cells: Cell[]) => void): Request
  pause(): void
  resume(): void
}
type Connection = {
  on(event: 'errorMessage' | 'error' | 'end', listener: (error: { number?: number }) => void): Connection
  connect(done: (error?: Error) => void): void
  execSqlBatch(request: Request): void
  close(): void
}
type Tedious = {
  Connection: new (config: object) => Connection
  Request: new (sql: string, done: (error?: Error | null) => void) => Request
}

/** Errors by the number of the server, or the code of the driver. */
const ERRORS: Record<string, ErrorName> = {
  '18456': 'dataSourcePasswordWrong',
  '18452': 'dataSourcePasswordWrong',
  '18487': 'dataSourcePasswordWrong',
  '18488': 'dataSourcePasswordWrong',
  '18470': 'dataSourceForbidden',
  '4060': 'dataSourceDatabaseGone',
  '911': 'dataSourceDatabaseGone',
  '229': 'dataSourceForbidden',
  '230': 'dataSourceForbidden',
  '916': 'dataSourceForbidden',
  '208': 'dataSourceTableGone',
  '207': 'dataSourceColumnGone',
  '241': 'dataSourceConditionWrong',
  '242': 'dataSourceConditionWrong',
  '245': 'dataSourceConditionWrong',
  '402': 'dataSourceConditionWrong',
  '8114': 'dataSourceConditionWrong',
  '8115': 'dataSourceConditionWrong',
  '1222': 'dataSourceSlow',
  '6005': 'dataSourceBroken',
  EENCRYPT: 'dataSourceTls',
  ETIMEOUT: 'dataSourceSlow',
  ESOCKET: 'dataSourceBroken',
  ECLOSE: 'dataSourceBroken',
}

const SHAPES: Record<string, ColumnShape> = {
  tinyint: 'number',
  smallint: 'number',
  int: 'number',
  bigint: 'number',
  decimal: 'number',
  numeric: 'number',
  money: 'number',
  smallmoney: 'number',
  float: 'float',
  real: 'float',
  bit: 'boolean',
  date: 'date',
  datetime: 'datetime',
  datetime2: 'datetime',
  smalldatetime: 'datetime',
  datetimeoffset: 'instant',
  binary: 'bytes',
  varbinary: 'bytes',
  image: 'bytes',
  timestamp: 'bytes',
  geometry: 'shape',
  geography: 'shape',
  json: 'json',
}
/** The types whose moments have three digits of seconds; compared with a finer type, they are not equal to their text. */
const COARSE = /^(small)?datetime$/
const MONEY = /^(small)?money$/

const literal = (text: string) => `N'${text.replaceAll("'", "''")}'`
export const sqlServerDialect: Dialect = {
  name: (identifier) => `[${identifier.replaceAll(']', ']]')}]`,
  literal,
  text({ shape, type }, expression, characters) {
    if (shape === 'number') return `convert(nvarchar(50), ${expression}${MONEY.test(type) ? ', 2' : ''})`
    // The server writes them rounded; the driver receives them as they are.
    if (shape === 'float') return expression
    if (shape === 'boolean') return `convert(nvarchar(1), convert(int, ${expression}))`
    if (shape === 'date') return `convert(nvarchar(10), ${expression}, 23)`
    if (shape === 'datetime') return `convert(nvarchar(27), ${expression}, 126)`
    if (shape === 'instant')
      return `convert(nvarchar(27), convert(datetime2(7), switchoffset(${expression}, '+00:00')), 126) + N'Z'`
    if (shape === 'bytes')
      return `left(lower(convert(varchar(max), convert(varbinary(max), ${expression}), 2)), ${characters})`
    if (shape === 'shape') return `left(${expression}.STAsText(), ${characters})`
    return `left(convert(nvarchar(max), ${expression}), ${characters})`
  },
  comparable({ shape, type }, value) {
    const text = value.trim()
    if (shape === 'number' || shape === 'float' || shape === 'boolean') return NUMBER.test(text) ? text : null
    if (shape === 'date') return DAY.test(text) ? `convert(date, ${literal(text)}, 23)` : null
    if (shape !== 'datetime' && shape !== 'instant') return literal(value)
    const moment = momentOf(text)
    if (!moment) return null
    const iso = `${moment.day}T${moment.time}`
    if (shape === 'instant') return `convert(datetimeoffset(7), ${literal(`${iso}Z`)}, 127)`
    return `convert(${COARSE.test(type) ? 'datetime' : 'datetime2(7)'}, ${literal(iso)}, 126)`
  },
  searched: (_column, expression) => `convert(nvarchar(max), ${expression})`,
  wildcards: /[%_[]/g,
  first: (query, most) => query.replace(/^select /, `select top (${most}) `),
}

const SIZED = /^(n?(var)?char|(var)?binary)$/
const DECIMAL = /^(decimal|numeric)$/
/** The name of a type with its sizes. */
function typeOf(base: string, [bytes, precision, scale]: number[]): string {
  if (SIZED.test(base)) {
    const length = base.startsWith('n') ? (bytes ?? 0) / 2 : bytes
    return `${base}(${bytes === -1 ? 'max' : length})`
  }
  if (DECIMAL.test(base)) return `${base}(${precision},${scale})`
  return /^(datetime2|datetimeoffset|time)$/.test(base) ? `${base}(${scale})` : base
}

function knownColumn([name, base, bytes, precision, scale, isNullable, isKey]: TextRow): KnownColumn {
  return {
    name: name ?? '',
    type: typeOf(base ?? '', [bytes, precision, scale].map(Number)),
    isNullable: isNullable === '1',
    isKey: isKey === '1',
    ...shaped(SHAPES[base ?? ''] ?? 'text'),
    bits: 0,
  }
}

const ORDER = 'collate Latin1_General_BIN2'
export const tablesQuery = (q: string, after: readonly [string, string] | null, size: number) => `
  select top (${size}) s.name, o.name, case when o.type = 'V' then 'view' else 'table' end, case when o.type = 'U' then
    (select sum(p.rows) from sys.partitions p where p.object_id = o.object_id and p.index_id in (0, 1)) end
  from sys.objects o join sys.schemas s on s.schema_id = o.schema_id
  where o.type in ('U', 'V') and o.is_ms_shipped = 0
    ${q ? `and charindex(lower(${literal(q)}), lower(o.name)) > 0` : ''}
    ${after ? `and (s.name ${ORDER} > ${literal(after[0])} or (s.name ${ORDER} = ${literal(after[0])} and o.name ${ORDER} > ${literal(after[1])}))` : ''}
  order by s.name ${ORDER}, o.name ${ORDER}`
const databasesQuery = (most: number) => `
  select top (${most}) name from sys.databases
  where has_dbaccess(name) = 1 and state = 0 and name not in ('master', 'model', 'msdb', 'tempdb')
  order by name ${ORDER}`
const columnsQuery = (schema: string, table: string) => `
  select c.name, lower(coalesce(b.name, t.name)), c.max_length, c.precision, c.scale, convert(int, c.is_nullable),
    case when exists (select 1 from sys.indexes i join sys.index_columns k on k.object_id = i.object_id
      and k.index_id = i.index_id where i.object_id = c.object_id and i.is_primary_key = 1 and k.column_id = c.column_id)
    then 1 else 0 end
  from sys.columns c join sys.objects o on o.object_id = c.object_id join sys.schemas s on s.schema_id = o.schema_id
  join sys.types t on t.user_type_id = c.user_type_id left join sys.types b on b.user_type_id = c.system_type_id
  where s.name ${ORDER} = ${literal(schema)} and o.name ${ORDER} = ${literal(table)} and o.type in ('U', 'V')
  order by c.column_id`
const SETTINGS = `set lock_timeout ${ASK_MS}; set textsize 2147483647; set language us_english; set dateformat ymd`
/** There is no transaction that only reads; one snapshot there is if the database allows it. */
const HAS_SNAPSHOTS = 'select convert(int, snapshot_isolation_state) from sys.databases where database_id = db_id()'

/** Rows of a part of an answer at most. */
const ROWS_MAX = 2000

/** A value as the driver gives it. */
export function cellText({ value, metadata }: Cell): string | null {
  if (value === null || value === undefined) return null
  const isSingle = metadata.type.name === 'Real' || metadata.dataLength === 4
  return typeof value === 'number' && isSingle ? singleText(value) : String(value)
}

/** Connects to a SQL Server. Throws a Failure that names the cause. */
export async function openSqlServer(address: SourceAddress): Promise<SourceSession> {
  const { Connection, Request } = await optionalDriver<Tedious>('sqlServer')
  const { admitted, host, port, database, account, password, tls, ca } = address
  let socket: Socket | undefined
  let said: number | undefined
  const unencrypted = Promise.withResolvers<never>()
  unencrypted.promise.catch(() => undefined)
  const connection = new Connection({
    server: host.replace(/^\[|\]$/g, ''),
    authentication: { type: 'default', options: { userName: account, password } },
    options: {
      port,
      database,
      encrypt: tls !== 'off',
      trustServerCertificate: tls === 'required',
      cryptoCredentialsDetails: ca ? { ca } : {},
      // Also if the server names another address to go to.
      connector: async () => {
        socket = await connected(connect(port, admitted.address).setNoDelay(true))
        if (tls !== 'off') demandEncryption(socket, () => unencrypted.reject(new Failure('dataSourceTls')))
        return socket
      },
      connectTimeout: ASK_MS,
      requestTimeout: 0,
      maxRetriesOnTransientErrors: 0,
      appName: 'DataSpace',
    },
  })
  // The first error that a server tells is the cause; the pending statement reports a lost connection.
  connection.on('errorMessage', ({ number }) => (said ??= number))
  connection.on('error', () => undefined)
  const close = () => {
    connection.close()
    socket?.destroy()
  }
  const failed = (error: unknown) => {
    const { cause, message, code } = error as { cause?: { code?: string }; message?: string; code?: string }
    if (error instanceof Failure) return error
    const number = said ?? (error as { number?: number }).number
    const known = number === undefined ? (cause?.code ?? code) : String(number)
    said = undefined
    return asFailure({ code: known, message }, ERRORS)
  }
  const bounds = { ms: ASK_MS, bytes: ASK_BYTES, received: () => socket?.bytesRead ?? 0, stop: close }

  /** The rows of a query, some at a time: the driver is held up while they are taken. */
  async function* rows(sql: string): AsyncGenerator<TextRow[]> {
    let [part, characters, isOver]: [TextRow[], number, boolean] = [[], 0, false]
    let failure = null as Failure | null
    let next = Promise.withResolvers<void>()
    const request = new Request(sql, (error) => {
      isOver = true
      failure = error ? failed(error) : null
      next.resolve()
    }).on('row', (cells) => {
      const row = cells.map(cellText)
      part.push(row)
      characters += charactersOf([row])
      if (characters < HELD_CHARACTERS / 4 && part.length < ROWS_MAX) return
      request.pause()
      next.resolve()
    })
    connection.execSqlBatch(request)
    for (;;) {
      await inBounds(next.promise, bounds)
      const full = part
      ;[part, characters] = [[], 0]
      if (full.length) yield full
      if (failure) throw failure
      if (isOver) return
      next = Promise.withResolvers()
      request.resume()
    }
  }
  async function all(sql: string): Promise<TextRow[]> {
    const found: TextRow[] = []
    for await (const part of rows(sql)) found.push(...part)
    return found
  }
  try {
    const ready = new Promise<void>((resolve, reject) =>
      connection.connect((error) => (error ? reject(error) : resolve())),
    )
    await inBounds(Promise.race([ready, unencrypted.promise]), bounds)
    await all(SETTINGS)
  } catch (error) {
    close()
    throw failed(error)
  }
  return sqlSession(sqlServerDialect, {
    async version() {
      const [row] = await all(`select convert(nvarchar(128), serverproperty('ProductVersion'))`)
      return `SQL Server ${row?.[0] ?? ''}`
    },
    databases: async (most) => (await all(databasesQuery(most))).map(([name]) => name ?? ''),
    tables: async ({ q, after, size }) => (await all(tablesQuery(q, after, size))).map(sourceTable),
    columns: async ({ schema, table }) => (await all(columnsQuery(schema, table))).map(knownColumn),
    async freeze() {
      Object.assign(bounds, { ms: PART_MS, bytes: PART_BYTES })
      const [row] = await all(HAS_SNAPSHOTS)
      const level = row?.[0] === '1' ? 'snapshot' : 'read committed'
      await all(`set lock_timeout ${PART_MS}; set transaction isolation level ${level}; begin transaction`)
    },
    all,
    rows,
    close,
  })
}

/** Of the first answer of a server: bytes of the header, the option that says whether it encrypts, and values that do. */
const [HEADER_BYTES, ENCRYPTION, OPTION_BYTES, END] = [8, 1, 5, 0xff]
const ENCRYPTED = [1, 3]

/** Whether the first answer of a server, without its header, says that it encrypts. */
export function isEncrypting(answer: Buffer): boolean {
  for (let at = 0; at + OPTION_BYTES <= answer.length && answer[at] !== END; at += OPTION_BYTES)
    if (answer[at] === ENCRYPTION) return ENCRYPTED.includes(answer[answer.readUInt16BE(at + 1)] ?? 0)
  return false
}

/** Hangs up if the server does not encrypt: the driver would go on, and send the password as good as plain. */
function demandEncryption(socket: Socket, refused: () => void): void {
  let head = Buffer.alloc(0)
  const look = (bytes: Buffer) => {
    head = Buffer.concat([head, bytes])
    if (head.length < HEADER_BYTES || head.length < head.readUInt16BE(2)) return
    socket.off('data', look)
    if (isEncrypting(head.subarray(HEADER_BYTES, head.readUInt16BE(2)))) return
    refused()
    socket.destroy()
  }
  socket.on('data', look)
}

/** A socket once it is connected. Throws its error. */
const connected = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject))
