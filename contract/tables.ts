import * as z from 'zod/mini'
import { PageId } from './core/events.ts'
import {
  AGGREGATES_MAX,
  COLUMN_ID_MAX,
  FORMULA_MAX,
  TABLE_BODY_BYTES,
  TABLE_COLUMNS_MAX,
  TABLE_DESCRIPTION_MAX,
  TABLE_NAME_MAX,
} from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp, TimestampInput } from './core/shapes.ts'
import {
  ChangeDetails,
  ChangeOutcome,
  ChangePreview,
  HistoryEntry,
  StepOutcome,
  TableChange,
  TableMoment,
  UndoState,
} from './tables/changes.ts'
import { AskedColumnId, Cell, Column, ColumnDraft, ColumnId, RowId } from './tables/columns.ts'
import { Aggregate, AggregateKind, Comparison, compared, FormulaTrial, Listing, RowGroups } from './tables/looks.ts'
import { Filter, page, Question, RowPage, RowsAfter, Sort } from './tables/question.ts'

const TableName = z.string().check(z.trim(), z.minLength(1), z.maxLength(TABLE_NAME_MAX), z.regex(/^\P{Cc}*$/u))
const Description = z.string().check(z.trim(), z.maxLength(TABLE_DESCRIPTION_MAX))

/** Who works in a locked table: an import, and how many of its rows are done; `total` is null while it is unknown. */
export const TableLock = z.object({
  taskId: Id,
  personName: z.string(),
  done: Count,
  total: z.nullable(Count),
})
export type TableLock = z.infer<typeof TableLock>

/** A table of a space in a list. `isShared`: everyone in the space sees it; otherwise only its creator. */
export const TableRecord = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  isShared: z.boolean(),
  maker: z.object({ personId: Id, personName: z.string() }),
  createdAt: Timestamp,
  changedAt: Timestamp,
  rows: Count,
  columns: Count,
  bytes: Count,
  lock: z.nullable(TableLock),
  /** Since when it is in the trash. */
  trashedAt: z.nullable(Timestamp),
})
export type TableRecord = z.infer<typeof TableRecord>

/** A table in the trash of one of the caller's spaces; `mayRestore`: whether the caller may restore it. */
export const TrashedTable = z.extend(TableRecord, {
  space: z.object({ id: Id, name: z.string() }),
  mayRestore: z.boolean(),
})
export type TrashedTable = z.infer<typeof TrashedTable>

/** The view of a table that a person has, and that a saved view contains. */
export const ViewState = z.object({
  filter: z._default(Filter, []),
  sort: z._default(Sort, []),
  groupBy: z._default(z.nullable(ColumnId), null),
  hidden: z._default(z.array(ColumnId).check(z.maxLength(TABLE_COLUMNS_MAX)), []),
  /** Number of columns that stay while the others scroll. */
  frozen: z._default(z.int().check(z.gte(0), z.lte(20)), 1),
  /** Widths of columns in CSS pixels, by column. */
  widths: z._default(z.record(z.string(), z.int().check(z.gte(40), z.lte(2000))), {}),
  /** The aggregates shown below columns, by column. */
  aggregates: z._default(z.record(z.string(), AggregateKind), {}),
})
export type ViewState = z.infer<typeof ViewState>
const isColumnKey = (key: string) => /^[1-9]\d*$/.test(key) && Number(key) <= COLUMN_ID_MAX
/** A view that is given: what was kept before these keys were judged may have others. */
const GivenViewState = ViewState.check(
  z.refine(({ widths, aggregates }) => [...Object.keys(widths), ...Object.keys(aggregates)].every(isColumnKey)),
)
/** A named view. `isShared`: for everyone who sees the table; otherwise only for its creator. */
export const SavedView = z.object({
  id: Id,
  name: z.string(),
  isShared: z.boolean(),
  isMine: z.boolean(),
  state: ViewState,
})
export type SavedView = z.infer<typeof SavedView>

/** A table with its columns in their order. `view` is the last one of the caller. */
export const DataTable = z.extend(TableRecord, {
  spaceId: Id,
  columnList: z.array(Column),
  undo: UndoState,
  view: ViewState,
  views: z.array(SavedView),
  /** The last change. */
  change: Count,
})
export type DataTable = z.infer<typeof DataTable>

/** Statistics of a column over the rows of a question; numbers are decimals, as exact as the database has them. */
export const ColumnStatistics = z.object({
  rows: Count,
  missing: Count,
  /** Cells for which the formula of the column gives an error instead of a value. */
  failed: Count,
  distinct: Count,
  least: z.nullable(z.string()),
  greatest: z.nullable(z.string()),
  /** Of numbers only. */
  sum: z.nullable(z.string()),
  mean: z.nullable(z.string()),
  median: z.nullable(z.string()),
  deviation: z.nullable(z.string()),
  /** Values that break a rule of the column. */
  broken: Count,
  /** Of numbers, dates and times: equal intervals from `from` (inclusive) to `to`. */
  histogram: z.array(z.object({ from: z.string(), to: z.string(), count: Count })),
  /** The most frequent values. */
  frequent: z.array(z.object({ value: Cell, count: Count })),
})
export type ColumnStatistics = z.infer<typeof ColumnStatistics>

