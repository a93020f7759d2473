import * as z from 'zod/mini'
import {
  KEY_COLUMNS_MAX,
  PATTERN_MAX,
  SPLIT_PARTS_MAX,
  TABLE_CELLS_A_CHANGE,
  TABLE_COLUMNS_MAX,
  TABLE_TEXT_MAX,
} from '../core/limits.ts'
import { Count, Id, Timestamp } from '../core/shapes.ts'
import {
  Cell,
  CellType,
  Column,
  ColumnDraft,
  ColumnEdit,
  ColumnFormat,
  ColumnId,
  ColumnName,
  RowId,
} from './columns.ts'
import { Question } from './question.ts'

const isOnce = (ids: readonly number[]) => new Set(ids).size === ids.length
const columns = z.array(ColumnId).check(z.minLength(1), z.maxLength(TABLE_COLUMNS_MAX), z.refine(isOnce))
const rows = z.array(RowId).check(z.minLength(1), z.maxLength(TABLE_CELLS_A_CHANGE))
const someText = z.string().check(z.maxLength(TABLE_TEXT_MAX))
/** Which rows a change of whole columns touches: those of a question, or all. */
const scope = z._default(z.nullable(Question), null)
/** Where something goes: behind this one; null: to the beginning; absent: to the end. */
const behind = <T extends z.ZodMiniType>(item: T) => z.optional(z.nullable(item))

/**
 * One change of a table, which is done whole or not at all and is one step to undo.
 *
 * - cells: writes values; `before` are the values that the caller saw: if one is another by now, nothing is written and
 *   the conflicts are answered.
 * - paste: a block that may reach beyond the table: `values` of `rows` and `added` rows, which come at the end, are those of
 *   `columns` and behind them those of `newColumns`, which come at the end too; `before` is as for cells.
 * - upsert: a row whose `keys`, some of the `columns`, are those of rows of the table changes them, others are added at
 *   the end. An empty key is that of no row.
 * - removeRows: removes `rows`, or those of the question in `scope` (null: all), however many they are.
 * - transform: changes the texts of columns. fill: fills empty cells of columns with a value, the value above, or along
 *   a line between the neighbours; with `groupBy`, from rows that have the same value in that column. clear: empties
 *   columns.
 * - setType: converts a column; with `isLossy` values that do not convert become empty, otherwise they refuse it.
 * - merge: joins columns into a new one. split: cuts a column into new ones.
 * - replace: replaces all rows by those of an earlier moment of the table.
 */
