import * as z from 'zod/mini'
import { Count, Id, Timestamp } from '../core/shapes.ts'
import { Cell, CellType, ColumnFormat } from '../tables/columns.ts'
import { ColumnKey, FieldKey, SourceRef } from './query.ts'

/** A column of an answer; description, unit and format are those of the column that it comes from. */
export const AnswerColumn = z.object({
  key: FieldKey,
  name: z.string(),
  description: z.string(),
  unit: z.string(),
  type: CellType,
  format: ColumnFormat,
})
export type AnswerColumn = z.infer<typeof AnswerColumn>

/** A column that a query can read from a source. */
export const SourceColumn = z.extend(z.omit(AnswerColumn, { key: true }), { key: ColumnKey })
export type SourceColumn = z.infer<typeof SourceColumn>
/** A source as the caller may read it; `rows` is null if they have not been counted. */
export const SourceShape = z.object({
  source: SourceRef,
  name: z.string(),
  columns: z.array(SourceColumn),
  rows: z.nullable(Count),
  /** How many files of a folder have no such column, or one of another type. */
  differences: z.array(z.object({ column: z.string(), kind: z.enum(['missing', 'otherType']), files: Count })),
})
export type SourceShape = z.infer<typeof SourceShape>

export const SqlPlace = z.object({ line: Count, column: Count })
export type SqlPlace = z.infer<typeof SqlPlace>

/** Why a query can't be answered, and the position in the query. */
export const QueryProblem = z.object({
  reason: z.enum([
    /** A source is gone, or is in the trash. */
    'sourceGone',
    /** The reader, or the person on whose behalf the rows are read, may not see a source. */
    'sourceHidden',
    'sourceUnreadable',
    /** A folder has no files with rows, or more than FOLDER_FILES_MAX. */
    'folderEmpty',
    'folderTooFull',
    /** The view reads itself through others. */
    'circular',
    /** With this source a query reads more than QUERY_SOURCES_MAX, or through more than QUERY_DEPTH_MAX views. */
    'tooManySources',
    /** The source has no such column any more. */
    'columnGone',
    /** A pair of a join, an aggregate or a condition does not fit the type of its column. */
    'typeUnfit',
    'joinUnfit',
    'fieldGone',
    'formulaInvalid',
    /** With this one the formulas of the query and of the views that it reads are too long together. */
    'formulasTooLong',
    'nameTaken',
    'keyTaken',
    /** The engine finds an error in the SQL, which is the name. */
    'sqlInvalid',
    'oneQuery',
    'readingOnly',
    'unknownSource',
    'unknownFunction',
    'noParameters',
  ]),
  /** The source, 0 for the base; null when the problem is none of a source. */
  source: z.nullable(Count),
  field: z.nullable(FieldKey),
  /** Name of what is concerned, as it was last known. */
  name: z.string(),
  /** Position in SQL; both count from 1, columns in characters. */
  at: z.optional(SqlPlace),
})
export type QueryProblem = z.infer<typeof QueryProblem>

/** Who computed an answer: the database itself, or the engine in a process apart over copies and files. */
export const AnsweredBy = z.enum(['database', 'engine'])
export type AnsweredBy = z.infer<typeof AnsweredBy>

/** The state of a source that an answer is based on: the last change of a table, or when a file was last written. */
export const SourceState = z.object({
  source: SourceRef,
  name: z.string(),
  change: z.nullable(Count),
  changedAt: z.nullable(Timestamp),
})
export type SourceState = z.infer<typeof SourceState>

/**
 * A part of the rows of an answer; `matching` is null when they were not counted. Texts longer than those of a cell end
 * with an ellipsis; exports have them whole.
 */
export const AnswerPage = z.object({
  columns: z.array(AnswerColumn),
  rows: z.array(z.array(Cell)),
  matching: z.nullable(Count),
  /** Names of the files and people in the cells, by id; those that the caller may not see are absent. */
  names: z.record(z.string(), z.string()),
  /** Those that the caller may see. */
  sources: z.array(SourceState),
  answeredBy: AnsweredBy,
  /** It was computed before, of the same states of the sources. */
  isCached: z.boolean(),
  /** It has only rows of the reader, by conditions of the query or of the views that it reads: others get other rows. */
  isPersonal: z.boolean(),
  at: Timestamp,
})
export type AnswerPage = z.infer<typeof AnswerPage>

/** How the rows of one join fit: rows of both sides, those without a partner, and the most partners of one row. */
export const JoinReport = z.object({
  left: Count,
  right: Count,
  leftAlone: Count,
  rightAlone: Count,
  leftMost: Count,
  rightMost: Count,
  /** Rows after the join. */
  rows: Count,
})
export type JoinReport = z.infer<typeof JoinReport>

/** Something that data flows through, in a picture of where it comes from. */
export const LineageNode = z.object({
  id: Id,
  kind: z.enum(['dataSource', 'file', 'folder', 'table', 'view', 'chart', 'board', 'dataset']),
  name: z.string(),
  /** The caller may not see it, or it is gone. */
  isHidden: z.boolean(),
})
export type LineageNode = z.infer<typeof LineageNode>
export const Lineage = z.object({
  nodes: z.array(LineageNode),
  edges: z.array(z.object({ from: Id, to: Id })),
})
export type Lineage = z.infer<typeof Lineage>
