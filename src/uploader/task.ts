import type { Conflict, FileRecord } from '#contract/files.ts'

/** Codes of an upload. Source: spec section 4. */
export const WAITING = 0
export const UPLOADING = 1
export const FAILED = 2
export const PAUSED = 3
export const FINISHED = 5
export const taskStates = [WAITING, UPLOADING, FAILED, PAUSED, FINISHED] as const
export type TaskState = (typeof taskStates)[number]

/** `wait` puts a task back into the queue: the result of a resume or retry while no slot is free. */
export const taskEvents = ['start', 'fail', 'stop', 'finish', 'resume', 'retry', 'wait'] as const
export type TaskEvent = (typeof taskEvents)[number]

/**
 * The transitions of each state; an event without an entry changes nothing, so late answers are harmless. Source: spec
 * section 4. Our addition: a waiting task is hashed before it gets a slot, so it can also fail, stop or be skipped.
 */
const next: Record<TaskState, Partial<Record<TaskEvent, TaskState>>> = {
  [WAITING]: { start: UPLOADING, fail: FAILED, stop: PAUSED, finish: FINISHED },
  [UPLOADING]: { fail: FAILED, stop: PAUSED, finish: FINISHED },
  [FAILED]: { retry: UPLOADING, wait: WAITING },
  [PAUSED]: { resume: UPLOADING, wait: WAITING },
  [FINISHED]: {},
}

/** The state after an event, or null if the event has no effect in this state. */
export const nextState = (state: TaskState, event: TaskEvent): TaskState | null => next[state][event] ?? null

/** The step that a task is in; whether it is moving is given by the state. */
export type Phase = 'preparing' | 'asking' | 'queued' | 'hashing' | 'ready' | 'sending' | 'merging'

/** Why a task does not continue: the server's message, or a key below `uploads.cause`. */
export const causeKeys = [
  'stopped',
  'pickAgain',
  'permission',
  'signedOut',
  'fileChanged',
  'unreadable',
  'nameInvalid',
  'full',
  'broken',
  'network',
] as const
export type CauseKey = (typeof causeKeys)[number]
export type Cause = { key: CauseKey; values?: Record<string, number> } | { message: string }

/** One file being uploaded. Names as in spec section 3 where the specification has the field. */
export type Task = {
  id: string
  /** Id of the drop or selection that it belongs to. */
  sourceId: string
  personId: string
  name: string
  /** In bytes. */
  size: number
  /** In milliseconds, as given by the browser; identifies a file that was picked again, together with name and size. */
  lastModified: number
  /** Folder below the target, `''` for the target itself. */
  path: string
  spaceId: string
  spaceName: string
  /** Folder that the drop was aimed at. */
  targetHash: string
  targetName: string
  /** Hash of the folder that the file is stored in; null until the folder exists. */
  dirHash: string | null
  state: TaskState
  phase: Phase
  /** MD5 in hex; null until computed. */
  hash: string | null
  /** SHA-256 in hex; null until computed, or if the browser cannot compute it. */
  sha256: string | null
  checkId: string | null
  /** Whether the merge was requested: after a reload it is requested again, so that the file is not stored twice. */
  isMergeAsked: boolean
  /** The choice if the name is taken; null until the server has checked it. */
  conflict: Conflict | null
  cause: Cause | null
  /** Bytes hashed (`hashed`), and bytes that are stored on the server or being sent (`complete`). */
  hashed: number
  complete: number
  file: File | null
  handle: FileSystemFileHandle | null
}

/** The identity of a queued file. Source: spec section 5: name, path, size, directory and space. */
export const identityOf = (task: Pick<Task, 'name' | 'path' | 'size' | 'targetHash' | 'spaceId'>): string =>
  [task.spaceId, task.targetHash, task.path, task.name, task.size].join('\n')

/** A taken name in the target: the uploading task and the existing record. */
export type Question = { task: Task; taken: FileRecord }
