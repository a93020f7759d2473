import type { Clock } from './clock.ts'
import type { Changes, DoneFile, QueueStore, SourceRecord, TaskRecord } from './store.ts'
import type { Task } from './task.ts'

/** How long changes are buffered before they are written, in milliseconds. */
const COLLECT_MS = 250

/**
 * The fields of a task that are persisted when they change; progress is not among them, because the server knows it.
 */
const signatureOf = ({
  state,
  isMergeAsked,
  hash,
  checkId,
  conflict,
  dirHash,
  size,
  lastModified,
  handle,
}: Task): string =>
  [state, isMergeAsked, hash, checkId, conflict, dirHash, size, lastModified, handle !== null].join('|')

/** Persists the queue in the background: changes are batched into few transactions, in their order. */
export class Journal {
  readonly #store: QueueStore
  readonly #clock: Clock
  readonly #signatures = new Map<string, string>()
  readonly #tasks = new Map<string, Task>()
  readonly #gone = new Set<string>()
  #sources: SourceRecord[] = []
  #ended: string[] = []
  #doneFiles: DoneFile[] = []
  #cancel: (() => void) | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(store: QueueStore, clock: Clock) {
    this.#store = store
    this.#clock = clock
  }

  source(source: SourceRecord): void {
    this.#sources.push(source)
    this.#soon()
  }
  end(sourceId: string): void {
    this.#ended.push(sourceId)
    this.#soon()
  }
  task(task: Task): void {
    const signature = signatureOf(task)
    if (this.#signatures.get(task.id) === signature) return
    this.#signatures.set(task.id, signature)
    this.#tasks.set(task.id, task)
    this.#soon()
  }
  gone(task: Task): void {
    this.#signatures.delete(task.id)
    this.#tasks.delete(task.id)
    this.#gone.add(task.id)
    this.#soon()
  }
  fileDone(doneFile: DoneFile): void {
    this.#doneFiles.push(doneFile)
    this.#soon()
  }

  /** Writes the buffered changes; resolves when they are stored. */
  flush(): Promise<void> {
    this.#cancel?.()
    this.#cancel = null
    const changes: Changes = {
      sources: this.#sources,
      endedSources: this.#ended,
      tasks: [...this.#tasks.values()].map(recordOf),
      goneTasks: [...this.#gone],
      doneFiles: this.#doneFiles,
    }
    this.#sources = []
    this.#ended = []
    this.#doneFiles = []
    this.#tasks.clear()
    this.#gone.clear()
    // A full disk must not stop the upload; the queue is then not restored after a reload.
    this.#writing = this.#writing.then(() => this.#store.write(changes)).catch(() => {})
    return this.#writing
  }

  #soon(): void {
    this.#cancel ??= this.#clock.after(COLLECT_MS, () => void this.flush())
  }
}

const recordOf = ({ file: _bytes, ...record }: Task): TaskRecord => record
