import * as z from 'zod/mini'
import { isZone } from './cells/zone.ts'
import type { CellReason } from './cells.ts'
import {
  CHOICES_MAX,
  COLUMN_NAME_MAX,
  KEY_COLUMNS_MAX,
  TABLE_COLUMNS_MAX,
  TABLE_FILE_BYTES,
  TABLE_NAME_MAX,
  TABLE_START_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id } from './core/shapes.ts'
import { Conflict, Hash } from './files.ts'
import { CellType, ColumnId, ColumnName } from './tables/columns.ts'
import { Question } from './tables/question.ts'
import { Task } from './tasks.ts'

/** Where a table comes from: a file of the space, or what was uploaded for it. */
export const TableSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('file'), hash: Hash }),
  z.object({ from: z.literal('upload'), id: Id }),
])
export type TableSource = z.infer<typeof TableSource>

export const TextEncoding = z.enum(['utf-8', 'gb18030', 'utf-16le', 'utf-16be', 'big5', 'windows-1252'])
export const Separator = z.enum([',', ';', '\t', '|'])
/** How a file is read; what is absent is found. */
const reading = {
  sheet: z._default(z.int().check(z.gte(0), z.lte(10_000)), 0),
  hasHeader: z.optional(z.boolean()),
  /** The row of the file that the table begins with, its heading or first row, counted from 1. */
  firstRow: z.optional(z.int().check(z.gte(1), z.lte(TABLE_START_MAX))),
  encoding: z.optional(TextEncoding),
  separator: z.optional(Separator),
}
/** How the texts of a column are read (`ReadingFormat` of `cells.ts`). */
export const ColumnReading = z.object({
  decimal: z.optional(z.enum(['.', ','])),
  dayFirst: z.optional(z.boolean()),
  zone: z.optional(z.string().check(z.maxLength(60), z.refine(isZone))),
  missing: z.optional(z.array(z.string().check(z.maxLength(50))).check(z.maxLength(50))),
})
export type ColumnReading = z.infer<typeof ColumnReading>

/** What is proposed for a column of a file, from all of its values. */
export const ProposedColumn = z.object({
  name: z.string(),
  heading: z.string(),
  type: CellType,
  format: ColumnReading,
  examples: z.array(z.string()),
  values: Count,
  /** How many of them the file states as values of a type: they are taken as they are, whatever the format. */
  stated: Count,
  /** How many of them are percentages: with a percent sign, or shown so by the file. They are stored as fractions. */
  percents: Count,
  empty: Count,
  missing: z.array(z.object({ word: z.string(), count: Count })),
  formulas: Count,
  choices: z.nullable(z.array(z.string())),
  isOrderUnknown: z.boolean(),
  /** How many values each way of reading the column does not fit, with examples; ways that all fit are absent. */
  unfit: z.array(z.object({ type: CellType, format: ColumnReading, count: Count, examples: z.array(z.string()) })),
  nearly: z.nullable(
    z.object({ type: CellType, format: ColumnReading, misfits: Count, examples: z.array(z.string()) }),
  ),
})
export type ProposedColumn = z.infer<typeof ProposedColumn>

/** What a file holds: its sheets, and of one of them the columns and what people should know. */
export const TableScan = z.object({
  format: z.enum(['xlsx', 'delimited', 'parquet', 'jsonl']),
  sheets: z.array(z.string()),
  encoding: z.nullable(TextEncoding),
  separator: z.nullable(Separator),
  /** Neither a byte order mark nor valid UTF-8 says the encoding: its sample is worth a look. */
  isEncodingGuessed: z.boolean(),
  sheet: Count,
  rows: Count,
  columns: z.array(ProposedColumn),
  hasHeader: z.boolean(),
  firstRow: Count,
  notes: z.object({ blankRows: Count, shortRows: Count, mergedRanges: Count }),
})
export type TableScan = z.infer<typeof TableScan>

