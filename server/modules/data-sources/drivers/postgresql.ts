import type { Socket } from 'node:net'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import type { ErrorName } from '#contract/core/errors.ts'
import { Failure } from '#server/failure.ts'
import { copyEach } from '#server/storage/copy.ts'
import type { RawRow } from '#server/table-files/convert-bytes.ts'
import { binaryRows } from './binary-copy.ts'
import { asFailure, inBounds } from './failing.ts'
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
import { type Dialect, sourceTable, sqlSession } from './sql.ts'
import { tlsOf } from './tls.ts'

/** Errors by their SQLSTATE. */
const ERRORS: Record<string, ErrorName> = {
  '28P01': 'dataSourcePasswordWrong',
  '28000': 'dataSourcePasswordWrong',
  '3D000': 'dataSourceDatabaseGone',
  '57014': 'dataSourceSlow',
  '57P01': 'dataSourceBroken',
  '57P02': 'dataSourceBroken',
  '57P03': 'dataSourceBroken',
  '42501': 'dataSourceForbidden',
  '42P01': 'dataSourceTableGone',
  '3F000': 'dataSourceTableGone',
  '42703': 'dataSourceColumnGone',
  '22P02': 'dataSourceConditionWrong',
  '22007': 'dataSourceConditionWrong',
  '22008': 'dataSourceConditionWrong',
  '22003': 'dataSourceConditionWrong',
  '42883': 'dataSourceConditionWrong',
}

/** Types by their name in `pg_type`; every other one is read as its text. */
const SHAPES: Record<string, ColumnShape> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  money: 'money',
  float4: 'float',
  float8: 'float',
  bool: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'instant',
  bytea: 'bytes',
  bit: 'bits',
  varbit: 'bits',
  json: 'json',
  jsonb: 'json',
}

const dialect: Dialect = {
  name: escapeIdentifier,
  literal: escapeLiteral,
  text({ shape }, expression, characters) {
    if (shape === 'bytes') return `left(encode(${expression}, 'hex'), ${characters})`
    if (shape === 'number') return `(${expression})::text`
    if (shape === 'money') return `(${expression})::numeric::text`
    // Cuts what is longer, like `left`, but doesn't count the characters of the others.
    return `(${expression})::text::varchar(${characters})`
  },
  // A literal without a type has that of the column; what it can't be, the database refuses.
  comparable: (_column, value) => escapeLiteral(value),
  searched: (_column, expression) => `(${expression})::text`,
  wildcards: /[%_]/g,
  first: (query, most) => `${query} limit ${most}`,
}

type ColumnRow = [name: string, type: string, base: string, category: string, isNullable: boolean, isKey: boolean]
function knownColumn([name, type, base, category, isNullable, isKey]: ColumnRow): KnownColumn {
  const shape = category === 'A' ? 'text' : (SHAPES[base] ?? 'text')
  return {
    name,
    type,
    isNullable,
    isKey,
    ...shaped(shape),
    bits: 0,
  }
}

const TABLES = `
  select n.nspname, c.relname, case when c.relkind in ('v', 'm') then 'view' else 'table' end,
    case when c.reltuples >= 0 and c.relkind <> 'v' then c.reltuples::bigint end
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and has_schema_privilege(n.oid, 'usage')
    and has_any_column_privilege(c.oid, 'select') and strpos(lower(c.relname::text), lower($1)) > 0
    and ($2::text is null or (n.nspname::text collate "C", c.relname::text collate "C") > ($2, $3))
  order by n.nspname::text collate "C", c.relname::text collate "C" limit $4`
const DATABASES = `
  select datname from pg_catalog.pg_database
  where datallowconn and not datistemplate and has_database_privilege(oid, 'connect')
  order by datname::text collate "C" limit $1`
const COLUMNS = `
  select a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), b.typname, b.typcategory, not a.attnotnull,
    exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey))
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_catalog.pg_type t on t.oid = a.atttypid
  join pg_catalog.pg_type b on b.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
  where n.nspname = $1 and c.relname = $2 and c.relkind in ('r', 'p', 'v', 'm', 'f')
  order by a.attnum`
/** Makes the database write values in a fixed form, whatever the settings of the account. */
const SETTINGS = `set default_transaction_read_only = on; set statement_timeout = ${ASK_MS}; set timezone = 'UTC';
  set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set extra_float_digits = 3; set bytea_output = 'hex';
  set standard_conforming_strings = on; set lc_monetary = 'C'`

