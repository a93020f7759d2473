import type { Clock } from './clock.ts'
import { Connection } from './connection.ts'
import { type FolderMaker, folderMaker } from './folders.ts'
import type { Hash } from './hash.ts'
import { Journal } from './journal.ts'
import { prepare } from './prepare.ts'
import { type Choice, Questions } from './questions.ts'
import { Queue, type Sending } from './queue.ts'
import { type Filter, type Notice, type Snapshot, snapshotOf } from './snapshot.ts'
import { isWaitingForLeave, Sources } from './sources.ts'
import { FileChanged } from './stop.ts'
import type { QueueStore, SourceRecord } from './store.ts'
import { Tally } from './tally.ts'
import { type Cause, FAILED, FINISHED, PAUSED, type Task } from './task.ts'
import { type Calls, causeOf, isFolderGone, isSignedOut, isWorthAnotherRound } from './transport.ts'
import { type Report, upload } from './upload.ts'
import { type Root, rootsOf, type Source } from './walk.ts'

/** The destination of a drop; `folder` is a hash. */
export type Target = {
  spaceId: string
  spaceName: string
  folder: string
  folderName: string
}

type Needs = {
  personId: string
  store: QueueStore
  clock: Clock
  hash: Hash
  callsWith: (needs: { connection: Connection; clock: Clock; life: AbortSignal }) => Calls
  /** Prefix of all ids created by this page; unique per page. */
  pageId: string
  /** Whether the page with this id has closed, so that its queue may be taken over. */
  isAbandoned: (pageId: string) => Promise<boolean>
  onChange: () => void
  /** Called when the session has ended; the console redirects to the sign-in page. */
  onSignedOut: (error: unknown) => void
}

/** Maximum number of refusals that a notice lists; the others are shown in their rows only. */
const NOTICES_SHOWN = 8

/** The uploads of one user on this page: accepts drops, sends files and persists the queue. Independent of React. */
export class Engine {
  readonly connection: Connection
  readonly #needs: Needs
  readonly #life = new AbortController()
  readonly #calls: Calls
  readonly #folders: FolderMaker
  readonly #queue: Queue
  readonly #tally: Tally
  readonly #questions: Questions
  readonly #sources: Sources
  readonly #journal: Journal
  #notices: Notice[] = []
  #isQuestionPutAside = false
  #filter: Filter = 'all'
  #lastId = 0