const inTable = { spaceId: Id, id: Id }
/** `step` is the one that the caller knows as the next, by its number; if it is another by now, it is refused. */
const stepped = z.object({ ...inTable, step: z.optional(Count), isForced: z._default(z.boolean(), false) })
/** Limits the history to a row, a column, or the cell of both; absent: the whole table. */
const ofCell = {
  row: z.optional(z.pipe(z.coerce.number(), RowId)),
  column: z.optional(AskedColumnId),
}
const seen = ['spaceNotFound', 'spaceForbidden', 'tableGone'] as const
const edited = ['spaceNotFound', 'spaceRightMissing', 'tableGone', 'tableLocked'] as const
const reversed = [
  'tableStepChanged',
  'tableInUse',
  'tableColumnsSpent',
  'tableRowsTooMany',
  'tableColumnNameTaken',
  'tableColumnNeeded',
  'spaceFull',
] as const
const changed = [
  ...edited,
  'tableColumnGone',
  'tableColumnNameTaken',
  'tableColumnsTooMany',
  'tableColumnsSpent',
  'tableRowsTooMany',
  'tableRowGone',
  'tableRowTooWide',
  'tableCellInvalid',
  'tableKeyRepeated',
  'tableTextTooLong',
  'tableTypeUnfit',
  'tableRuleBroken',
  'tableValuesLost',
  'tablePatternInvalid',
  'tablePatternSlow',
  'tableFormulaInvalid',
  'tableColumnNeeded',
  'tableComputed',
  'tableChangeGone',
  'tableInUse',
  'spaceFull',
] as const