/** Connects to a PostgreSQL. Throws a Failure that names the cause. */
export async function openPostgres(address: SourceAddress): Promise<SourceSession> {
  const { admitted, port, database, account, password, tls } = address
  const client = new Client({
    host: admitted.address,
    port,
    database,
    user: account,
    // A function, so that no password of this machine's environment is sent instead of an empty one.
    password: () => password,
    ssl: tlsOf(address),
    application_name: 'DataSpace',
    types: { getTypeParser: () => (value: string) => value },
  })
  // The pending statement reports a lost connection.
  client.on('error', () => undefined)
  const close = () => void client.end().catch(() => undefined)
  let isConnected = false
  const failed = (error: unknown) => {
    // The driver's error has no code if the server does not support TLS.
    const isUncoded = !isConnected && tls !== 'off' && !(error as { code?: string }).code
    return isUncoded && !(error instanceof Failure) ? new Failure('dataSourceTls', { cause: error }) : asCoded(error)
  }
  /** A connection that ends has no error code. */
  const asCoded = (error: unknown) => {
    const { code, severity } = error as { code?: string; severity?: string }
    const isEnd = !(error instanceof Failure) && !code && !severity
    return isEnd ? new Failure('dataSourceBroken', { cause: error }) : asFailure(error, ERRORS)
  }
  const bounds = {
    ms: ASK_MS,
    bytes: ASK_BYTES,
    received: () => streamOf(client).bytesRead,
    stop: () => destroy(client),
  }
  async function asked<Row extends unknown[]>(text: string, values?: unknown[]): Promise<Row[]> {
    const query = values ? { text, values, rowMode: 'array' as const } : { text, rowMode: 'array' as const }
    try {
      const { rows } = await inBounds(client.query<Row>(query), { ...bounds, ms: bounds.ms + 1000 })
      return rows ?? []
    } catch (error) {
      throw failed(error)
    }
  }
  try {
    await inBounds(client.connect(), bounds)
    isConnected = true
    await asked(SETTINGS)
  } catch (error) {
    destroy(client)
    throw failed(error)
  }

  async function* raw(query: string, row: RawRow, take: TakeRow): AsyncGenerator<void> {
    // A statement that streams runs as long as its rows are taken.
    await asked('set statement_timeout = 0')
    const messages = binaryRows(row)
    let part = Promise.withResolvers<boolean>()
    const copy = copyEach(client, `copy (${query}) to stdout (format binary)`, (bytes) => {
      for (messages.begin(bytes); messages.next(); ) {
        if (!take(row)) continue
        copy.hold()
        part.resolve(false)
      }
    })
    const ended = copy.ended.then(() => true)
    for (let isOver = false; !isOver; ) {
      isOver = await inBounds(Promise.race([part.promise, ended]), bounds).catch((error: unknown) => {
        throw failed(error)
      })
      yield
      part = Promise.withResolvers<boolean>()
      copy.goOn()
    }
  }

  return sqlSession(dialect, {
    async version() {
      const [row] = await asked<[string]>('show server_version')
      return `PostgreSQL ${row?.[0] ?? ''}`
    },
    databases: async (most) => (await asked<[string]>(DATABASES, [most])).flat(),
    async tables({ q, after, size }) {
      const found = await asked<TextRow>(TABLES, [q, after?.[0] ?? null, after?.[1] ?? null, size])
      return found.map(sourceTable)
    },
    async columns({ schema, table }) {
      const found = await asked<[string, string, string, string, string, string]>(COLUMNS, [schema, table])
      return found.map(([name, type, base, category, isNullable, isKey]) =>
        knownColumn([name, type, base, category, isNullable === 't', isKey === 't']),
      )
    },
    async freeze() {
      Object.assign(bounds, { ms: PART_MS, bytes: PART_BYTES })
      await asked(`set statement_timeout = ${PART_MS}`)
      await asked('begin isolation level repeatable read read only')
    },
    all: (query) => asked<TextRow>(query),
    raw,
    close,
  })
}

/** Ends a connection that does not answer. */
const destroy = (client: Client) => streamOf(client).destroy()
const streamOf = (client: Client) => (client as unknown as { connection: { stream: Socket } }).connection.stream
