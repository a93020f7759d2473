import type { DuckDBConnection } from '@duckdb/node-api'
import { OURS, type PeopleSql, type Refused, type RowOrder, type SqlRefusal } from './wire.ts'

/** Functions that make rows of nothing but their arguments. */
const ROW_FUNCTIONS = new Set(['range', 'generate_series', 'unnest', 'json_each', 'json_tree', 'repeat', 'repeat_row'])
/** Functions that tell of the machine or of the statement around a text, wait, or change what is kept between queries. */
const CLOSED_FUNCTIONS = new Set([
  ...['current_setting', 'getenv', 'getvariable', 'write_log', 'nextval', 'currval', 'sleep_ms', 'pg_sleep'],
  ...['current_query', 'current_query_id', 'current_connection_id', 'current_transaction_id', 'txid_current'],
  ...['pg_get_viewdef', 'pg_get_constraintdef', 'get_block_size', 'parse_duckdb_log_message', 'read_text', 'read_blob'],
  ...['query', 'query_table', 'json_serialize_sql', 'json_deserialize_sql', 'json_serialize_plan'],
])

export class SqlRefused extends Error {
  readonly refused: Refused

  constructor(reason: SqlRefusal | { sentence: string; position: number | null; text: string }, name = '') {
    super(typeof reason === 'string' ? reason : reason.sentence)
    this.refused =
      typeof reason === 'string'
        ? { refusal: 'queryInvalid', reason: { key: reason, name } }
        : { refusal: 'queryInvalid', reason: reason.sentence, at: placeIn(reason.text, reason.position) }
  }
}

/** The line and the column of a byte of a text, both from 1. */
export function placeIn(text: string, byte: number | null): Refused['at'] {
  if (byte === null) return undefined
  const lines = Buffer.from(text).subarray(0, byte).toString().split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}

type Node = Record<string, unknown>
type Part = { key: string; value: unknown }
type Names = ReadonlySet<string>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isOurs = (name: string) => name.toLowerCase().startsWith(OURS)

/** The children of a node, each with the table names known there. */
function within(node: Node, known: Names): [unknown, Names][] {
  const { cte_map, ...rest } = node
  const parts = (cte_map as { map?: Part[] } | undefined)?.map ?? []
  const inside: [unknown, Names][] = []
  let names = known
  // A part sees those before it.
  for (const { key, value } of parts) {
    inside.push([value, names])
    names = new Set([...names, key.toLowerCase()])
  }
  // Only the second side of a recursion sees the recursion.
  const isRecursive = rest.type === 'RECURSIVE_CTE_NODE'
  const all = isRecursive ? new Set([...names, textOf(rest.cte_name).toLowerCase()]) : names
  return [
    ...inside,
    ...Object.entries(rest).map(([key, value]): [unknown, Names] => [value, key === 'right' ? all : names]),
  ]
}

/** All objects of a parsed query, with the table names known at each. */
function* nodesOf(root: unknown, names: Names): Generator<[Node, Names]> {
  const open: [unknown, Names][] = [[root, names]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, known] = next
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      for (const one of value) open.push([one, known])
      continue
    }
    yield [value as Node, known]
    open.push(...within(value as Node, known))
  }
}

function demandNode(node: Node, known: Names): void {
  if (node.type === 'BASE_TABLE') {
    const name = textOf(node.table_name)
    const isPlain = !textOf(node.schema_name) && !textOf(node.catalog_name) && !isOurs(name)
    if (!isPlain || !known.has(name.toLowerCase())) throw new SqlRefused('unknownSource', name)
  }
  const parts = (node.cte_map as { map?: Part[] } | undefined)?.map ?? []
  for (const { key } of parts) if (isOurs(key)) throw new SqlRefused('unknownSource', key)
  if (node.type === 'SHOW_REF') throw new SqlRefused('readingOnly')
  if (node.class === 'PARAMETER') throw new SqlRefused('noParameters')
  if (node.type === 'TABLE_FUNCTION') {
    const name = textOf((node.function as Node | undefined)?.function_name)
    if (!ROW_FUNCTIONS.has(name.toLowerCase())) throw new SqlRefused('unknownFunction', name)
  }
  const called = textOf(node.function_name)
  if (CLOSED_FUNCTIONS.has(called.toLowerCase())) throw new SqlRefused('unknownFunction', called)
}

/** The parse tree of a text; it must contain one query. */
async function parsed(connection: DuckDBConnection, text: string): Promise<Node> {
  const parser = await connection.prepare('select json_serialize_sql($1::varchar)')
  parser.bind([text])
  const [[json] = []] = (await parser.runAndReadAll()).getRowsJson()
  const { error, statements } = JSON.parse(String(json)) as { error: boolean; statements?: { node: Node }[] }
  if (error) throw new SqlRefused('readingOnly')
  const [statement, ...others] = statements ?? []
  if (!statement || others.length) throw new SqlRefused('oneQuery')
  return statement.node
}

/** The origin of the order of its rows. */
function orderOf(query: Node): RowOrder {
  const modifiers = (query.modifiers as Node[] | undefined) ?? []
  const has = (type: string) => modifiers.some((one) => one.type === type)
  if (has('ORDER_MODIFIER')) return 'own'
  const { type, from_table, cte_map, group_expressions, select_list } = query
  const isPlain = (from_table as Node | undefined)?.type === 'BASE_TABLE' && type === 'SELECT_NODE'
  const parts = (cte_map as { map?: Part[] } | undefined)?.map ?? []
  const groups = (group_expressions as unknown[] | undefined) ?? []
  const isOfRows = !parts.length && !groups.length && !has('DISTINCT_MODIFIER') && Array.isArray(select_list)
  return isPlain && isOfRows ? 'source' : 'none'
}

/** Whether a text consists of comments, spaces and semicolons only. */
const isNothing = (sql: string) => sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|[\s;]/g, '') === ''

/**
 * Checks SQL that a user wrote, before it becomes part of a statement; returns the origin of the order of its rows.
 * Throws SqlRefused unless it is exactly one statement that only reads, and refers only to its sources and its own
 * parts. A text that is complete by itself is also complete within parentheses, so it can't escape from them.
 */
export async function judge(connection: DuckDBConnection, { text, names }: PeopleSql): Promise<RowOrder> {
  if (isNothing(text)) throw new SqlRefused('oneQuery')
  const statements = await connection.extractStatements(text).catch((error: unknown) => {
    const { sentence, position } = toldBy(error, text)
    throw new SqlRefused({ sentence, position, text })
  })
  if (statements.count !== 1) throw new SqlRefused('oneQuery')
  const query = await parsed(connection, text)
  const known = new Set(names.map((name) => name.toLowerCase()))
  for (const [node, here] of nodesOf(query, known)) demandNode(node, here)
  return orderOf(query)
}

/**
 * The sentence of an error of DuckDB, and the byte of the statement that it is about. Its parser counts characters,
 * everything after it bytes.
 */
export function toldBy(error: unknown, statement: string): { sentence: string; position: number | null } {
  const message = error instanceof Error ? error.message : String(error)
  try {
    const told = JSON.parse(message.slice(message.indexOf('{'))) as Record<string, string | undefined>
    if (!told.exception_type) return { sentence: message, position: null }
    const at = told.position === undefined ? null : Number(told.position)
    const isOfCharacters = at !== null && told.exception_type === 'Parser'
    const position = isOfCharacters ? Buffer.byteLength([...statement].slice(0, at).join('')) : at
    return { sentence: `${told.exception_type} Error: ${told.exception_message}`, position }
  } catch {
    // It is a plain sentence.
    return { sentence: message, position: null }
  }
}
