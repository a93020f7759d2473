import { type DuckDBConnection, type DuckDBPreparedStatement, StatementType } from '@duckdb/node-api'
import type { Refused, SqlRefusal } from './wire.ts'

/** Functions that make rows of nothing but their arguments. */
const ROW_FUNCTIONS = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree', 'repeat', 'repeat_row'])
/** Functions that tell of the machine, or change what is kept between queries. */
const CLOSED_FUNCTIONS = new Set([
  ...['current_setting', 'getenv', 'getvariable', 'write_log', 'nextval', 'currval', 'pg_get_viewdef'],
  ...['pg_size_pretty_of', 'parse_duckdb_log_message', 'read_text', 'read_blob', 'query', 'query_table'],
])

export class SqlRefused extends Error {
  readonly refused: Refused

  constructor(key: SqlRefusal, name = '') {
    super(key)
    this.refused = { refusal: 'queryInvalid', reason: { key, name } }
  }
}

type Node = Record<string, unknown>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** All objects of a parsed query. */
function* nodesOf(root: unknown): Generator<Node> {
  const open = [root]
  while (open.length) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) yield value as Node
    for (const one of Object.values(value)) if (typeof one === 'object') open.push(one)
  }
}

/** Names that a query gives to its own parts. */
function partsOf(nodes: readonly Node[]): string[] {
  const maps = nodes.flatMap(({ cte_map }) => (cte_map as { map?: { key: string }[] } | undefined)?.map ?? [])
  return maps.map(({ key }) => key.toLowerCase())
}

function demandNode(node: Node, known: ReadonlySet<string>): void {
  if (node.type === 'BASE_TABLE') {
    const name = textOf(node.table_name)
    const isPlain = !textOf(node.schema_name) && !textOf(node.catalog_name)
    if (!isPlain || !known.has(name.toLowerCase())) throw new SqlRefused('unknownSource', name)
  }
  if (node.type === 'SHOW_REF') throw new SqlRefused('readingOnly')
  if (node.type === 'TABLE_FUNCTION') {
    const name = textOf((node.function as Node | undefined)?.function_name)
    if (!ROW_FUNCTIONS.has(name.toLowerCase())) throw new SqlRefused('unknownFunction', name)
  }
  const called = textOf(node.function_name)
  if (CLOSED_FUNCTIONS.has(called.toLowerCase())) throw new SqlRefused('unknownFunction', called)
}

/** Throws SqlRefused for what the parsed query names besides its sources. */
async function demandKnown(connection: DuckDBConnection, sql: string, sources: readonly string[]): Promise<void> {
  const parser = await connection.prepare('select json_serialize_sql($1::varchar)')
  parser.bind([sql])
  const [[text] = []] = (await parser.runAndReadAll()).getRowsJson()
  const parsed = JSON.parse(String(text)) as { error: boolean; statements?: unknown[] }
  if (parsed.error) throw new SqlRefused('readingOnly')
  if (parsed.statements?.length !== 1) throw new SqlRefused('oneQuery')
  const nodes = [...nodesOf(parsed.statements)]
  const known = new Set([...sources.map((name) => name.toLowerCase()), ...partsOf(nodes)])
  for (const node of nodes) demandNode(node, known)
}

/** What DuckDB takes out of a text that has no statement. */
const isNothing = (sql: string) => sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|[\s;]/g, '') === ''

/**
 * The one query in a text, ready to run. Throws SqlRefused unless it is exactly one statement that reads, and names
 * nothing but its sources and its own parts; and what the database finds wrong.
 */
export async function onlyQuery(
  connection: DuckDBConnection,
  sql: string,
  sources: readonly string[],
): Promise<DuckDBPreparedStatement> {
  if (isNothing(sql)) throw new SqlRefused('oneQuery')
  const statements = await connection.extractStatements(sql)
  if (statements.count !== 1) throw new SqlRefused('oneQuery')
  await demandKnown(connection, sql, sources)
  const prepared = await statements.prepare(0)
  if (prepared.statementType !== StatementType.SELECT) throw new SqlRefused('readingOnly')
  return prepared
}