export const TableChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cells'),
    columns,
    rows: z
      .array(z.object({ id: RowId, values: z.array(Cell), before: z.optional(z.array(Cell)) }))
      .check(z.minLength(1), z.maxLength(TABLE_CELLS_A_CHANGE)),
  }),
  z.object({
    kind: z.literal('addRows'),
    columns: z.array(ColumnId).check(z.maxLength(TABLE_COLUMNS_MAX), z.refine(isOnce)),
    rows: z.array(z.array(Cell)).check(z.minLength(1), z.maxLength(TABLE_CELLS_A_CHANGE)),
    behind: behind(RowId),
  }),
  z.object({
    kind: z.literal('paste'),
    columns: z.array(ColumnId).check(z.maxLength(TABLE_COLUMNS_MAX), z.refine(isOnce)),
    newColumns: z._default(z.array(ColumnDraft).check(z.maxLength(TABLE_COLUMNS_MAX)), []),
    rows: z
      .array(z.object({ id: RowId, values: z.array(Cell), before: z.optional(z.array(Cell)) }))
      .check(z.maxLength(TABLE_CELLS_A_CHANGE)),
    added: z.array(z.array(Cell)).check(z.maxLength(TABLE_CELLS_A_CHANGE)),
  }),
  z.object({
    kind: z.literal('upsert'),
    columns,
    keys: columns.check(z.maxLength(KEY_COLUMNS_MAX)),
    rows: z.array(z.array(Cell)).check(z.minLength(1), z.maxLength(TABLE_CELLS_A_CHANGE)),
  }),
  z.object({ kind: z.literal('duplicateRows'), rows }),
  z
    .object({ kind: z.literal('removeRows'), rows: z.optional(rows), scope: z.optional(z.nullable(Question)) })
    .check(z.refine(({ rows: ids, scope: asked }) => (ids === undefined) !== (asked === undefined))),
  z.object({ kind: z.literal('moveRows'), rows, behind: behind(RowId) }),
  z.object({ kind: z.literal('addColumn'), column: ColumnDraft, behind: behind(ColumnId) }),
  z.object({ kind: z.literal('editColumn'), column: ColumnId, set: ColumnEdit }),
  z.object({ kind: z.literal('moveColumns'), columns, behind: behind(ColumnId) }),
  z.object({ kind: z.literal('removeColumns'), columns }),
  z.object({ kind: z.literal('duplicateColumn'), column: ColumnId, name: ColumnName }),
  z.object({
    kind: z.literal('setType'),
    column: ColumnId,
    type: CellType,
    format: z._default(ColumnFormat, {}),
    options: ColumnDraft.shape.options,
    /** The vocabulary that a choice takes its terms from; absent: the one that it has. */
    vocabularyId: z.optional(z.nullable(Id)),
    isLossy: z._default(z.boolean(), false),
  }),
  z.object({
    kind: z.literal('setFormula'),
    column: ColumnId,
    formula: ColumnDraft.shape.formula,
  }),
  z.object({
    kind: z.literal('transform'),
    columns,
    scope,
    how: z.discriminatedUnion('what', [
      z.object({ what: z.enum(['upper', 'lower', 'trim']) }),
      z.object({ what: z.enum(['prefix', 'suffix']), text: someText.check(z.minLength(1)) }),
      z.object({
        what: z.literal('replace'),
        search: z.string().check(z.minLength(1), z.maxLength(PATTERN_MAX)),
        text: someText,
        isPattern: z._default(z.boolean(), false),
        isCaseSensitive: z._default(z.boolean(), false),
        isWhole: z._default(z.boolean(), false),
      }),
    ]),
  }),
  z.object({
    kind: z.literal('fill'),
    columns,
    scope,
    how: z.discriminatedUnion('what', [
      z.object({ what: z.literal('value'), value: Cell }),
      z.object({ what: z.enum(['above', 'linear']), groupBy: z._default(z.nullable(ColumnId), null) }),
    ]),
  }),
  z.object({ kind: z.literal('clear'), columns, scope }),
  z.object({
    kind: z.literal('merge'),
    columns: columns.check(z.minLength(2)),
    separator: z.string().check(z.maxLength(20)),
    name: ColumnName,
  }),
  z.object({
    kind: z.literal('split'),
    column: ColumnId,
    separator: z.string().check(z.minLength(1), z.maxLength(20)),
    names: z.array(ColumnName).check(z.minLength(2), z.maxLength(SPLIT_PARTS_MAX)),
  }),
  z.object({ kind: z.literal('restore'), at: Count }),
])
export type TableChange = z.infer<typeof TableChange>

/** A cell that another person changed meanwhile: what the caller wanted, and what is there. */
export const CellConflict = z.object({ row: RowId, column: ColumnId, wanted: Cell, present: Cell })
export type CellConflict = z.infer<typeof CellConflict>

/**
 * Outcome of a change: its number, or null when conflicts (the first of `conflictCount`) held it back. `rows` are the
 * ids of rows that it made; `touched` is the number of rows it changed.
 */
export const ChangeOutcome = z.object({
  change: z.nullable(Count),
  touched: Count,
  rows: z.array(RowId),
  conflicts: z.array(CellConflict),
  conflictCount: Count,
})
export type ChangeOutcome = z.infer<typeof ChangeOutcome>

/** What a change would do to values: `lost` of them would become empty; with the first few as examples. */
export const ChangePreview = z.object({
  touched: Count,
  lost: Count,
  examples: z.array(z.object({ row: RowId, from: z.string(), to: z.nullable(z.string()) })),
})
export type ChangePreview = z.infer<typeof ChangePreview>

