import * as z from 'zod/mini'
import {
  FORMULA_MAX,
  QUERY_FIELDS_MAX,
  QUERY_JOINS_MAX,
  QUERY_KEYS_MAX,
  QUERY_MEASURES_MAX,
  SORTS_MAX,
  TABLE_ROWS_MAX,
} from '../core/limits.ts'
import { Id, Order } from '../core/shapes.ts'
import { Hash } from '../files.ts'
import { type CellType, KnownColumnName } from '../tables/columns.ts'
import { comparison, groupsOf, Operator } from '../tables/question.ts'

/**
 * Where rows come from, all in one space: a table, a data view, a file (.csv, .tsv, .parquet, .jsonl, .xlsx), or such
 * files of a folder as one, with those of the folders in it or without.
 */
export const SourceRef = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), id: Id }),
  z.object({ kind: z.literal('view'), id: Id }),
  z.object({ kind: z.literal('file'), hash: Hash }),
  z.object({ kind: z.literal('folder'), hash: Hash, isNested: z._default(z.boolean(), false) }),
])
export type SourceRef = z.infer<typeof SourceRef>
export const idOf = (ref: SourceRef): string => ('id' in ref ? ref.id : ref.hash)
/** Identifies a source: a folder with its subfolders is a different source than without them. */
export const keyOfSource = (ref: SourceRef): string =>
  ref.kind === 'folder' && ref.isNested ? `${ref.hash}/` : idOf(ref)

/** A column of a source: the number of a column of a table, the key of a field of a view, the name of one of a file. */
export const ColumnKey = z.string().check(z.minLength(1), z.maxLength(200))
/** Key of a field of a query: stable as long as the query lives, so that what reads the query goes on working. */
export const FieldKey = z.string().check(z.regex(/^[a-z][a-z0-9]{0,15}$/))
export type FieldKey = z.infer<typeof FieldKey>

/** A column of one of the sources: 0 is the base, n the nth join. */
export const ColumnRef = z.object({ source: z.int().check(z.gte(0), z.lte(QUERY_JOINS_MAX)), column: ColumnKey })
export type ColumnRef = z.infer<typeof ColumnRef>

/**
 * left: all rows of the preceding sources, with the matching ones of this source. right: all rows of this source. inner:
 * only matching rows. Texts match if they are identical; empty cells match nothing.
 */
export const JoinType = z.enum(['left', 'right', 'inner'])
export type JoinType = z.infer<typeof JoinType>
export const Join = z.object({
  source: SourceRef,
  type: JoinType,
  /** Pairs that must be equal: a column of the preceding sources, and one of this source. */
  on: z.array(z.object({ left: ColumnRef, right: ColumnKey })).check(z.minLength(1), z.maxLength(QUERY_KEYS_MAX)),
})
export type Join = z.infer<typeof Join>

/** A column of the answer, or what others are computed from; `isHidden` fields are read but not shown. */
export const Field = z.object({
  key: FieldKey,
  name: KnownColumnName,
  from: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('column'), ...ColumnRef.shape }),
    /** A formula over the other fields, as people write it. */
    z.object({
      kind: z.literal('formula'),
      formula: z.string().check(z.trim(), z.minLength(1), z.maxLength(FORMULA_MAX)),
    }),
  ]),
  isHidden: z._default(z.boolean(), false),
})
export type Field = z.infer<typeof Field>

/** Comparisons of the rows of a query; `isReader`: the person is whoever asks, and takes no values. */
export const QueryOperator = z.enum([...Operator.options, 'isReader'])
export type QueryOperator = z.infer<typeof QueryOperator>
export const FieldCondition = z.object({ field: FieldKey, ...comparison, operator: QueryOperator })
export type FieldCondition = z.infer<typeof FieldCondition>
export const FieldFilter = groupsOf(FieldCondition)
export type FieldFilter = z.infer<typeof FieldFilter>
export const FieldSort = z.array(z.object({ field: FieldKey, order: Order })).check(z.maxLength(SORTS_MAX))
export type FieldSort = z.infer<typeof FieldSort>

