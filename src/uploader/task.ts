import type { Conflict, FileRecord } from '#contract/files.ts'

/** Codes of an upload. Source: spec section 4. */
export const WAITING = 0
export const UPLOADING = 1
export const FAILED = 2
export const PAUSED = 3
export const FINISHED = 5
export const taskStates = [WAITING, UPLOADING, FAILED, PAUSED, FINISHED] as const
export type TaskState = (typeof taskStates)[number]

/** `wait` puts a task back in the line: what a resume or retry means while no slot is free. */
export const taskEvents = ['start', 'fail', 'stop', 'finish', 'resume', 'retry', 'wait'] as const
export type TaskEvent = (typeof taskEvents)[number]

/**
 * What each event makes of each state; a pair that is absent changes nothing, so an answer that arrives late is harmless.
 *
 * Source: spec section 4. Our addition: a waiting task is hashed before its slot, so it can fail, stop or be left out too.
 */
const next: Record<TaskState, Partial<Record<TaskEvent, TaskState>>> = {
  [WAITING]: { start: UPLOADING, fail: FAILED, stop: PAUSED, finish: FINISHED },
  [UPLOADING]: { fail: FAILED, stop: PAUSED, finish: FINISHED },
  [FAILED]: { retry: UPLOADING, wait: WAITING },
  [PAUSED]: { resume: UPLOADING, wait: WAITING },
  [FINISHED]: {},
}

/** The state after an event, or null when the event means nothing there. */
export const nextState = (state: TaskState, event: TaskEvent): TaskState | null => next[state][event] ?? null

/** Where a task stands on its way; the state says whether it moves. */
export type Phase = 'preparing' | 'asking' | 'queued' | 'hashing' | 'ready' | 'sending' | 'merging'

/** Why a task does not go on: the server's own sentence, or a key below `uploads.cause`. */
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

/** One file on its way. Names as in spec section 3 where the specification has the thing. */
export type Task = {
  id: string
  /** The drop or choice that it came with. */
  sourceId: string
  personId: string
  name: string
  /** In bytes. */
  size: number
  /** Milliseconds, as the browser tells it: with name and size it recognises a file that was picked again. */
  lastModified: number
  /** Folder below the target, `''` for the target itself. */
  path: string
  spaceId: string
  spaceName: string
  /** Folder that the drop was aimed at. */
  targetHash: string
  targetName: string
  /** Folder that the file goes into; null until it exists. */
  dirHash: string | null
  state: TaskState
  phase: Phase
  /** MD5 in hex; null until computed. */
  hash: string | null
  checkId: string | null
  /** The merge was asked for: after a reload it is asked again, so that nothing arrives twice. */
  isMergeAsked: boolean
  /** What to do with a taken name; null until that was looked up. */
  conflict: Conflict | null
  cause: Cause | null
  /** Bytes that were hashed, and bytes that the server has or that are on the wire. */
  hashed: number
  complete: number
  file: File | null
  handle: FileSystemFileHandle | null
}

/** What tells two queued files apart. Source: spec section 5: name, path, size, directory and space. */
export const identityOf = (task: Pick<Task, 'name' | 'path' | 'size' | 'targetHash' | 'spaceId'>): string =>
  [task.spaceId, task.targetHash, task.path, task.name, task.size].join('\n')

/** A name that is taken in the target: who asks, and what is there. */
export type Question = { task: Task; taken: FileRecord }