/** Kinds of entries in the history: changes of people, imports, and the undoing and redoing of one. */
export const HistoryKind = z.enum([
  'cells',
  'addRows',
  'paste',
  'upsert',
  'duplicateRows',
  'removeRows',
  'moveRows',
  'addColumn',
  'editColumn',
  'moveColumns',
  'removeColumns',
  'duplicateColumn',
  'setType',
  'setFormula',
  'transform',
  'fill',
  'clear',
  'merge',
  'split',
  'restore',
  'import',
  'undo',
  'redo',
])
export type HistoryKind = z.infer<typeof HistoryKind>
/** An entry of a table's history. `details` are texts for its sentence, such as names of columns. */
export const HistoryEntry = z.object({
  id: Count,
  at: Timestamp,
  kind: HistoryKind,
  by: z.object({ personId: Id, personName: z.string() }),
  details: z.record(z.string(), z.string()),
  touched: Count,
  /** The change that was undone or redone. */
  of: z.nullable(Count),
  isUndone: z.boolean(),
  /** The name of this point in time of the table; '' for none. */
  name: z.string(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
/** What a change did to a cell; a row that was added or removed shows all its cells. */
export const CellHistory = z.object({ row: RowId, column: ColumnId, before: Cell, after: Cell })
export type CellHistory = z.infer<typeof CellHistory>
/** A column just before and just after a change; null: it was not there. */
export const ColumnHistory = z.object({ id: ColumnId, before: z.nullable(Column), after: z.nullable(Column) })
export type ColumnHistory = z.infer<typeof ColumnHistory>
/**
 * What a change did: the columns that it made others, with those of its cells, and the first cells. `names` are those of
 * files and people in the cells, by id.
 */
export const ChangeDetails = z.object({
  columns: z.array(ColumnHistory),
  cells: z.array(CellHistory),
  names: z.record(z.string(), z.string()),
})
export type ChangeDetails = z.infer<typeof ChangeDetails>

/**
 * The table just after a change: its number, 0 before the first one, of which there is no entry; and the columns of then
 * in their order.
 */
export const TableMoment = z.object({
  change: Count,
  entry: z.nullable(HistoryEntry),
  columnList: z.array(Column),
})
export type TableMoment = z.infer<typeof TableMoment>

/** A change as its sentence needs it. `details` are texts, such as names of columns. */
export const UndoStep = z.object({
  kind: HistoryKind,
  details: z.record(z.string(), z.string()),
  touched: Count,
})
export type UndoStep = z.infer<typeof UndoStep>
/**
 * A cell that somebody else changed after the step. `isKept`: done nevertheless, undoing or redoing leaves its row as it
 * is, or the cell if the step is one of whole columns; otherwise the cell becomes `wanted`, or goes with its column.
 * `personName` is who changed it last, null if that is no longer known; `rowTitle` is the first cell of its row.
 */
export const StepConflict = z.extend(CellConflict, {
  isKept: z.boolean(),
  personName: z.nullable(z.string()),
  rowTitle: Cell,
})
export type StepConflict = z.infer<typeof StepConflict>
/**
 * Outcome of undoing or redoing; `step` is the change that was, or that conflicts held back. Of `conflictCount`,
 * `lostCount` are not kept.
 */
export const StepOutcome = z.extend(ChangeOutcome, {
  step: UndoStep,
  conflicts: z.array(StepConflict),
  lostCount: Count,
})
export type StepOutcome = z.infer<typeof StepOutcome>
/** A step that is next; `id` is the number of its change. */
export const NextStep = z.extend(UndoStep, { id: Count })
export type NextStep = z.infer<typeof NextStep>
/** How many steps the caller can undo and redo in a table, at most UNDO_STEPS together, and the next of each. */
export const UndoState = z.object({
  undo: Count,
  redo: Count,
  toUndo: z.nullable(NextStep),
  toRedo: z.nullable(NextStep),
})
export type UndoState = z.infer<typeof UndoState>