/** Spans of time; weeks begin on Monday, all in UTC. */
export const TimeBin = z.enum(['year', 'quarter', 'month', 'week', 'day', 'hour'])
export type TimeBin = z.infer<typeof TimeBin>
/** Width of intervals of numbers, a decimal above 0; they begin at 0. */
export const BinWidth = z.string().check(
  z.regex(/^\d{1,15}(\.\d{1,15})?$/),
  z.refine((text) => Number(text) > 0),
)
/** Values of a field that make a group: each of its own, those of a span of time, or of an interval of numbers. */
export const Group = z.object({
  field: FieldKey,
  time: z.optional(TimeBin),
  width: z.optional(BinWidth),
})
export type Group = z.infer<typeof Group>

/**
 * What is computed of the rows of a group. count: rows, or with a field its values that are not empty. distinct: its
 * different values. deviation: of a sample. Percentiles between two values are interpolated. ratio: the sum of the field
 * by that of another, or how many of its yes and no are yes. share: of the rows of the whole answer those of the group, or
 * with a field of the sum of the whole answer that of the group.
 */
export const Aggregate = z.enum([
  'count',
  'distinct',
  'sum',
  'mean',
  'median',
  'percentile',
  'deviation',
  'least',
  'greatest',
  'ratio',
  'share',
])
export type Aggregate = z.infer<typeof Aggregate>
export const Measure = z.object({
  key: FieldKey,
  name: KnownColumnName,
  aggregate: Aggregate,
  field: z._default(z.nullable(FieldKey), null),
  /** Of a percentile, from 0 to 100. */
  percent: z.optional(z.number().check(z.gte(0), z.lte(100))),
  /** Of a ratio of numbers: whose sum divides. */
  by: z.optional(FieldKey),
})
export type Measure = z.infer<typeof Measure>

/**
 * A question over the rows of sources: joined, filtered, grouped, sorted. Without groups and measures the answer has
 * the shown fields; with them the fields of the groups, then the measures.
 */
export const Query = z.object({
  base: SourceRef,
  joins: z._default(z.array(Join).check(z.maxLength(QUERY_JOINS_MAX)), []),
  fields: z.array(Field).check(z.minLength(1), z.maxLength(QUERY_FIELDS_MAX)),
  filter: z._default(FieldFilter, []),
  groups: z._default(z.array(Group).check(z.maxLength(SORTS_MAX)), []),
  measures: z._default(z.array(Measure).check(z.maxLength(QUERY_MEASURES_MAX)), []),
  /** By columns of the answer. */
  sort: z._default(FieldSort, []),
  limit: z._default(z.nullable(z.int().check(z.gte(1), z.lte(TABLE_ROWS_MAX))), null),
})
export type Query = z.infer<typeof Query>
/** The base, and the source of each join. */
export const sourcesOf = ({ base, joins }: Pick<Query, 'base' | 'joins'>): SourceRef[] => [
  base,
  ...joins.map(({ source }) => source),
]
/** Whether rows are put together; the answer then has no rows of its sources. */
export const isGrouped = ({ groups, measures }: Pick<Query, 'groups' | 'measures'>): boolean =>
  groups.length + measures.length > 0

/** Conditions on the columns of an answer, the same for every reader. */
export const AnswerFilter = groupsOf(z.object({ field: FieldKey, ...comparison }))
export type AnswerFilter = z.infer<typeof AnswerFilter>
/** How the rows of an answer are looked at: further conditions and another order, by columns of the answer. */
export const look = {
  filter: z._default(AnswerFilter, []),
  sort: z._default(FieldSort, []),
}
export const Look = z.object(look)
export type Look = z.infer<typeof Look>

const kindOf = (type: CellType): CellType => (type === 'choice' ? 'text' : type)
/** Whether values of columns of these types can be equal in a join. */
export const canJoin = (left: CellType, right: CellType): boolean =>
  left !== 'choices' && kindOf(left) === kindOf(right)
