import { PANEL_ROWS } from '#contract/core/limits.ts'
import { doneBytesOf, overallPercent, percentOf, secondsLeft } from './progress.ts'
import type { Line, Queue } from './queue.ts'
import type { Counts, Destination, Tally } from './tally.ts'
import { type Cause, FINISHED, type Phase, type Question, type Task, type TaskState } from './task.ts'

export type Filter = 'all' | 'failures'
export type Row = {
  id: string
  name: string
  /** Display name of the target folder. */
  folder: string
  size: number
  state: TaskState
  phase: Phase
  percent: number
  rateBytes: number
  cause: Cause | null
  /** Whether the browser can read the file; if not, the user may have to pick it again (`isToPick`). */
  isReadable: boolean
  isToPick: boolean
}
/** A drop that was interrupted by a reload and needs the user: a click to permit reading, or a new selection. */
export type Interrupted = {
  sourceId: string
  name: string
  needs: 'permission' | 'pick'
  isFolder: boolean
}

export type Notice = { id: string; name: string; message: string }

export type Snapshot = {
  rows: readonly Row[]
  filter: Filter
  counts: Counts & {
    waiting: number
    active: number
    hashing: number
    failed: number
    paused: number
    refused: number
    total: number
  }
  percent: number
  rateBytes: number
  secondsLeft: number | null
  isActive: boolean
  isHeld: boolean
  /** Whether there are paused or failed tasks that a click continues. */
  isResumable: boolean
  isRetriable: boolean
  isNetworkLost: boolean
  isWalking: boolean
  /** Nothing to show: no tasks and no report. */
  isEmpty: boolean
  /** The current question; `left` includes it. `isPutAside`: the user closed the dialog, and the rows still ask. */
  question: (Question & { left: number; isPutAside: boolean }) | null
  /** Refusals of the server that the user has not seen yet. */
  notices: { first: readonly Notice[]; count: number }
  interrupted: readonly Interrupted[]
  /** Destination of the last finished file; null while none has finished. */
  destination: Destination | null
}
export type View = Pick<Snapshot, 'filter' | 'isNetworkLost' | 'isWalking' | 'question' | 'notices' | 'interrupted'> & {
  /** Number of files that were counted but not read yet; it may grow while counting. */
  unread: number
  isCounting: boolean
}

const shown: Record<Filter, readonly Line[]> = {
  all: ['merging', 'sending', 'hashing', 'failed', 'refused', 'asking', 'ready', 'paused', 'queued', 'preparing'],
  failures: ['failed', 'refused'],
}

/** The first PANEL_ROWS tasks, active ones first. */
function* tasksOf(queue: Queue, filter: Filter): Generator<Task> {
  let left = PANEL_ROWS
  for (const line of shown[filter]) {
    for (const task of queue.line(line)) {
      if (left === 0) return
      left -= 1
      yield task
    }
  }
}

const isReadable = ({ file, handle }: Task): boolean => file !== null || handle !== null

const isPickable = (cause: Cause | null): boolean =>
  cause !== null && 'key' in cause && (cause.key === 'pickAgain' || cause.key === 'fileChanged')

const rowOf = (task: Task, tally: Tally): Row => ({
  id: task.id,
  name: task.name,
  folder: task.path === '' ? task.targetName : task.path,
  size: task.size,
  state: task.state,
  phase: task.phase,
  percent: percentOf(task),
  rateBytes: tally.rate(task.id),
  cause: task.cause,
  isReadable: isReadable(task),
  isToPick: !isReadable(task) && isPickable(task.cause),
})

/** Bytes done and in total; unread files are estimated with the average size of the others. */
function bytesOf(queue: Queue, tally: Tally, unread: number) {
  let done = tally.finishedBytes
  let total = tally.finishedBytes
  let files = tally.counts.finished
  for (const task of queue.all()) {
    if (task.state === FINISHED) continue
    done += doneBytesOf(task)
    total += task.size
    files += 1
  }
  return { done, total: files === 0 ? total : total + (total / files) * unread }
}

/** The state that the panel shows at one moment; at most PANEL_ROWS rows, whatever the size of the queue. */
export function snapshotOf(queue: Queue, tally: Tally, { unread, isCounting, ...view }: View): Snapshot {
  const { done, total } = bytesOf(queue, tally, unread)
  const rateBytes = tally.rate()
  const counts = {
    ...tally.counts,
    waiting: queue.count('preparing', 'asking', 'queued', 'ready') + unread,
    hashing: queue.count('hashing'),
    active: queue.count('sending', 'merging'),
    failed: queue.count('failed'),
    paused: queue.count('paused'),
    refused: queue.count('refused'),
    total: queue.size + unread,
  }
  return {
    ...view,
    rows: [...tasksOf(queue, view.filter)].map((task) => rowOf(task, tally)),
    counts,
    destination: tally.destination,
    percent: overallPercent(done, total),
    rateBytes,
    secondsLeft: secondsLeft(total - done, tally.processingRate(), isCounting),
    isActive: queue.isActive || view.isWalking,
    isHeld: queue.isHeld,
    isResumable: queue.isHeld || [...queue.line('paused')].some(isReadable),
    isRetriable: [...queue.line('failed')].some(isReadable),
    isEmpty:
      queue.size === 0 &&
      !view.isWalking &&
      view.interrupted.length === 0 &&
      counts.finished + counts.skipped + counts.hidden + counts.duplicate === 0,
  }
}
