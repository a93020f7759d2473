import type { LookupAddress } from 'node:dns'
import { DATA_SOURCE_SECONDS } from '#contract/core/limits.ts'
import type { DatabaseKind, DataSourceDraft, SourceColumn, SourceTable } from '#contract/data-sources.ts'
import type { ConditionOperator } from '#contract/source-imports.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { RawRow } from '#server/table-files/convert-bytes.ts'

/** A database with its password, and the address to connect to: checked, so that its name is not looked up again. */
export type SourceAddress = Pick<DataSourceDraft, 'host' | 'port' | 'database' | 'account' | 'tls' | 'ca'> & {
  kind: DatabaseKind
  password: string
  admitted: LookupAddress
}

/**
 * The shape of a column's values; it decides how they become texts. `instant` is a time with a zone, `money` a number whose
 * text has a currency.
 */
export type ColumnShape =
  | 'number'
  | 'money'
  | 'float'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'instant'
  | 'bits'
  | 'bytes'
  | 'json'
  | 'shape'
  | 'text'
export type KnownColumn = SourceColumn & { shape: ColumnShape; bits: number }
const CELLS: Partial<Record<ColumnShape, CellType>> = {
  number: 'number',
  money: 'number',
  float: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  instant: 'datetime',
}
const ORDERED: ColumnShape[] = ['number', 'money', 'date', 'datetime', 'instant']
/** The cell type of a shape, and whether its values are ordered. */
export const shaped = (shape: ColumnShape): Pick<KnownColumn, 'shape' | 'cellType' | 'isOrdered'> => ({
  shape,
  cellType: CELLS[shape] ?? 'text',
  isOrdered: ORDERED.includes(shape),
})
export type TableName = { schema: string; table: string }
export type TablePage = { q: string; after: readonly [schema: string, name: string] | null; size: number }
export type TextRow = (string | null)[]

/** A condition that rows fulfil. `leOrEmpty` is also true for rows without a value. */
export type Filter = { column: KnownColumn; operator: ConditionOperator | 'leOrEmpty'; value: string }
/** What is read of a table: the values of columns, as texts with a maximum length, of rows that fulfil all filters. */
export type Selection = {
  at: TableName
  columns: readonly KnownColumn[]
  filters: readonly Filter[]
  characters: number
}

/** A connection to a database that can only read; every error that it throws is a Failure. */
export type SourceSession = {
  version(): Promise<string>
  /** Of a kind that lists them (`ListingKind`): the databases that the account may connect to, in their order. */
  databases?(most: number): Promise<string[]>
  tables(page: TablePage): Promise<SourceTable[]>
  /** The columns in their order; empty if there is no such table. */
  columns(table: TableName): Promise<KnownColumn[]>
  /** Starts a transaction with one snapshot, if the database has them, and a longer timeout. */
  freeze(): Promise<void>
  /** The first rows, whole. */
  sample(selection: Selection, most: number): Promise<TextRow[]>
  /** The greatest value of a column; null if there is none. */
  greatest(selection: Omit<Selection, 'columns'>, column: KnownColumn): Promise<string | null>
  close(): void
} & (
  | {
      /** The rows, some at a time. */
      rows(selection: Selection): AsyncIterable<TextRow[]>
    }
  | {
      /**
       * The rows as they come: each is given to `take` and valid only during the call. Yields when `take` answered true,
       * and at the end; until it is asked to go on, only a few further rows come.
       */
      rawRows(selection: Selection, take: TakeRow): AsyncGenerator<void>
    }
)
/** Answers whether these are enough rows for now. */
export type TakeRow = (row: RawRow) => boolean

/** Timeout of an interactive statement, and of each part of the response to an import (our choice). */
export const ASK_MS = DATA_SOURCE_SECONDS * 1000
export const PART_MS = 300_000
/** Maximum bytes of an interactive response, and of each part of the response to an import (our choice). */
export const ASK_BYTES = 64 * 1_048_576
export const PART_BYTES = 512 * 1_048_576
/** Characters of rows that are held at a time (our choice). */
export const HELD_CHARACTERS = 4_000_000

export const charactersOf = (rows: readonly TextRow[]): number =>
  rows.reduce((sum, row) => row.reduce((all, cell) => all + (cell?.length ?? 0), sum), 0)
