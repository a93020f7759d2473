import { askToRead, mayRead } from './file-system-access.ts'
import { donePath, takeIn } from './intake.ts'
import type { Journal } from './journal.ts'
import type { Queue } from './queue.ts'
import type { Interrupted } from './snapshot.ts'
import type { DoneFile, QueueStore, SourceRecord, TaskRecord } from './store.ts'
import type { Tally } from './tally.ts'
import { PAUSED, type Task, UPLOADING, WAITING } from './task.ts'
import { countFiles, type Root, walk } from './walk.ts'

type Needs = {
  queue: Queue
  journal: Journal
  tally: Tally
  doneFiles: QueueStore['doneFiles']
  newId: () => string
  prepare: (tasks: Task[]) => Promise<void>
  emptyFolder: (source: SourceRecord, path: string) => void
  /** Called when a source is complete: none of its files is queued or still to be read. */
  ended: (sourceId: string) => void
  onChange: () => void
}
type Open = {
  record: SourceRecord
  walks: number
  tasks: number
  needs: Interrupted['needs'] | null
  isOver: boolean
  /** Its finished files: from before a reload, and since then. */
  before: ReadonlyMap<string, DoneFile>
  since: Map<string, DoneFile>
  /** Number of files expected by the count so far, and number passed by the walk. */
  expected: number
  passed: number
}

/** Drops and selections that are not fully read yet: read gradually, and resumed after a reload. */
export class Sources {
  readonly #open = new Map<string, Open>()
  readonly #needs: Needs
  #counts = 0

  constructor(needs: Needs) {
    this.#needs = needs
  }

