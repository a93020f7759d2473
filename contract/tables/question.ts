import * as z from 'zod/mini'
import {
  CONDITIONS_MAX,
  SORTS_MAX,
  TABLE_COLUMNS_MAX,
  TABLE_CURSOR_MAX,
  TABLE_ROWS_A_PAGE,
  TABLE_ROWS_MAX,
} from '../core/limits.ts'
import { Count, Order } from '../core/shapes.ts'
import { Cell, ColumnId, RowId } from './columns.ts'

/**
 * Comparisons of a filter. Texts are compared without regard to case; `before` and `after` parts of a range are
 * inclusive. Source: the operators of the system that the specification describes.
 */
export const Operator = z.enum([
  'is',
  'isNot',
  'less',
  'lessOrEqual',
  'greater',
  'greaterOrEqual',
  'between',
  'notBetween',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'oneOf',
  'noneOf',
  'empty',
  'notEmpty',
])
export type Operator = z.infer<typeof Operator>

/** Values that a cell is compared with at once (our choice). */
export const LISTED_VALUES_MAX = 1000

/**
 * A comparison: `values` has none, one, two (a range) or many (a list) values; null in a list is an empty cell. Moments
 * are also compared with days, each of which is all of its moments, in UTC or in the zone that it names, as in
 * `2026-08-04+08:00`.
 */
export const comparison = {
  operator: Operator,
  values: z._default(z.array(Cell).check(z.maxLength(LISTED_VALUES_MAX)), []),
}
/** Comparisons of the rows of a table; `broken` is a cell that breaks a rule of its column, and takes no values. */
export const TableOperator = z.enum([...Operator.options, 'broken'])
export type TableOperator = z.infer<typeof TableOperator>
export const Condition = z.object({ column: ColumnId, ...comparison, operator: TableOperator })
export type Condition = z.infer<typeof Condition>
/** Groups of conditions: all groups must hold; of a group all conditions, or with `any` one of them. */
export const groupsOf = <Each extends z.ZodMiniType>(condition: Each) =>
  z
    .array(
      z.object({
        match: z.enum(['all', 'any']),
        conditions: z.array(condition).check(z.minLength(1), z.maxLength(CONDITIONS_MAX)),
      }),
    )
    .check(z.maxLength(CONDITIONS_MAX))
export const Filter = groupsOf(Condition)
export type Filter = z.infer<typeof Filter>
export const Sort = z.array(z.object({ column: ColumnId, order: Order })).check(z.maxLength(SORTS_MAX))
export type Sort = z.infer<typeof Sort>

/** Which rows of a table in which order; `q` is a text that any column contains. */
export const question = {
  filter: z._default(Filter, []),
  sort: z._default(Sort, []),
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
}
export const Question = z.object(question)
export type Question = z.infer<typeof Question>

/** A part of the rows: `first` counts from 0. `columns` are the columns of the answer in their order; empty: all. */
export const page = {
  ...question,
  columns: z._default(z.array(ColumnId).check(z.maxLength(TABLE_COLUMNS_MAX)), []),
  first: z._default(z.int().check(z.gte(0), z.lte(TABLE_ROWS_MAX)), 0),
  count: z._default(z.int().check(z.gte(1), z.lte(TABLE_ROWS_A_PAGE)), 100),
}

/**
 * Behind which row a page begins, as the page before answered it in `next`; '' is the beginning. Pages read so neither
 * repeat nor leave out a row that stays, whatever is changed meanwhile; `first` does not count then.
 */
export const RowsAfter = z.string().check(z.maxLength(TABLE_CURSOR_MAX))

/**
 * A row: its cells in the order of the columns asked for, for computed columns why a cell has no value, and the columns
 * whose rules its cells break.
 */
export const Row = z.object({
  id: RowId,
  cells: z.array(Cell),
  errors: z.optional(z.record(z.string(), z.string())),
  broken: z.optional(z.array(ColumnId)),
})
export type Row = z.infer<typeof Row>
/**
 * `matching` rows fit the question, `total` rows are in the table; `change` is the last change that the answer knows.
 * Names of the files and people in the cells, by id; those that the caller may not see are absent.
 */
export const RowPage = z.object({
  /** Where the next page begins, when `after` was given and there is one. */
  next: z.optional(z.string()),
  columns: z.array(ColumnId),
  rows: z.array(Row),
  matching: Count,
  total: Count,
  change: Count,
  names: z.record(z.string(), z.string()),
})
export type RowPage = z.infer<typeof RowPage>
