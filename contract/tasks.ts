import * as z from 'zod/mini'
import type { ErrorName } from './core/errors.ts'
import { SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Hash } from './files.ts'

/** Kinds of background tasks. */
export const TaskKind = z.enum([
  'archive',
  'extract',
  'verify',
  'versionMake',
  'versionRestore',
  'importSpace',
  'importShare',
  'importDrive',
  'importS3',
  'importUrl',
  'importPublished',
  'metaApply',
  'tableImport',
  'sourceImport',
  'tableExport',
  'dataViewExport',
  'publish',
  'transfer',
])
export type TaskKind = z.infer<typeof TaskKind>

/** Kinds of tasks whose speed depends on other sites; they have a queue of their own, so they delay only each other. */
export const outsideKinds: readonly TaskKind[] = [
  'importShare',
  'importDrive',
  'importS3',
  'importUrl',
  'importPublished',
  'sourceImport',
  'transfer',
]

/** Task states of spec section 4, and `cancelled`. */
export const TaskState = z.enum([
  'waiting',
  'preparing',
  'transferring',
  'completed',
  'failed',
  'partlyFailed',
  'cancelled',
])
export type TaskState = z.infer<typeof TaskState>
export const PartState = z.enum(['waiting', 'transferring', 'completed', 'failed'])
export type PartState = z.infer<typeof PartState>

/** Errors that no call returns: they end a task or one of its parts. */
export const taskCauses = [
  'taskTooLarge',
  'archiveDamaged',
  'archiveUnsafe',
  'archiveEncrypted',
  'entryOutside',
  'entryLink',
  'entryUnreadable',
  'contentDamaged',
  'outsideRefused',
  'outsideUnreachable',
  'outsideSignIn',
  'outsideGone',
  'outsideChanged',
  'tableMisfits',
  'tableNoneFit',
  'dataSourceConditionWrong',
  'dataSourceColumnGone',
  'tableDateOutsideParquet',
  'tableTextTooLongForXlsx',
  'institutionFtpLogin',
  'institutionFtpRefused',
  'institutionAnswerLost',
  'institutionTemplateChanged',
  'institutionUploadRefused',
  'institutionRecordRefused',
  'institutionVersionPending',
  'institutionTooLarge',
] as const satisfies readonly ErrorName[]

/** Progress of a task as sent to its person. A total of 0 is not known yet. */
export const TaskNews = z.object({
  id: Id,
  kind: TaskKind,
  state: TaskState,
  title: z.string(),
  itemsTotal: Count,
  itemsDone: Count,
  itemsFailed: Count,
  bytesTotal: Count,
  bytesDone: Count,
})
export type TaskNews = z.infer<typeof TaskNews>

/** A background task of a person. */
export const Task = z.extend(TaskNews, {
  /** The name is '' when the space is private and the person is no longer a member. */
  space: z.object({ id: Id, name: z.string() }),
  /** The target folder; null: the task has none, or the folder is gone. */
  folder: z.nullable(Hash),
  person: z.object({ personId: Id, personName: z.string() }),
  /**
   * Why the task failed: name and sentence of the error; '' when it did not fail, or when its parts failed for
   * different reasons.
   */
  error: z.string(),
  message: z.string(),
  /** Result of the task; its fields depend on the kind. */
  result: z.record(z.string(), z.unknown()),
  /** Cancelling was requested, and the task has not stopped yet. */
  isCancelling: z.boolean(),
  /** The task ended incomplete and can be retried. */
  isRetryable: z.boolean(),
  /** The task was started with a password, which is deleted when it ends: a retry needs it again. */
  needsSecret: z.boolean(),
  createTime: Timestamp,
  startTime: z.nullable(Timestamp),
  endTime: z.nullable(Timestamp),
})
export type Task = z.infer<typeof Task>

/** A file or folder of a task. */
export const TaskPart = z.object({
  seq: Count,
  isFolder: z.boolean(),
  path: z.string(),
  size: Count,
  state: PartState,
  /** Why the part failed: name and sentence of the error; '' when it did not. */
  error: z.string(),
  message: z.string(),
  /** The item that the part created in the space. */
  hash: z.nullable(Hash),
})
export type TaskPart = z.infer<typeof TaskPart>

/** `open`: waiting, preparing or transferring. */
const state = z.optional(z.enum([...TaskState.options, 'open']))

export const tasks = {
  mine: operation({
    method: 'GET',
    path: '/tasks',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...keyset, state }),
    data: pageOf(Task),
    errors: [],
  }),
  ofSpace: operation({
    method: 'GET',
    path: '/space/tasks',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...keyset, state, kind: z.optional(TaskKind) }),
    data: pageOf(Task),
    errors: ['spaceNotFound'],
  }),
  counts: operation({
    method: 'GET',
    path: '/space/tasks/count',
    gate: 'signedIn',
    input: z.object({ spaceId: Id }),
    data: z.record(TaskState, Count),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  show: operation({
    method: 'GET',
    path: '/tasks/:id',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Task,
    errors: ['taskGone', 'taskForbidden'],
  }),
  parts: operation({
    method: 'GET',
    path: '/tasks/:id/parts',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset, state: z.optional(PartState) }),
    data: pageOf(TaskPart),
    errors: ['taskGone', 'taskForbidden'],
  }),
  cancel: operation({
    act: 'cancel',
    method: 'POST',
    path: '/tasks/:id/cancel',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Task,
    errors: ['taskGone', 'taskForbidden'],
  }),
  retry: operation({
    act: 'restartTask',
    method: 'POST',
    path: '/tasks/:id/retry',
    gate: 'signedIn',
    input: z.object({
      id: Id,
      seqs: z.optional(z.array(Count).check(z.minLength(1), z.maxLength(SELECTION_MAX))),
      /** The password, for a task that was started with one. */
      secret: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
    }),
    data: Task,
    errors: [
      'taskGone',
      'taskForbidden',
      'taskRunning',
      'taskNotFailed',
      'taskSecretGone',
      'tasksTooMany',
      'spaceNotFound',
      'spaceForbidden',
      'spaceFull',
    ],
  }),
  remove: operation({
    act: 'deleteTask',
    method: 'DELETE',
    path: '/tasks/:id',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['taskGone', 'taskForbidden', 'taskRunning'],
  }),
}