  get isWalking(): boolean {
    return [...this.#open.values()].some(({ walks }) => walks > 0)
  }
  get isCounting(): boolean {
    return this.#counts > 0
  }
  /** Number of counted files that were not read yet. */
  get unread(): number {
    return [...this.#open.values()].reduce(
      (sum, { walks, expected, passed }) => sum + (walks > 0 ? Math.max(0, expected - passed) : 0),
      0,
    )
  }
  get interrupted(): Interrupted[] {
    return [...this.#open.values()].flatMap(({ record, needs }) =>
      needs
        ? [
            {
              sourceId: record.id,
              name: record.name,
              isFolder: record.isFolder,
              needs,
            },
          ]
        : [],
    )
  }
  recordOf(sourceId: string): SourceRecord | undefined {
    return this.#open.get(sourceId)?.record
  }

  /** Starts a new drop. */
  async begin(record: SourceRecord, roots: readonly Root[]): Promise<void> {
    this.#open.set(record.id, {
      record,
      walks: 0,
      tasks: 0,
      needs: null,
      isOver: false,
      before: new Map(),
      since: new Map(),
      expected: 0,
      passed: 0,
    })
    this.#needs.journal.source(record)
    await this.read(record.id, roots)
  }

  /** Reads roots into the queue: those of a new drop, or the same ones picked again. */
  async read(sourceId: string, roots: readonly Root[]): Promise<void> {
    const open = this.#open.get(sourceId)
    if (!open) return
    open.needs = null
    open.walks += 1
    open.expected = 0
    open.passed = 0
    void this.#count(open, roots)
    this.#needs.onChange()
    const { queue, tally, newId } = this.#needs
    await takeIn({
      source: open.record,
      found: walk(roots),
      before: open.before,
      since: open.since,
      passed: () => {
        open.passed += 1
      },
      newId,
      room: () => queue.room(),
      isOver: () => open.isOver,
      adopt: (file) => this.#adopt(open.record, file),
      take: (tasks) => this.#take(open, tasks),
      emptyFolder: (path) => this.#needs.emptyFolder(open.record, path),
      count: (kind) => {
        tally.count(kind)
        this.#needs.onChange()
      },
    })
    open.walks -= 1
    this.#endIfThrough(open)
    this.#needs.onChange()
  }

  /**
   * Resumes the sources of an earlier page: automatically where reading is still permitted, else with the user's help.
   */
  async restore(sources: readonly SourceRecord[], tasks: readonly TaskRecord[]): Promise<void> {
    for (const record of sources) {
      const mine = tasks.filter(({ sourceId }) => sourceId === record.id)
      const before = new Map((await this.#needs.doneFiles(record.id)).map((doneFile) => [doneFile.path, doneFile]))
      const open: Open = {
        record,
        walks: 0,
        tasks: mine.length,
        needs: null,
        isOver: false,
        before,
        since: new Map(),
        expected: 0,
        passed: 0,
      }
      this.#open.set(record.id, open)
      const isReadable = record.handles !== null && (await allReadable(record.handles))
      if (!isReadable) open.needs = record.handles ? 'permission' : 'pick'
      this.#needs.queue.add(mine.map((task) => restored(task, open.needs)))
      if (record.handles && isReadable)
        void this.read(
          record.id,
          record.handles.map((handle) => ({ kind: 'handle', handle })),
        )
    }
    this.#prepareRestored()
  }

  /** Asks the browser for permission to read a drop again; must run during a user gesture (click). */
  async permit(sourceId: string): Promise<void> {
    const open = this.#open.get(sourceId)
    if (!open?.record.handles) return
    for (const handle of open.record.handles) if (!(await askToRead(handle))) return
    for (const task of [...this.#needs.queue.line('paused')])
      if (task.sourceId === sourceId && isWaitingForLeave(task)) this.#needs.queue.resume(task)
    await this.read(
      sourceId,
      open.record.handles.map((handle) => ({ kind: 'handle', handle })),
    )
  }

  /** Discards a drop and all of its unfinished files. */
  drop(sourceId: string): void {
    const open = this.#open.get(sourceId)
    if (!open) return
    open.isOver = true
    for (const task of [...this.#needs.queue.all()]) if (task.sourceId === sourceId) this.#needs.queue.remove(task)
    this.#end(open)
  }
  dropAll(): void {
    for (const sourceId of [...this.#open.keys()]) this.drop(sourceId)
  }

  /** Records that a task left the queue. */
  left(task: Task, why: 'finished' | 'removed'): void {
    const open = this.#open.get(task.sourceId)
    if (!open || isRefused(task)) return
    open.tasks -= 1
    const doneFile = {
      sourceId: task.sourceId,
      path: donePath(task),
      size: task.size,
      lastModified: task.lastModified,
    }
    open.since.set(doneFile.path, doneFile)
    this.#needs.journal.gone(task)
    this.#needs.journal.fileDone(doneFile)
    if (why === 'finished' || open.walks === 0) this.#endIfThrough(open)
  }

  /** Prevents that a queued file is queued twice; a queued task that lost its bytes in a reload receives them here. */
  #adopt(
    { id, spaceId, targetHash }: SourceRecord,
    { path, file, handle }: { path: string; file: File; handle: FileSystemFileHandle | null },
  ): 'duplicate' | 'known' | null {
    const twin = this.#needs.queue.twinOf({
      spaceId,
      targetHash,
      path,
      name: file.name,
      size: file.size,
    })
    if (!twin) return null
    // After a reload, the walk finds files that were queued before it.
    if (twin.file || twin.handle) return twin.sourceId === id ? 'known' : 'duplicate'
    this.#needs.queue.giveFile(twin, file, handle)
    return 'known'
  }

  async #take(open: Open, tasks: Task[]): Promise<void> {
    if (open.isOver) return
    const lasting = tasks.filter((task) => !isRefused(task))
    open.tasks += lasting.length
    this.#needs.queue.add(tasks)
    for (const task of lasting) this.#needs.journal.task(task)
    await this.#needs.prepare(tasks.filter(({ state }) => state === WAITING))
  }

  async #count(open: Open, roots: readonly Root[]): Promise<void> {
    this.#counts += 1
    await countFiles(roots, (files) => {
      open.expected = files
      this.#needs.onChange()
    })
    this.#counts -= 1
  }

  #prepareRestored(): void {
    const groups = Map.groupBy(this.#needs.queue.line('preparing'), ({ sourceId, path }) => `${sourceId}/${path}`)
    for (const tasks of groups.values()) void this.#needs.prepare(tasks)
  }
  #endIfThrough(open: Open): void {
    if (open.walks === 0 && open.tasks === 0 && open.needs === null) this.#end(open)
  }
  #end(open: Open): void {
    this.#open.delete(open.record.id)
    this.#needs.journal.end(open.record.id)
    this.#needs.ended(open.record.id)
  }
}

async function allReadable(handles: readonly FileSystemHandle[]): Promise<boolean> {
  for (const handle of handles) if (!(await mayRead(handle))) return false
  return true
}

/** An invalid name is refused again whenever it is picked, so such a task is not persisted. */
const isRefused = ({ cause }: Pick<Task, 'cause'>): boolean =>
  cause !== null && 'key' in cause && cause.key === 'nameInvalid'

/** Whether a task only needs the user's permission to read its file again. */
export const isWaitingForLeave = ({ cause }: Pick<Task, 'cause'>): boolean =>
  cause !== null && 'key' in cause && cause.key === 'permission'

/** Whether a task was in progress when the page closed; a task that the user paused or that failed was not. */
function wasMoving({ state, cause }: TaskRecord): boolean {
  if (state !== PAUSED) return state === WAITING || state === UPLOADING
  return cause !== null && 'key' in cause && cause.key !== 'stopped'
}

/** A task after a reload: interrupted ones are queued again, unreadable ones are paused with a cause. */
function restored(record: TaskRecord, needs: Interrupted['needs'] | null): Task {
  const task: Task = { ...record, file: null, complete: 0, hashed: 0 }
  if (!wasMoving(record)) return task
  if (needs)
    return {
      ...task,
      state: PAUSED,
      cause: { key: needs === 'pick' ? 'pickAgain' : 'permission' },
    }
  return {
    ...task,
    state: WAITING,
    cause: null,
    phase: task.conflict && task.dirHash ? 'queued' : 'preparing',
  }
}
