import { createHash } from 'node:crypto'
import type { EngineSource, SourceColumn } from './wire.ts'

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
const listOf = (texts: readonly string[]): string => `[${texts.map(quotedText).join(', ')}]`

/** Digits of a decimal at most. */
export const DECIMAL_DIGITS = 38
/** Decimals with this many digits fit into machine integers. */
const FAST_DIGITS = 18
/** How lists of texts are written in a text format. */
const WORDS = `'["VARCHAR"]'`

/** The type of DuckDB in which a column is read. */
export function sqlType({ type, digits, decimals }: SourceColumn): string {
  if (type === 'number') {
    if (digits === undefined || decimals === undefined) return 'DOUBLE'
    if (decimals === 0 && digits <= FAST_DIGITS) return 'BIGINT'
    return `DECIMAL(${digits + decimals <= FAST_DIGITS ? FAST_DIGITS : DECIMAL_DIGITS}, ${decimals})`
  }
  return { text: 'VARCHAR', date: 'DATE', datetime: 'TIMESTAMP', boolean: 'BOOLEAN', choices: 'VARCHAR[]' }[type]
}

/**
 * What a value is called where names are hidden: `P-` and 8 hexadecimal digits. Equal values have the same, so that they
 * can still be grouped, compared and counted; without the key nobody can tell which value it is.
 */
export const pseudonymOf = (key: string, value: string): string =>
  `P-${createHash('sha256')
    .update(key + value)
    .digest('hex')
    .slice(0, 8)}`
/** The same in SQL; null of null. */
const pseudonymSql = (key: string, name: string) => `'P-' || left(sha256(${quotedText(key)} || ${name}), 8)`

/** Columns that are read as texts first: words for a missing value must go, and lists are JSON. */
const isTextFirst = ({ type, missing }: SourceColumn) => type === 'choices' || Boolean(missing?.length)

function columnOf(column: SourceColumn): string {
  const name = quotedName(column.name)
  if (column.pseudonyms !== undefined) return `${pseudonymSql(column.pseudonyms, name)} as ${name}`
  if (!isTextFirst(column)) return name
  const words = column.missing ?? []
  const text = words.length
    ? `case when trim(${name}) in (${words.map(quotedText).join(', ')}) then null else ${name} end`
    : name
  return column.type === 'choices'
    ? `from_json(${text}, ${WORDS}) as ${name}`
    : `cast(${text} as ${sqlType(column)}) as ${name}`
}

const columnsOption = (columns: readonly SourceColumn[], typeOf: (column: SourceColumn) => string) =>
  `columns = {${columns.map((column) => `${quotedText(column.name)}: ${quotedText(typeOf(column))}`).join(', ')}}`

/** The call that reads a file of lines; `typeOf` gives the types of its columns. */
function readLines(source: Part, typeOf: (column: SourceColumn) => string): string {
  const { format, files, columns, separator = format === 'tsv' ? '\t' : ',', hasHeader = true } = source
  const list = listOf(files)
  if (format === 'jsonl')
    return `read_json(${list}, format = 'newline_delimited', ${columns ? columnsOption(columns, typeOf) : `union_by_name = true`})`
  const form = `delim = ${quotedText(separator)}, header = ${hasHeader}, quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false`
  return columns
    ? `read_csv(${list}, ${form}, auto_detect = false, ${columnsOption(columns, typeOf)})`
    : `read_csv(${list}, ${form}, union_by_name = true)`
}

type Part = EngineSource & { files: string[] }

/** The rows of parts one after the other; each column in the type that holds the values of all. */
function partsSql(parts: readonly Part[], columns: readonly SourceColumn[]): string {
  const selects = parts.map((part) => {
    const own = new Map((part.columns ?? []).map(({ name }) => [name.toLowerCase(), name]))
    const values = columns.map((column) => {
      const found = own.get(column.name.toLowerCase())
      const value = found === undefined ? 'null' : quotedName(found)
      // Of numbers without known digits the engine finds the type that holds those of all parts.
      const isOpen = column.type === 'number' && column.digits === undefined
      return `${isOpen ? value : `cast(${value} as ${sqlType(column)})`} as ${quotedName(column.name)}`
    })
    return `select ${values.join(', ')} from (${sourceSql(part)})`
  })
  return selects.join(' union all ')
}

/** A query that gives the rows of a source with the types of its columns. */
export function sourceSql(source: Part): string {
  const { format, files, columns, parts } = source
  if (parts) {
    const begins = parts.map((_, at) => parts.slice(0, at).reduce((sum, { paths }) => sum + paths.length, 0))
    const own = parts.map((part, at) => ({
      ...part,
      files: files.slice(begins[at], (begins[at] ?? 0) + part.paths.length),
    }))
    return partsSql(own, columns ?? [])
  }
  if (format === 'parquet')
    return `select * from read_parquet(${listOf(files)}, union_by_name = ${files.length > 1}, hive_partitioning = false)`
  const read = readLines(source, (column) => (isTextFirst(column) ? 'VARCHAR' : sqlType(column)))
  return `select ${columns?.map(columnOf).join(', ') ?? '*'} from ${read}`
}
