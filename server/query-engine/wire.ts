import type { QueryProblem, SqlPlace } from '#contract/queries/answer.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'

/** Types of the columns of an answer; what has no type of ours is a text. */
export type EngineType = Extract<CellType, 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'choices'>
export type EngineColumn = { name: string; type: EngineType }
/**
 * A column of a source as it is to be read. `digits` and `decimals` are the maximum numbers of digits before and after
 * the point, for decimals; without them numbers are doubles. `missing`: words that mean an empty cell.
 */
export type SourceColumn = EngineColumn & {
  digits?: number | undefined
  decimals?: number | undefined
  missing?: string[] | undefined
  /** It has no value, so it may as well be of any type. */
  isEmpty?: boolean | undefined
  /** Key of the pseudonyms that are read instead of its values, which are texts (`pseudonymOf`). */
  pseudonyms?: string | undefined
}
export type SourceFormat = 'parquet' | 'csv' | 'tsv' | 'jsonl'
/**
 * Files that are read as one table. `columns` of text formats come from `describe`, in the order of the files; without
 * them the engine guesses from the first rows. Parquet contains its types.
 */
export type EngineSource = {
  format: SourceFormat
  /** Absolute paths. */
  paths: string[]
  columns?: SourceColumn[] | undefined
  /** Separator of the values of a text; absent: a comma, for .tsv a tab. */
  separator?: string | undefined
  /** Whether the first row of a text names the columns; absent: it does. */
  hasHeader?: boolean | undefined
  /** Sources whose rows are appended, with columns combined by their names; it has no paths itself. */
  parts?: EngineSource[] | undefined
}
/** A source under the name that it has in SQL. */
export type NamedSource = EngineSource & { name: string }
/** A value of a parameter. */
export type EngineValue = string | number | boolean | null | string[]

/** The person who asks, and the limits of a query; seconds are those of the engine, not of the reader of the rows. */
export type Asking = {
  personId: string
  secondsMax: number
  /** Bytes of memory; absent: those of the configuration. */
  memoryMax?: number | undefined
  signal?: AbortSignal | undefined
  /** Told now and then which part of the query is done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}
/** Prefix of our names in a statement; users' SQL must not contain it. */
export const OURS = 'ds:'
/** A text that somebody wrote, and the names that it may read. It ends without a semicolon. */
export type PeopleSql = { text: string; names: string[] }
/** Origin of the order of the rows of a text: its own, that of its only source, or none. */
export type RowOrder = 'own' | 'source' | 'none'
/**
 * A query: its SQL names its sources as tables and its values as $1, $2, … It is written by us; users' SQL within it is
 * checked before it runs, and embedded as `(\n<text>\n)`.
 */
export type Query = Asking & {
  sql: string
  values?: EngineValue[] | undefined
  sources: NamedSource[]
  people?: PeopleSql[] | undefined
}
/**
 * Rows in the order of the query; `isCut`: there are more than requested. `orders`: the origin of the order of the rows
 * of each user's text.
 */
export type QueryAnswer = {
  columns: EngineColumn[]
  rows: Cell[][]
  isCut: boolean
  orders: RowOrder[]
}

/** A request to a process: a query over files, which have these names in its folder. */
export type Wish = {
  sql: string
  values: EngineValue[]
  sources: (NamedSource & { files: string[] })[]
  people: PeopleSql[]
  /** Rows are answered, or written to a Parquet file of this name. */
  into: 'rows' | { file: string }
  rowsMax: number
  limits: { memoryBytes: number; tempBytes: number; threads: number; rssBytes: number }
  /** The database stays open for the next query over these sources; `isOpen`: it is open from the last one. */
  isKept: boolean
  isOpen: boolean
}
/** A message to a process: a request, the request for more rows, or to stop. */
export type Order = { wish: Wish } | 'next' | 'stop'
/**
 * Why there is no answer; `reason` is a sentence of the database, or the key of one of ours with its values. `at`: its
 * place in the last text of people.
 */
export type Refused = {
  refusal: 'queryInvalid' | 'queryFailed' | 'queryTooLarge'
  reason: string | { key: SqlRefusal; name: string }
  at?: SqlPlace | undefined
}
export type SqlRefusal = Extract<
  QueryProblem['reason'],
  'oneQuery' | 'readingOnly' | 'unknownSource' | 'unknownFunction' | 'noParameters'
>
/** Milliseconds of a process for a query: until its sources could be read, and from there on. */
export type Spent = { openMs: number; runMs: number }
/**
 * Milliseconds of a query: until it was its person’s turn, in its process, and what is left, for starting the process and
 * for the way there and back.
 */
export type Took = Spent & { waitMs: number; wayMs: number }
/** A part of an answer. `isSpent`: the process should not be used again; `spent` is complete with the last part. */
export type Batch = {
  columns: EngineColumn[]
  rows: Cell[][]
  orders: RowOrder[]
  isLast: boolean
  isCut: boolean
  isSpent: boolean
  spent: Spent
}
/** An answer; before it the process tells how far it is. */
export type Answer = { progress: number } | { batch: Batch } | { refused: Refused; isSpent: boolean }

/** The name of a Parquet file that a process writes in its folder. */
export const WRITTEN = 'written'
