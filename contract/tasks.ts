import * as z from 'zod/mini'
import type { ErrorName } from './core/errors.ts'
import { SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Hash } from './files.ts'

/** What is done in the background. */
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
  'metaApply',
])
export type TaskKind = z.infer<typeof TaskKind>

/** Kinds whose speed other sites set: they keep nothing waiting but each other. */
export const outsideKinds: readonly TaskKind[] = ['importShare', 'importDrive', 'importS3', 'importUrl']

/** States of spec section 4, and cancelled. */
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

/** Refusals that no call answers: they end a task, or a part of it. */
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
] as const satisfies readonly ErrorName[]

/** How far a task is, as its person hears it. A total of 0 is not known yet. */
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

/** Work in the background that somebody began. */
export const Task = z.extend(TaskNews, {
  /** The name is '' when the person does not belong to a private space any more. */
  space: z.object({ id: Id, name: z.string() }),
  /** The folder that it brings things to; null: none, or it is gone. */
  folder: z.nullable(Hash),
  person: z.object({ personId: Id, personName: z.string() }),
  /** Why it failed: name and sentence of the refusal; '' when it did not, or when its parts failed for several reasons. */
  error: z.string(),
  message: z.string(),
  /** What came of it, by kind. */
  result: z.record(z.string(), z.unknown()),
  /** Somebody asked to cancel it, and it has not stopped yet. */
  isCancelling: z.boolean(),
  /** It ended without doing everything, and can be taken up again. */
  isRetryable: z.boolean(),
  /** It was begun with a password, which is forgotten when it ends: trying again takes it anew. */
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
  /** Why it failed: name and sentence of the refusal; '' when it did not. */
  error: z.string(),
  message: z.string(),
  /** What came of it in the space. */
  hash: z.nullable(Hash),
})
export type TaskPart = z.infer<typeof TaskPart>

/** `open`: waiting, preparing or transferring. */
const state = z.optional(z.enum([...TaskState.options, 'open']))

export const tasks = {
  mine: operation({
    method: 'GET',
    path: '/tasks',
    summary: 'Tasks of the caller, newest first.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...keyset, state }),
    data: pageOf(Task),
    errors: [],
  }),
  ofSpace: operation({
    method: 'GET',
    path: '/space/tasks',
    summary: 'Tasks in a space, newest first: all for its owner, their own for everybody else.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...keyset, state, kind: z.optional(TaskKind) }),
    data: pageOf(Task),
    errors: ['spaceNotFound'],
  }),
  counts: operation({
    method: 'GET',
    path: '/space/tasks/count',
    summary: 'How many tasks in a space are in each state; for members.',
    gate: 'signedIn',
    input: z.object({ spaceId: Id }),
    data: z.record(TaskState, Count),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  show: operation({
    method: 'GET',
    path: '/tasks/:id',
    summary: 'A task, for its person and the owner of the space.',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Task,
    errors: ['taskGone', 'taskForbidden'],
  }),
  parts: operation({
    method: 'GET',
    path: '/tasks/:id/parts',
    summary: 'The files and folders of a task, each with its state and the cause of its failure.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset, state: z.optional(PartState) }),
    data: pageOf(TaskPart),
    errors: ['taskGone', 'taskForbidden'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/tasks/:id/cancel',
    summary: 'Stops a task within seconds; what it has done stays. A task that has ended is answered as it is.',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Task,
    errors: ['taskGone', 'taskForbidden'],
  }),
  retry: operation({
    method: 'POST',
    path: '/tasks/:id/retry',
    summary:
      'Takes a task of the caller up again: what failed, or of it the parts that `seqs` names, and what was not done.',
    gate: 'signedIn',
    input: z.object({
      id: Id,
      seqs: z.optional(z.array(Count).check(z.minLength(1), z.maxLength(SELECTION_MAX))),
      /** The password that it was begun with, where it was. */
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
    method: 'DELETE',
    path: '/tasks/:id',
    summary: 'Deletes a task that has ended from the list; what it brought stays.',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['taskGone', 'taskForbidden', 'taskRunning'],
  }),
}