export const tables = {
  list: operation({
    method: 'GET',
    path: '/tables',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({
      spaceId: Id,
      ...keyset,
      q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      isTrashed: z.optional(z.stringbool()),
    }),
    data: pageOf(TableRecord),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  create: operation({
    method: 'POST',
    path: '/tables',
    gate: 'signedIn',
    input: z.object({
      spaceId: Id,
      name: TableName,
      description: z._default(Description, ''),
      isShared: z._default(z.boolean(), true),
      columns: z._default(z.array(ColumnDraft).check(z.maxLength(TABLE_COLUMNS_MAX)), []),
    }),
    data: DataTable,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'tableNameTaken',
      'tablesTooMany',
      'tableColumnNameTaken',
      'tableFormulaInvalid',
      'spaceFull',
      'tablePatternInvalid',
      'tableCellInvalid',
    ],
  }),
  show: operation({
    method: 'GET',
    path: '/tables/:id',
    gate: 'signedIn',
    input: z.object(inTable),
    data: DataTable,
    errors: seen,
  }),
  edit: operation({
    method: 'PATCH',
    path: '/tables/:id',
    gate: 'signedIn',
    input: z.object({
      ...inTable,
      name: z.optional(TableName),
      description: z.optional(Description),
      isShared: z.optional(z.boolean()),
    }),
    data: TableRecord,
    errors: [...edited, 'tableNameTaken', 'tableMakerOnly'],
  }),
  copy: operation({
    method: 'POST',
    path: '/tables/:id/copy',
    gate: 'signedIn',
    input: z.object({ ...inTable, toSpaceId: Id, name: TableName, isMoved: z._default(z.boolean(), false) }),
    data: TableRecord,
    errors: [...edited, 'spaceForbidden', 'tableNameTaken', 'tablesTooMany', 'spaceFull', 'invalid'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/tables/:id',
    gate: 'signedIn',
    input: z.object({ ...inTable, isForever: z._default(z.boolean(), false) }),
    data: Nothing,
    errors: [...edited, 'legalHold'],
  }),
  putBack: operation({
    method: 'POST',
    path: '/tables/:id/restore',
    gate: 'signedIn',
    input: z.object(inTable),
    data: TableRecord,
    errors: [...edited, 'tableNameTaken', 'tablesTooMany'],
  }),
  rows: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/tables/:id/rows',
    gate: 'signedIn',
    input: z.object({ ...inTable, ...page, at: z.optional(Count), after: z.optional(RowsAfter) }),
    data: RowPage,
    errors: [...seen, 'tableColumnGone', 'tableCellInvalid', 'tableChangeGone', 'tablePatternSlow', 'invalid', 'busy'],
  }),
  statistics: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/tables/:id/statistics',
    gate: 'signedIn',
    input: z.object({ ...inTable, column: ColumnId, question: z._default(Question, { filter: [], sort: [], q: '' }) }),
    data: ColumnStatistics,
    errors: [...seen, 'tableColumnGone', 'tableCellInvalid', 'tablePatternSlow', 'busy'],
  }),
  groups: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/tables/:id/groups',
    gate: 'signedIn',
    input: z.object({
      ...inTable,
      question: z._default(Question, { filter: [], sort: [], q: '' }),
      groupBy: z._default(z.nullable(ColumnId), null),
      aggregates: z._default(z.array(Aggregate).check(z.maxLength(AGGREGATES_MAX)), []),
      /** With a column and without aggregates: its values to choose from. */
      listing: z.optional(Listing),
    }),
    data: RowGroups,
    errors: [...seen, 'tableColumnGone', 'tableCellInvalid', 'tableTypeUnfit', 'tableGroupsTooMany', 'busy', 'invalid'],
  }),
  compare: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/tables/:id/compare',
    gate: 'signedIn',
    input: z.object({ ...inTable, ...compared }),
    data: Comparison,
    errors: [...seen, 'tableColumnGone', 'tableChangeGone', 'busy'],
  }),
  tryFormula: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/tables/:id/formula',
    gate: 'signedIn',
    input: z.object({
      ...inTable,
      formula: z.string().check(z.trim(), z.minLength(1), z.maxLength(FORMULA_MAX)),
      column: z._default(z.nullable(ColumnId), null),
    }),
    data: FormulaTrial,
    errors: [...seen, 'tableColumnGone', 'tableFormulaInvalid', 'tableColumnNeeded'],
  }),
  change: operation({
    method: 'POST',
    path: '/tables/:id/changes',
    gate: 'signedIn',
    bodyBytes: TABLE_BODY_BYTES,
    input: z.object({ ...inTable, change: TableChange }),
    data: ChangeOutcome,
    errors: changed,
  }),
  preview: operation({
    method: 'POST',
    changes: false,
    path: '/data/space/tables/:id/preview',
    gate: 'signedIn',
    bodyBytes: TABLE_BODY_BYTES,
    input: z.object({ ...inTable, change: TableChange }),
    data: ChangePreview,
    errors: changed,
  }),
  undo: operation({
    method: 'POST',
    path: '/tables/:id/undo',
    gate: 'signedIn',
    input: stepped,
    data: StepOutcome,
    errors: [...edited, 'tableNothingToUndo', ...reversed],
  }),
  redo: operation({
    method: 'POST',
    path: '/tables/:id/redo',
    gate: 'signedIn',
    input: stepped,
    data: StepOutcome,
    errors: [...edited, 'tableNothingToRedo', ...reversed],
  }),
  history: operation({
    method: 'GET',
    path: '/tables/:id/changes',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...inTable, ...keyset, ...ofCell }),
    data: pageOf(HistoryEntry),
    errors: seen,
  }),
  changedCells: operation({
    method: 'GET',
    path: '/tables/:id/changes/:change',
    gate: 'signedIn',
    input: z.object({ ...inTable, change: z.pipe(z.coerce.number(), Count), ...ofCell }),
    data: ChangeDetails,
    errors: [...seen, 'tableChangeGone', 'busy'],
  }),
  /** Of a change, or of the last one; with `until` of the last one until a time. */
  moment: operation({
    method: 'GET',
    path: '/tables/:id/moment',
    gate: 'signedIn',
    input: z.object({
      ...inTable,
      change: z.optional(z.pipe(z.coerce.number(), Count)),
      until: z.optional(TimestampInput),
    }),
    data: TableMoment,
    errors: [...seen, 'tableChangeGone'],
  }),
  nameChange: operation({
    method: 'PUT',
    path: '/tables/:id/changes/:change/name',
    gate: 'signedIn',
    input: z.object({
      ...inTable,
      change: z.pipe(z.coerce.number(), Count),
      name: z.string().check(z.trim(), z.maxLength(TABLE_NAME_MAX)),
    }),
    data: Nothing,
    errors: [...edited, 'tableChangeGone'],
  }),
  look: operation({
    method: 'POST',
    path: '/tables/:id/presence',
    gate: 'signedIn',
    input: z.object({
      ...inTable,
      pageId: PageId,
      isHere: z._default(z.boolean(), true),
      cell: z._default(
        z.nullable(z.object({ row: RowId, column: ColumnId, isTyping: z._default(z.boolean(), false) })),
        null,
      ),
    }),
    data: Nothing,
    errors: seen,
  }),
  setView: operation({
    method: 'PUT',
    path: '/tables/:id/view',
    gate: 'signedIn',
    input: z.object({ ...inTable, state: GivenViewState }),
    data: Nothing,
    errors: seen,
  }),
  saveView: operation({
    method: 'POST',
    path: '/tables/:id/views',
    gate: 'signedIn',
    input: z.object({ ...inTable, name: TableName, isShared: z.boolean(), state: GivenViewState }),
    data: SavedView,
    errors: [...edited, 'spaceForbidden', 'tableViewsTooMany'],
  }),
  removeView: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/tables/:id/views/:view',
    gate: 'signedIn',
    input: z.object({ ...inTable, view: Id }),
    data: Nothing,
    errors: [...edited, 'spaceForbidden', 'tableViewGone'],
  }),
  trashed: operation({
    method: 'GET',
    path: '/tables/trashed',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(TrashedTable),
    errors: [],
  }),
  find: operation({
    method: 'GET',
    path: '/tables/found',
    gate: 'signedIn',
    input: z.object({ q: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)) }),
    data: z.array(
      z.object({ id: Id, name: z.string(), description: z.string(), space: z.object({ id: Id, name: z.string() }) }),
    ),
    errors: [],
  }),
}
