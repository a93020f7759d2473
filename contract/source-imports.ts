import * as z from 'zod/mini'
import { isZone } from './cells/zone.ts'
import { CONDITIONS_MAX, CRON_MAX, TABLE_COLUMNS_MAX, TABLE_NAME_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp, TimestampInput } from './core/shapes.ts'
import { SourceName } from './data-sources.ts'
import { ImportColumn, Misfits } from './table-files.ts'
import { ColumnId } from './tables/columns.ts'
import { Task, TaskState } from './tasks.ts'

/** Comparisons of a condition; those without a value ask whether there is any. */
export const ConditionOperator = z.enum(['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'contains', 'starts', 'empty', 'notEmpty'])
export type ConditionOperator = z.infer<typeof ConditionOperator>
/** A condition that rows of the database meet; the database compares, in the order of its column. */
export const SourceCondition = z.object({
  column: SourceName,
  operator: ConditionOperator,
  value: z._default(z.string().check(z.maxLength(1000)), ''),
})
export type SourceCondition = z.infer<typeof SourceCondition>

/** append: rows at the end. replace: instead of all rows. upsert: by `keys`, others are added. */
export const SourceImportMode = z.enum(['append', 'replace', 'upsert'])
export type SourceImportMode = z.infer<typeof SourceImportMode>

const Zone = z.string().check(z.maxLength(60), z.refine(isZone))
/** The schedule of an import: five fields of cron in a time zone, or one time, shown in the clock of a zone. */
export const Schedule = z.union([
  z.object({ cron: z.string().check(z.trim(), z.minLength(1), z.maxLength(CRON_MAX)), zone: Zone }),
  z.object({ once: TimestampInput, zone: Zone }),
])
export type Schedule = z.infer<typeof Schedule>

const Title = z.string().check(z.trim(), z.minLength(1), z.maxLength(TABLE_NAME_MAX), z.regex(/^\P{Cc}*$/u))

/** What an import reads, and how its rows are written into the table. */
export const SourceReading = z.object({
  schema: SourceName,
  table: SourceName,
  /** The names of the columns that are read, in their order. */
  headings: z.array(SourceName).check(z.minLength(1), z.maxLength(TABLE_COLUMNS_MAX)),
  /** The treatment of each column: `index` counts `headings`. */
  columns: z.array(ImportColumn).check(z.minLength(1), z.maxLength(TABLE_COLUMNS_MAX)),
  conditions: z._default(z.array(SourceCondition).check(z.maxLength(CONDITIONS_MAX)), []),
  mode: SourceImportMode,
  /** Of an upsert: the columns of the table by which rows are found; those of a new table are counted from 1. */
  keys: z._default(z.array(ColumnId).check(z.maxLength(20)), []),
  /** The column by which a run reads only rows above the greatest value of earlier runs; '' for none. */
  watermark: z._default(z.string().check(z.maxLength(200)), ''),
  misfits: z._default(Misfits, 'giveBack'),
})
export type SourceReading = z.infer<typeof SourceReading>

/** The target: a new table with the columns of the import, or an existing one. */
const Target = z.discriminatedUnion('to', [
  z.object({ to: z.literal('new'), name: Title, isShared: z._default(z.boolean(), true) }),
  z.object({ to: z.literal('table'), tableId: Id }),
])

export const SourceImportDraft = z.extend(SourceReading, {
  title: Title,
  schedule: z._default(z.nullable(Schedule), null),
})
export type SourceImportDraft = z.infer<typeof SourceImportDraft>

/** A run of an import: a task with what it did. Numbers are those of rows. */
export const RunEvent = z.object({
  at: Timestamp,
  event: z.enum(['connected', 'reading', 'from', 'upTo', 'read', 'written', 'refused', 'failed', 'unchanged']),
  /** The subject of the event: a version, a table, a value, a number of rows, the name of a refusal. */
  value: z.string(),
})
export type RunEvent = z.infer<typeof RunEvent>
export const SourceRun = z.object({
  taskId: Id,
  state: TaskState,
  isScheduled: z.boolean(),
  /** Its rows that did not fit are given to its person alone. */
  isMine: z.boolean(),
  personName: z.string(),
  /** Why it failed; '' when it did not. */
  message: z.string(),
  at: Timestamp,
  startedAt: z.nullable(Timestamp),
  endedAt: z.nullable(Timestamp),
  read: Count,
  written: Count,
  refused: Count,
  log: z.array(RunEvent),
})
export type SourceRun = z.infer<typeof SourceRun>

/** An import of a space from a database, with its last run. */
export const SourceImport = z.extend(SourceImportDraft, {
  id: Id,
  source: z.object({ id: Id, name: z.string() }),
  /** `isThere`: it is not in the trash. */
  target: z.object({ id: Id, name: z.string(), isThere: z.boolean() }),
  maker: z.object({ personId: Id, personName: z.string() }),
  isOn: z.boolean(),
  nextAt: z.nullable(Timestamp),
  /** The time of the first due run that was skipped, if none has run since. */
  missedAt: z.nullable(Timestamp),
  /** When a schedule for one time began its run; null as long as it has not. */
  ranAt: z.nullable(Timestamp),
  /** The greatest value of the watermark that is in the table. */
  reached: z.nullable(z.string()),
  /** Its last run; `read`: rows, so far while it is under way. */
  last: z.nullable(z.object({ taskId: Id, state: TaskState, at: Timestamp, read: Count })),
})
export type SourceImport = z.infer<typeof SourceImport>

const one = { spaceId: Id, id: Id }
const seen = ['spaceNotFound', 'spaceRightMissing', 'sourceImportGone'] as const
const own = [...seen, 'dataSourceMakerOnly'] as const
const target = ['tableGone', 'tableColumnGone', 'tableComputed', 'invalid'] as const

export const sourceImports = {
  list: operation({
    method: 'GET',
    path: '/sourceImports',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...keyset, sourceId: z.optional(Id) }),
    data: pageOf(SourceImport),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  show: operation({
    method: 'GET',
    path: '/sourceImports/:id',
    gate: 'signedIn',
    input: z.object(one),
    data: SourceImport,
    errors: seen,
  }),
  create: operation({
    method: 'POST',
    path: '/sourceImports',
    gate: 'signedIn',
    input: z.extend(SourceImportDraft, {
      spaceId: Id,
      sourceId: Id,
      target: Target,
      isNow: z._default(z.boolean(), true),
    }),
    data: SourceImport,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'dataSourceGone',
      'sourceImportsTooMany',
      'cronInvalid',
      'cronTooOften',
      'scheduleOver',
      ...target,
      'tableNameTaken',
      'tablesTooMany',
      'tableColumnNameTaken',
      'spaceFull',
      'tasksTooMany',
    ],
  }),
  edit: operation({
    method: 'PUT',
    path: '/sourceImports/:id',
    gate: 'signedIn',
    input: z.extend(SourceImportDraft, one),
    data: SourceImport,
    errors: [...own, 'cronInvalid', 'cronTooOften', 'scheduleOver', ...target],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/sourceImports/:id',
    gate: 'signedIn',
    input: z.object(one),
    data: Nothing,
    errors: own,
  }),
  setOn: operation({
    act: 'set',
    method: 'POST',
    path: '/sourceImports/:id/schedule',
    gate: 'signedIn',
    input: z.object({ ...one, isOn: z.boolean() }),
    data: SourceImport,
    errors: [...own, 'cronInvalid', 'scheduleOver'],
  }),
  run: operation({
    method: 'POST',
    path: '/sourceImports/:id/run',
    gate: 'signedIn',
    input: z.object({ ...one, isFromStart: z._default(z.boolean(), false) }),
    data: Task,
    errors: [...own, 'taskRunning', 'tasksTooMany'],
  }),
  runs: operation({
    method: 'GET',
    path: '/sourceImports/:id/runs',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...one, ...keyset }),
    data: pageOf(SourceRun),
    errors: seen,
  }),
  next: operation({
    method: 'POST',
    changes: false,
    path: '/sourceImports/next',
    gate: 'signedIn',
    input: z.object({ schedule: Schedule }),
    data: z.array(Timestamp),
    errors: ['cronInvalid', 'cronTooOften', 'scheduleOver'],
  }),
}
