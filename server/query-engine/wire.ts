import type { Cell, CellType } from '#contract/tables/columns.ts'

/** Types of the columns of an answer; what has no type of ours is a text. */
export type EngineType = Extract<CellType, 'text' | 'number' | 'date' | 'datetime' | 'boolean' | 'choices'>
export type EngineColumn = { name: string; type: EngineType }
/**
 * A column of a source as it is to be read. `digits` and `decimals` are the most before and behind the point of its
 * numbers, which are then decimals; without them they are doubles. `missing`: words that mean an empty cell.
 */
export type SourceColumn = EngineColumn & {
  digits?: number | undefined
  decimals?: number | undefined
  missing?: string[] | undefined
  /** It has no value, so it may as well be of any type. */
  isEmpty?: boolean | undefined
}
export type SourceFormat = 'parquet' | 'csv' | 'tsv' | 'jsonl'
/**
 * Files that are read as one table. `columns` of text formats come from `describe`, in the order of the files; without
 * them the engine guesses from the first rows. Parquet states its types itself.
 */
export type EngineSource = {
  format: SourceFormat
  /** Absolute paths. */
  paths: string[]
  columns?: SourceColumn[] | undefined
  /** What parts the values of a text; absent: a comma, of .tsv a tab. */
  separator?: string | undefined
  /** Whether the first row of a text names the columns; absent: it does. */
  hasHeader?: boolean | undefined
}
/** A source under the name that it has in SQL. */
export type NamedSource = EngineSource & { name: string }
/** A value of a parameter. */
export type EngineValue = string | number | boolean | null | string[]

/** Who asks, and how much a query may take; seconds are those of the engine, not of who takes the rows. */
export type Asking = {
  personId: string
  secondsMax: number
  /** Bytes of memory; absent: those of the configuration. */
  memoryMax?: number | undefined
  signal?: AbortSignal | undefined
}
/** A query: its SQL names its sources as tables and its values as $1, $2, … */
export type Query = Asking & {
  sql: string
  values?: EngineValue[] | undefined
  sources: NamedSource[]
  /** Whether the SQL is our own. People's may name its sources and its own parts only. */
  isOurs?: boolean | undefined
}
/** Rows in the order of the query; `isCut`: there are more than were asked for. */
export type QueryAnswer = { columns: EngineColumn[]; rows: Cell[][]; isCut: boolean; readSeconds: number }

/** What a process is asked: a query over files, which it finds under these names in its folder. */
export type Wish = {
  sql: string
  values: EngineValue[]
  sources: (NamedSource & { files: string[] })[]
  /** Whether the SQL is our own; people's may name its sources only. */
  isOurs: boolean
  /** Rows are answered, or written to a Parquet file of this name. */
  into: 'rows' | { file: string }
  rowsMax: number
  limits: { memoryBytes: number; tempBytes: number; threads: number; rssBytes: number }
}
/** What a process is told: a wish, to go on with the next rows, or to stop. */
export type Order = { wish: Wish } | 'next' | 'stop'
/** Why there is no answer; `reason` is a sentence of the database, or the key of one of ours with its values. */
export type Refused = {
  refusal: 'queryInvalid' | 'queryFailed' | 'queryTooLarge'
  reason: string | { key: SqlRefusal; name: string }
}
export type SqlRefusal = 'oneQuery' | 'readingOnly' | 'unknownSource' | 'unknownFunction'
/** A part of an answer. `isSpent`: the process should not be used again. */
export type Batch = { columns: EngineColumn[]; rows: Cell[][]; isLast: boolean; isCut: boolean; isSpent: boolean }
export type Answer = { batch: Batch } | { refused: Refused; isSpent: boolean }

/** The name of a Parquet file that a process writes in its folder. */
export const WRITTEN = 'written'
