import { PANEL_ROWS } from '#contract/core/limits.ts'
import { doneBytesOf, overallPercent, percentOf, secondsLeft } from './progress.ts'
import type { Line, Queue } from './queue.ts'
import type { Counts, Destination, Tally } from './tally.ts'
import { type Cause, FINISHED, type Phase, type Question, type Task, type TaskState } from './task.ts'

export type Filter = 'all' | 'failures'
export type Row = {
  id: string
  name: string
  /** Folder that it goes to, as the user knows it. */
  folder: string
  size: number
  state: TaskState
  phase: Phase
  percent: number
  rateBytes: number
  cause: Cause | null
  /** The browser can read it; if not, the user may have to pick it again. */
  isReadable: boolean
  isToPick: boolean
}
/** A drop that stopped at a reload and needs the user: a click that lets it be read, or a second choice. */
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
  /** Something rests, or failed, that a click lets go on. */
  isResumable: boolean
  isRetriable: boolean
  isNetworkLost: boolean
  isWalking: boolean
  /** Nothing to show: no task, nothing to report. */
  isEmpty: boolean
  /** `left` counts it too; put aside: the user closed the dialog, the rows go on asking. */
  question: (Question & { left: number; isPutAside: boolean }) | null
  /** Refusals of the server that the user has not seen. */
  notices: { first: readonly Notice[]; count: number }
  interrupted: readonly Interrupted[]
  /** Where the last file went; null while none has arrived. */
  destination: Destination | null
}
export type View = Pick<Snapshot, 'filter' | 'isNetworkLost' | 'isWalking' | 'question' | 'notices' | 'interrupted'> & {
  /** Files that are counted but not read yet; more may come while the count goes on. */
  unread: number
  isCounting: boolean
}

const shown: Record<Filter, readonly Line[]> = {
  all: ['merging', 'sending', 'hashing', 'failed', 'refused', 'asking', 'ready', 'paused', 'queued', 'preparing'],
  failures: ['failed', 'refused'],
}

/** The first PANEL_ROWS tasks, those that move first. */
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

/** Bytes done and in all; files that are not read yet count as large as the others are on average. */
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

/** What the panel shows, at one moment: never more than PANEL_ROWS rows, whatever the queue holds. */
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