  constructor(needs: Needs) {
    const { clock, onChange, store } = needs
    this.#needs = needs
    this.connection = new Connection(clock, onChange)
    this.#calls = needs.callsWith({
      connection: this.connection,
      clock,
      life: this.#life.signal,
    })
    this.#folders = folderMaker((place) => this.#calls.createFolder(place))
    this.#journal = new Journal(store, clock)
    this.#queue = this.#newQueue()
    this.#tally = new Tally(clock, () => this.#queue.line('sending'), onChange)
    this.#questions = new Questions((task, choice) => this.#decide(task, choice))
    this.#sources = new Sources({
      queue: this.#queue,
      journal: this.#journal,
      tally: this.#tally,
      doneFiles: store.doneFiles,
      newId: () => this.#newId(),
      prepare: (tasks) => this.#prepare(tasks),
      emptyFolder: (source, path) => void this.#keepFolder(source, path),
      ended: (sourceId) => this.#questions.forgetSource(sourceId),
      onChange,
    })
  }

  /** Restores the queue that earlier pages of this user left. */
  async restore(): Promise<void> {
    const { sources, tasks } = await this.#needs.store.load()
    const pages = new Set(sources.map(({ id }) => pageOf(id)))
    for (const pageId of pages) {
      if (!(await this.#needs.isAbandoned(pageId))) continue
      const ofPage = ({ id }: { id: string }) => pageOf(id) === pageId
      await this.#sources.restore(
        sources.filter(ofPage),
        tasks.filter(({ sourceId }) => pageOf(sourceId) === pageId),
      )
    }
    this.#needs.onChange()
  }

  /** Queues a drop or selection. Resolves when its files are known, not when they are sent. */
  async add(roots: readonly Root[], target: Target): Promise<void> {
    if (roots.length === 0) return
    if (this.#queue.size === 0 && !this.#sources.isWalking) this.#tally.reset()
    const handles = roots.flatMap((root) => (root.kind === 'handle' ? [root.handle] : []))
    const record: SourceRecord = {
      id: this.#newId(),
      personId: this.#needs.personId,
      ...titleOf(roots),
      spaceId: target.spaceId,
      spaceName: target.spaceName,
      targetHash: target.folder,
      targetName: target.folderName,
      handles: handles.length === roots.length ? handles : null,
    }
    await this.#sources.begin(record, roots)
  }

  /** Continues an interrupted drop with the same files, which the user picked again. */
  async pickAgain(sourceId: string, source: Source): Promise<void> {
    await this.#sources.read(sourceId, await rootsOf(source))
  }
  sourceOf(taskId: string): string | undefined {
    return this.#queue.get(taskId)?.sourceId
  }
  permit(sourceId: string): Promise<void> {
    return this.#sources.permit(sourceId)
  }
  giveUp(sourceId: string): void {
    this.#sources.drop(sourceId)
  }

  pause(taskId: string): void {
    this.#with(taskId, (task) => this.#queue.pause(task))
  }
  /** Resumes a paused task, retries a failed one. */
  resume(taskId: string): void {
    this.#with(taskId, (task) => {
      if (isWaitingForLeave(task)) void this.permit(task.sourceId)
      else this.#queue.resume(task)
    })
  }
  /** Removes a task, and the data that the server has stored for it. */
  remove(taskId: string): void {
    this.#with(taskId, (task) => {
      if (task.checkId && task.state !== FINISHED && task.phase !== 'merging') this.#calls.cancel(task.checkId)
      this.#queue.remove(task)
    })
  }
  pauseAll(cause: Cause = { key: 'stopped' }): void {
    this.#queue.isHeld = true
    for (const task of [...this.#queue.all()]) this.#queue.pause(task, cause)
    this.#needs.onChange()
  }
  resumeAll(): void {
    this.#queue.isHeld = false
    for (const { needs, sourceId } of this.#sources.interrupted) if (needs === 'permission') void this.permit(sourceId)
    for (const task of [...this.#queue.line('paused')]) if (!isWaitingForLeave(task)) this.#queue.resume(task)
    this.#queue.pump()
    this.#needs.onChange()
  }
  retryFailed(): void {
    for (const task of [...this.#queue.line('failed')]) this.#queue.resume(task)
  }
  /** Removes all tasks that will not finish (failed, refused, interrupted), and the report of the finished ones. */
  dismiss(): void {
    for (const line of ['failed', 'refused'] as const)
      for (const task of [...this.#queue.line(line)]) this.remove(task.id)
    if (this.#queue.size === 0 && !this.#sources.isWalking) this.#tally.reset()
    this.#needs.onChange()
  }
  cancelAll(): void {
    for (const task of [...this.#queue.all()]) this.remove(task.id)
    this.#sources.dropAll()
    this.dismiss()
  }

  answer(choice: Choice, scope: 'this' | 'all'): void {
    this.#questions.answer(choice, scope)
    this.#needs.onChange()
  }
  /** The user closed the question without an answer: its files wait, the others continue. */
  putQuestionAside(): void {
    this.#isQuestionPutAside = true
    this.#needs.onChange()
  }
  reopenQuestion(): void {
    this.#isQuestionPutAside = false
    this.#needs.onChange()
  }
  /** Marks the refusals as read. */
  acknowledge(): void {
    this.#notices = []
    this.#needs.onChange()
  }
  show(filter: Filter): void {
    this.#filter = filter
    this.#needs.onChange()
  }

  snapshot(): Snapshot {
    this.#tally.run(this.#queue.isActive)
    const question = this.#questions.current
    return snapshotOf(this.#queue, this.#tally, {
      filter: this.#filter,
      isNetworkLost: this.connection.isLost,
      isWalking: this.#sources.isWalking,
      isCounting: this.#sources.isCounting,
      unread: this.#sources.unread,
      question: question && {
        ...question,
        left: this.#questions.count,
        isPutAside: this.#isQuestionPutAside,
      },
      notices: {
        first: this.#notices.slice(0, NOTICES_SHOWN),
        count: this.#notices.length,
      },
      interrupted: this.#sources.interrupted,
    })
  }

  /** Stops without removing the queue; the next sign-in of this user resumes it. */
  async close(): Promise<void> {
    this.#life.abort()
    this.#tally.run(false)
    await this.#journal.flush()
    this.#queue.clear()
  }
  /** Writes all pending changes to the store now. */
  flush(): Promise<void> {
    return this.#journal.flush()
  }

  #newQueue(): Queue {
    const { hash, onChange } = this.#needs
    return new Queue(
      {
        open,
        hash,
        send: (task, report, signal) => this.#send(task, report, signal),
        prepare: (tasks) => void this.#prepare(tasks),
        causeOf: (error) => this.#causeOf(error),
      },
      {
        changed: (task) => {
          this.#journal.task(task)
          if (task.state === PAUSED || task.state === FAILED) this.#questions.drop(task.id)
          onChange()
        },
        gone: (task, why, file) => {
          this.#questions.drop(task.id)
          if (why === 'finished') this.#tally.finished(task, file)
          this.#sources.left(task, why)
          onChange()
        },
        moved: (bytes) => this.#tally.moved(bytes),
        spared: (bytes) => this.#tally.spared(bytes),
        refused: (task, message) => this.#note(task.name, message),
      },
    )
  }

  async #send(task: Sending, report: Report, signal: AbortSignal) {
    const { file, hash, sha256, name, size, spaceId, checkId, isMergeAsked, isPacked } = task
    const job = {
      file,
      hash,
      sha256,
      name,
      size,
      spaceId,
      conflict: task.conflict ?? 'refuse',
      isPacked,
      mergeAsked: isMergeAsked ? checkId : null,
    }
    const needs = {
      transport: this.#calls,
      report,
      signal,
      isWorthAnotherRound,
    }
    const dirHash = task.dirHash ?? task.targetHash
    try {
      return await upload({ ...job, dirHash }, needs)
    } catch (error) {
      if (!isFolderGone(error) || task.path === '') throw error
      // Another user deleted the folder meanwhile: it is created again, once.
      this.#folders.forget(task)
      return upload({ ...job, dirHash: await this.#folders.ensure(task) }, needs)
    }
  }

  #prepare(tasks: readonly Task[]): Promise<void> {
    return prepare(tasks, {
      folders: this.#folders,
      groundwork: this.#calls,
      queue: this.#queue,
      ask: (question) => {
        this.#questions.ask(question)
        this.#needs.onChange()
      },
      causeOf: (error) => this.#causeOf(error),
    })
  }

  #decide(task: Task, choice: Choice): void {
    if (choice !== 'skip')
      return this.#queue.prepared(task, {
        dirHash: task.dirHash,
        conflict: choice,
      })
    this.#tally.count('skipped')
    this.#queue.remove(task)
  }

  async #keepFolder({ spaceId, targetHash }: SourceRecord, path: string): Promise<void> {
    try {
      await this.#folders.ensure({ spaceId, targetHash, path })
    } catch (error) {
      const cause = this.#causeOf(error)
      if ('message' in cause) this.#note(path, cause.message)
    }
  }

  #note(name: string, message: string): void {
    this.#notices.push({ id: this.#newId(), name, message })
    this.#needs.onChange()
  }

  /** The cause of a failure. An ended session stops all uploads at once, because no single file is at fault. */
  #causeOf(error: unknown): Cause {
    const cause = causeOf(error)
    if (isSignedOut(error) && !this.#queue.isHeld) {
      this.pauseAll(cause)
      this.#needs.onSignedOut(error)
    }
    return cause
  }

  #with(taskId: string, act: (task: Task) => void): void {
    const task = this.#queue.get(taskId)
    if (task) act(task)
    this.#needs.onChange()
  }
  #newId(): string {
    this.#lastId += 1
    return `${this.#needs.pageId}-${this.#lastId}`
  }
}

const pageOf = (id: string): string => id.slice(0, id.lastIndexOf('-'))

async function open({ file, handle }: Task): Promise<File> {
  if (file) return file
  if (!handle) throw new FileChanged('the file has to be picked again')
  try {
    return await handle.getFile()
  } catch (cause) {
    throw new FileChanged('the file is not where it was', { cause })
  }
}

/** The name of a drop: its folder, or its first file. */
function titleOf(roots: readonly Root[]): Pick<SourceRecord, 'name' | 'isFolder'> {
  const [root] = roots
  if (!root) return { name: '', isFolder: false }
  if (root.kind === 'handle')
    return {
      name: root.handle.name,
      isFolder: root.handle.kind === 'directory',
    }
  if (root.kind === 'entry') return { name: root.entry.name, isFolder: root.entry.isDirectory }
  const [folder] = root.file.webkitRelativePath.split('/')
  return folder ? { name: folder, isFolder: true } : { name: root.file.name, isFolder: false }
}
