import { FILES_AT_ONCE, PACK_FILES, PACKED_FILE_BYTES } from '#contract/core/limits.ts'
import type { Digests } from './hash.worker.ts'
import { FileChanged, UploadStop } from './stop.ts'
import {
  type Cause,
  FAILED,
  FINISHED,
  identityOf,
  nextState,
  PAUSED,
  type Phase,
  type Task,
  type TaskEvent,
  WAITING,
} from './task.ts'
import type { Outcome, Report } from './upload.ts'

/** Number of files hashed in parallel, ahead of the three being sent: the best value measured on four cores. */
const HASHES_AT_ONCE = 2
/** The same for small files, most of whose time is spent on opening them (measured on two cores). */
const SMALL_HASHES_AT_ONCE = 6
/** Maximum number of hashed files waiting for a slot; more would only read the disk too early. */
const READY_MAX = 4
/** As few small files go one by one, as the specification says. */
const PACK_MIN = 8
/** No more files are read from a folder above this number of waiting files, so that any folder fits in memory. */
const LOOK_AHEAD = 400

export type Line = Phase | 'failed' | 'paused' | 'refused'

/** A task that is sent; `isPacked`: together with other small files. */
export type Sending = Task & { file: File; hash: string; isPacked: boolean }
export type Steps = {
  /** Returns the file, read again from its handle if the browser provided one. */
  open(task: Task): Promise<File>
  hash(file: File, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Digests>
  send(task: Sending, report: Report, signal: AbortSignal): Promise<Outcome>
  /** Creates the folder and looks for taken names; the result is `prepared`, `ask` or `fail`. */
  prepare(tasks: readonly Task[]): void
  causeOf(error: unknown): Cause
}
export type QueueEvents = {
  changed(task: Task): void
  /** Called when a task has left the queue: finished as a file, or removed by the user. */
  gone(task: Task, why: 'finished' | 'removed', file?: string): void
  /** Reports bytes sent; negative when a chunk restarts. */
  moved(bytes: number): void
  /** Reports bytes that need not be sent because the server has them. */
  spared(bytes: number): void
  /** Reports that the server refused the file at check, with its message. */
  refused(task: Task, message: string): void
}

/** Lines of tasks that take a slot. */
const ON_THE_WAY: ReadonlySet<Line> = new Set<Line>(['sending', 'merging'])

const isSmall = ({ size }: Task) => size <= PACKED_FILE_BYTES

const lineOf = ({ state, phase }: Task): Line => {
  if (state === FAILED) return 'failed'
  if (state === PAUSED) return 'paused'
  return state === FINISHED ? 'refused' : phase
}

/** Schedules which files are sent, hashed and waiting. A failing task never stops another. */
export class Queue {
  /** While true, no task starts and no more files are read. */
  isHeld = false
  readonly #tasks = new Map<string, Task>()
  readonly #identities = new Map<string, Task>()
  readonly #lines = new Map<Line, Set<Task>>()
  /** Tasks that are sent in packs. */
  readonly #packed = new Set<Task>()
  readonly #running = new Map<string, AbortController>()
  readonly #roomWaiters = new Set<() => void>()
  readonly #steps: Steps
  readonly #events: QueueEvents

  constructor(steps: Steps, events: QueueEvents) {
    this.#steps = steps
    this.#events = events
  }

  get size(): number {
    return this.#tasks.size
  }
  all(): IterableIterator<Task> {
    return this.#tasks.values()
  }
  get(id: string): Task | undefined {
    return this.#tasks.get(id)
  }
  /** The queued file with the same name, path, size, directory and space. Source: spec section 5. */
  twinOf(task: Pick<Task, 'name' | 'path' | 'size' | 'targetHash' | 'spaceId'>): Task | undefined {
    return this.#identities.get(identityOf(task))
  }
  line(line: Line): ReadonlySet<Task> {
    let set = this.#lines.get(line)
    if (!set) this.#lines.set(line, (set = new Set()))
    return set
  }
  count(...lines: Line[]): number {
    return lines.reduce((sum, line) => sum + this.line(line).size, 0)
  }
  /** Whether a task is running or about to run. */
  get isActive(): boolean {
    return this.count('preparing', 'asking', 'queued', 'hashing', 'ready', 'sending', 'merging') > 0
  }

  /** Adds tasks in their current state: new ones to be prepared, or restored ones. */
  add(tasks: readonly Task[]): void {
    for (const task of tasks) {
      this.#tasks.set(task.id, task)
      this.#identities.set(identityOf(task), task)
      this.#enter(task)
    }
    this.pump()
  }

  /** Resolves when more tasks may be added. */
  async room(): Promise<void> {
    while (this.isHeld || this.count('preparing', 'asking', 'queued', 'hashing', 'ready') >= LOOK_AHEAD) {
      await new Promise<void>((resolve) => this.#roomWaiters.add(resolve))
    }
  }

  prepared(task: Task, fields: Pick<Task, 'dirHash' | 'conflict'>): void {
    if (task.state === WAITING && (task.phase === 'preparing' || task.phase === 'asking'))
      this.#change(task, { ...fields, phase: 'queued' })
    this.pump()
  }
  ask(task: Task, dirHash: string): void {
    if (task.state === WAITING && task.phase === 'preparing') this.#change(task, { dirHash, phase: 'asking' })
  }
  fail(task: Task, cause: Cause): void {
    this.#apply(task, 'fail', { cause })
    this.pump()
  }
  /** Completes a task that needs no sending. */
  finish(task: Task, file?: string): void {
    if (!this.#apply(task, 'finish', {})) return
    this.#leave(task, 'finished', file)
    this.pump()
  }

  /** Pauses a task. A task that the server is merging cannot be paused; it finishes in a moment. */
  pause(task: Task, cause: Cause = { key: 'stopped' }): void {
    if (task.phase === 'merging') return
    this.#stop(task)
    this.#apply(task, 'stop', { cause })
    this.pump()
  }
  /** Resumes a paused task or retries a failed one: at once if a slot is free, else it is queued. */
  resume(task: Task): void {
    if (!task.file && !task.handle) return
    const isReady = task.file !== null && task.hash !== null && task.dirHash !== null && task.conflict !== null
    if (isReady && !this.isHeld && this.#isFree()) {
      const isStarted = this.#apply(task, task.state === PAUSED ? 'resume' : 'retry', { cause: null, phase: 'sending' })
      if (isStarted) void this.#send(task)
      return
    }
    const phase = isReady ? 'ready' : task.conflict === null || task.dirHash === null ? 'preparing' : 'queued'
    if (!this.#apply(task, 'wait', { cause: null, phase })) return
    if (phase === 'preparing') this.#steps.prepare([task])
    this.pump()
  }
  /** Gives a task without bytes (after a reload) the file that was picked again. */
  giveFile(task: Task, file: File, handle: FileSystemFileHandle | null): void {
    this.#take(task, file)
    this.#change(task, { handle })
    this.resume(task)
  }
  remove(task: Task): void {
    this.#stop(task)
    this.#leave(task, 'removed')
    this.pump()
  }
  /** Drops all tasks without a call to the server, because the user signed out. */
  clear(): void {
    for (const running of this.#running.values()) running.abort()
    this.#tasks.clear()
    this.#identities.clear()
    this.#lines.clear()
    this.#wakeRoom()
  }

  /** Starts as many waiting tasks as there are free slots. */
  pump(): void {
    if (this.isHeld) return
    while (this.#isFree()) {
      const [task] = this.line('ready')
      if (!task) break
      if (this.#isForPack(task)) this.#packed.add(task)
      if (!this.#apply(task, 'start', { phase: 'sending', cause: null })) break
      void this.#send(task)
    }
    for (;;) {
      const [task] = this.line('queued')
      if (!task || this.count('hashing') >= (isSmall(task) ? SMALL_HASHES_AT_ONCE : HASHES_AT_ONCE)) break
      if (this.#hasEnoughReady()) break
      this.#change(task, { phase: 'hashing', hashed: 0 })
      void this.#hash(task)
    }
    this.#wakeRoom()
  }

  /** Whether another file may be sent; a pack of small ones counts as one. */
  #isFree(): boolean {
    return this.count('sending', 'merging') - this.#packed.size + this.#packed.size / PACK_FILES < FILES_AT_ONCE
  }
  #hasEnoughReady(): boolean {
    const ready = this.line('ready')
    return ready.size >= READY_MAX * PACK_FILES || (ready.size >= READY_MAX && [...ready].some((one) => !isSmall(one)))
  }
  /** Whether a ready task can be sent in a pack. Not with `keepBoth`: a retry would create two files. */
  #isForPack(task: Task): boolean {
    if (!isSmall(task) || task.conflict === 'keepBoth' || task.checkId) return false
    return this.#packed.size > 0 || [...this.line('ready')].filter(isSmall).length >= PACK_MIN
  }

  async #hash(task: Task): Promise<void> {
    await this.#run(task, async (signal) => {
      const file = await this.#steps.open(task)
      this.#take(task, file)
      const progressed = (hashed: number) => signal.aborted || this.#change(task, { hashed })
      const { hash, sha256 } = task
      const digests = hash ? { hash, sha256 } : await this.#steps.hash(file, progressed, signal)
      if (!signal.aborted) this.#change(task, { ...digests, phase: 'ready' })
    })
  }

  async #send(task: Task): Promise<void> {
    await this.#run(task, async (signal) => {
      const { file, hash } = task
      if (!file || !hash) return this.#change(task, { phase: 'queued' })
      const note = (changes: Partial<Task>) => void (signal.aborted || this.#change(task, changes))
      const report: Report = {
        checked: (checkId) => note({ checkId, isMergeAsked: false }),
        stored: (complete) => note({ complete, phase: 'sending' }),
        sent: (complete) => {
          if (!signal.aborted) this.#events.moved(complete - task.complete)
          note({ complete })
        },
        merging: () => note({ phase: 'merging', isMergeAsked: true }),
      }
      const isPacked = this.#packed.has(task)
      const outcome = await this.#steps.send({ ...task, file, hash, isPacked }, report, signal)
      this.#applyOutcome(task, outcome)
    })
  }

  #applyOutcome(task: Task, outcome: Outcome): void {
    if (outcome.kind === 'exists') this.#events.spared(task.size - task.complete)
    if (outcome.kind !== 'refused') return this.finish(task, outcome.file)
    this.#apply(task, 'finish', {
      cause: { message: outcome.message },
      file: null,
    })
    this.#events.refused(task, outcome.message)
  }

  /** Runs a step with the task's own abort signal; a failure affects only this task. */
  async #run(task: Task, step: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const running = new AbortController()
    this.#running.set(task.id, running)
    try {
      await step(running.signal)
    } catch (error) {
      // An abort has already set the state; later errors of this step are ignored.
      if (!running.signal.aborted) this.#failOf(task, error)
    }
    if (this.#running.get(task.id) === running) this.#running.delete(task.id)
    this.pump()
  }

  #failOf(task: Task, error: unknown): void {
    if (error instanceof UploadStop) return void this.#apply(task, 'stop', { cause: { key: 'stopped' } })
    const lost = error instanceof FileChanged ? { file: null, hash: null, sha256: null, checkId: null } : {}
    this.#apply(task, 'fail', { cause: this.#steps.causeOf(error), ...lost })
  }
  #stop(task: Task): void {
    this.#running.get(task.id)?.abort()
    this.#running.delete(task.id)
  }
  /** Sets the current bytes of a task; if the file has changed, its hash and upload state are discarded. */
  #take(task: Task, file: File): void {
    const isSame = file.size === task.size && file.lastModified === task.lastModified
    this.#identities.delete(identityOf(task))
    this.#change(task, {
      file,
      size: file.size,
      lastModified: file.lastModified,
      ...(!isSame && { hash: null, sha256: null, checkId: null, complete: 0 }),
    })
    this.#identities.set(identityOf(task), task)
  }

  #apply(task: Task, event: TaskEvent, changes: Partial<Task>): boolean {
    const state = nextState(task.state, event)
    if (state === null || !this.#tasks.has(task.id)) return false
    this.#change(task, { ...changes, state })
    return true
  }
  #change(task: Task, changes: Partial<Task>): void {
    if (!this.#tasks.has(task.id)) return
    const before = lineOf(task)
    Object.assign(task, changes)
    if (before !== lineOf(task)) {
      this.#lines.get(before)?.delete(task)
      this.#enter(task)
      if (!ON_THE_WAY.has(lineOf(task))) this.#packed.delete(task)
    }
    this.#events.changed(task)
  }
  #enter(task: Task): void {
    const line = lineOf(task)
    this.#lines.set(line, (this.#lines.get(line) ?? new Set<Task>()).add(task))
  }
  #leave(task: Task, why: 'finished' | 'removed', file?: string): void {
    if (!this.#tasks.delete(task.id)) return
    this.#identities.delete(identityOf(task))
    this.#packed.delete(task)
    this.#lines.get(lineOf(task))?.delete(task)
    this.#events.gone(task, why, file)
  }
  #wakeRoom(): void {
    if (this.isHeld) return
    for (const go of this.#roomWaiters) go()
    this.#roomWaiters.clear()
  }
}
