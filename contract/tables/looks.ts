import * as z from 'zod/mini'
import { isZone } from '../cells/zone.ts'
import { COMPARED_ROWS_MAX, TABLE_COLUMNS_MAX } from '../core/limits.ts'
import { Count } from '../core/shapes.ts'
import { Cell, CellType, ColumnId, RowId } from './columns.ts'

/** Statistics by column type: all for numbers, minimum and maximum for dates and texts, the count of yes for yes/no. */
export const AggregateKind = z.enum([
  'filled',
  'empty',
  'distinct',
  'yes',
  'sum',
  'mean',
  'median',
  'least',
  'greatest',
])
export type AggregateKind = z.infer<typeof AggregateKind>
export const Aggregate = z.object({ column: ColumnId, kind: AggregateKind })
export type Aggregate = z.infer<typeof Aggregate>

/** Which aggregates the values of a type have. */
export const aggregatesOf: Record<CellType, readonly AggregateKind[]> = {
  text: ['filled', 'empty', 'distinct', 'least', 'greatest'],
  number: ['filled', 'empty', 'distinct', 'sum', 'mean', 'median', 'least', 'greatest'],
  date: ['filled', 'empty', 'distinct', 'least', 'greatest'],
  datetime: ['filled', 'empty', 'distinct', 'least', 'greatest'],
  boolean: ['filled', 'empty', 'yes'],
  choice: ['filled', 'empty', 'distinct'],
  choices: ['filled', 'empty', 'distinct'],
  file: ['filled', 'empty', 'distinct'],
  person: ['filled', 'empty', 'distinct'],
}

/**
 * Rows with the same value, or all rows (`value` null): how many there are, and the aggregates in the order in which they
 * were asked for; numbers are exact decimals, dates and times as on the wire, null where no row has a value.
 */
export const RowGroup = z.object({ value: Cell, count: Count, aggregates: z.array(z.nullable(z.string())) })
export type RowGroup = z.infer<typeof RowGroup>
/**
 * The groups as values to choose from for a filter: the most frequent ones, the empty one first, at most
 * TABLE_VALUES_LISTED, of those whose text or name contains `q`. Texts are the same regardless of case, as in a filter;
 * of a choice of several terms each term is a value; moments are days, in the zone of the column or else in `zone`.
 */
export const Listing = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  zone: z._default(z.string().check(z.maxLength(60), z.regex(/^[a-z]/i), z.refine(isZone)), 'UTC'),
})
export type Listing = z.infer<typeof Listing>
/** `names` are those of files and people in the values, by id; `more` values are not listed. */
export const RowGroups = z.object({
  groups: z.array(RowGroup),
  names: z.record(z.string(), z.string()),
  more: z.optional(Count),
})
export type RowGroups = z.infer<typeof RowGroups>

/** A row that two moments of a table do not have alike: its cells in both, null where it was not there. */
export const RowDifference = z.object({
  before: z.nullable(z.array(Cell)),
  after: z.nullable(z.array(Cell)),
})
export type RowDifference = z.infer<typeof RowDifference>
/**
 * The differences of a table between two points in time. `columns` are those of both, with the names and types of the
 * later one, in the order of the cells of `rows`; `added` and `removed` columns exist at one point only.
 */
export const Comparison = z.object({
  added: Count,
  removed: Count,
  changed: Count,
  columns: z.array(z.object({ id: ColumnId, name: z.string(), type: CellType })),
  columnsAdded: z.array(z.string()),
  columnsRemoved: z.array(z.string()),
  rows: z.array(RowDifference),
  names: z.record(z.string(), z.string()),
})
export type Comparison = z.infer<typeof Comparison>
/** `from` and `to` are changes: the table just after them; `to` null: as it is now. Rows are the same by `key`, or by their number. */
export const compared = {
  from: Count,
  to: z._default(z.nullable(Count), null),
  key: z._default(z.array(ColumnId).check(z.maxLength(TABLE_COLUMNS_MAX)), []),
  first: z._default(Count, 0),
  count: z._default(z.int().check(z.gte(1), z.lte(COMPARED_ROWS_MAX)), 100),
}

/** The first rows with what a formula gives there; `error` says why it gives none. */
export const FormulaTrial = z.object({
  type: CellType,
  rows: z.array(z.object({ id: RowId, value: Cell, error: z.nullable(z.string()) })),
})
export type FormulaTrial = z.infer<typeof FormulaTrial>