/** What becomes of a column of a file, by its place; a column that is not named is left out. */
export const ImportColumn = z.object({
  index: Count,
  type: CellType,
  format: z._default(ColumnReading, {}),
  /** Of a new table: its name, whether its numbers are shown as percentages, and the terms of a choice. */
  name: z.optional(ColumnName),
  isPercent: z.optional(z.boolean()),
  options: z._default(
    z.array(z.string().check(z.minLength(1), z.maxLength(COLUMN_NAME_MAX))).check(z.maxLength(CHOICES_MAX)),
    [],
  ),
  /** Of a table that exists: the column that it fills. */
  target: z.optional(ColumnId),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/**
 * new: a new table. append: rows are added at the end. replace: all rows are replaced. upsert: rows with the `keys` of
 * an existing row change it, others are added.
 */
export const ImportMode = z.enum(['new', 'append', 'replace', 'upsert'])
export type ImportMode = z.infer<typeof ImportMode>
/** What becomes of rows with values that do not fit: all is refused, or they are left out and given back as a file. */
export const Misfits = z.enum(['refuse', 'giveBack'])
export type Misfits = z.infer<typeof Misfits>

/** Why a value does not fit its column; files and people may be named, if their name or path is of one alone. */
export type MisfitReason =
  | CellReason
  | 'formulaWithoutValue'
  | 'surplus'
  | 'repeatedKey'
  | 'ruleBroken'
  | 'noSuchName'
  | 'nameNotUnique'
/**
 * What did not fit, in the `result` of an import: a column and a reason, how many of its values, and the first of them
 * with their rows in the file, counted from 1; null when it is not known which.
 */
export type UnfitValues = {
  column: string
  reason: MisfitReason
  count: number
  examples: { row: number | null; text: string }[]
}

export const ImportWish = z.object({
  source: TableSource,
  ...reading,
  mode: ImportMode,
  /** Of a new table. */
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(TABLE_NAME_MAX), z.regex(/^\P{Cc}*$/u))),
  isShared: z._default(z.boolean(), true),
  /** The table that exists. */
  tableId: z.optional(Id),
  /** All columns that the analysis of the file found, so that a row with more of them is reported. */
  headings: z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(TABLE_COLUMNS_MAX)),
  /** How many rows the look found, for the progress. */
  rows: z.optional(Count),
  columns: z.array(ImportColumn).check(z.minLength(1), z.maxLength(TABLE_COLUMNS_MAX)),
  /** Of an upsert: the columns of the table by which rows are found. */
  keys: z._default(z.array(ColumnId).check(z.maxLength(KEY_COLUMNS_MAX)), []),
  misfits: Misfits,
})
export type ImportWish = z.infer<typeof ImportWish>

/** Formats of an export; `csvForPrograms` without a byte order mark and without marks against formulas. */
export const ExportFormat = z.enum(['xlsx', 'csv', 'csvForPrograms', 'parquet', 'jsonl'])
export type ExportFormat = z.infer<typeof ExportFormat>

const readErrors = [
  'spaceNotFound',
  'spaceForbidden',
  'spaceRightMissing',
  'fileGone',
  'tableFileGone',
  'tableFileUnreadable',
  'busy',
] as const

export const tableFiles = {
  upload: operation({
    method: 'POST',
    path: '/tables/files',
    gate: 'signedIn',
    body: 'multipart',
    bodyBytes: TABLE_FILE_BYTES,
    isStreamed: true,
    input: z.object({ spaceId: Id }),
    data: z.object({ id: Id, name: z.string() }),
    errors: ['spaceNotFound', 'spaceRightMissing', 'tooLarge', 'uploadIncomplete'],
  }),
  scan: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/tables/scan',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, source: TableSource, ...reading }),
    data: TableScan,
    errors: readErrors,
  }),
  import: operation({
    method: 'POST',
    path: '/tables/import',
    gate: 'signedIn',
    input: z.extend(ImportWish, { spaceId: Id }),
    data: Task,
    errors: [
      ...readErrors,
      'tableGone',
      'tableLocked',
      'tableNameTaken',
      'tableColumnGone',
      'tableColumnNameTaken',
      'tableComputed',
      'tasksTooMany',
      'invalid',
    ],
  }),
  misfits: operation({
    method: 'GET',
    path: '/tables/import/:taskId/misfits',
    gate: 'signedIn',
    answers: 'bytes',
    input: z.object({ taskId: Id }),
    data: z.null(),
    errors: ['taskGone', 'taskForbidden'],
  }),
  exportInto: operation({
    method: 'POST',
    path: '/tables/:id/export',
    gate: 'signedIn',
    input: z.object({
      spaceId: Id,
      id: Id,
      format: ExportFormat,
      question: z.optional(Question),
      columns: z._default(z.array(ColumnId).check(z.maxLength(TABLE_COLUMNS_MAX)), []),
      toSpaceId: Id,
      folder: Hash,
      /** Its name without the suffix of the format. */
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TABLE_NAME_MAX)),
      conflict: z._default(Conflict, 'keepBoth'),
    }),
    data: Task,
    errors: [
      'spaceNotFound',
      'spaceForbidden',
      'fileForbidden',
      'tableGone',
      'tableColumnGone',
      'tableCellInvalid',
      'folderGone',
      'fileNameInvalid',
      'tasksTooMany',
    ],
  }),
  export: operation({
    method: 'GET',
    path: '/data/space/tables/:id/export',
    gate: 'signedIn',
    answers: 'bytes',
    input: z.object({
      spaceId: Id,
      id: Id,
      format: ExportFormat,
      question: z.optional(z.string().check(z.maxLength(20_000))),
      columns: z.optional(z.string().check(z.maxLength(10_000), z.regex(/^\d+(,\d+)*$/))),
    }),
    data: z.null(),
    errors: ['spaceNotFound', 'spaceForbidden', 'tableGone', 'tableColumnGone', 'tableCellInvalid', 'invalid', 'busy'],
  }),
}
