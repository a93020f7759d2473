import type { NamedSource, SourceColumn } from './wire.ts'

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`
const listOf = (texts: readonly string[]): string => `[${texts.map(quotedText).join(', ')}]`

/** Digits of a decimal at most. */
export const DECIMAL_DIGITS = 38
/** Decimals of so many digits are computed as whole numbers of the machine. */
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

/** Columns that are read as texts first: words for a missing value must go, and lists are JSON. */
const isTextFirst = ({ type, missing }: SourceColumn) => type === 'choices' || Boolean(missing?.length)

function columnOf(column: SourceColumn): string {
  const name = quotedName(column.name)
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
function readLines(source: NamedSource & { files: string[] }, typeOf: (column: SourceColumn) => string): string {
  const { format, files, columns, separator = format === 'tsv' ? '\t' : ',', hasHeader = true } = source
  const list = listOf(files)
  if (format === 'jsonl')
    return `read_json(${list}, format = 'newline_delimited', ${columns ? columnsOption(columns, typeOf) : `union_by_name = true`})`
  const form = `delim = ${quotedText(separator)}, header = ${hasHeader}, quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false`
  return columns
    ? `read_csv(${list}, ${form}, auto_detect = false, ${columnsOption(columns, typeOf)})`
    : `read_csv(${list}, ${form}, union_by_name = true)`
}

/** A query that gives the rows of a source with the types of its columns. */
export function sourceSql(source: NamedSource & { files: string[] }): string {
  const { format, files, columns } = source
  if (format === 'parquet')
    return `select * from read_parquet(${listOf(files)}, union_by_name = ${files.length > 1}, hive_partitioning = false)`
  const read = readLines(source, (column) => (isTextFirst(column) ? 'VARCHAR' : sqlType(column)))
  return `select ${columns?.map(columnOf).join(', ') ?? '*'} from ${read}`
}
