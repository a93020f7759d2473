import type { Clock } from './clock.ts'
import type { Changes, DoneFile, QueueStore, SourceRecord, TaskRecord } from './store.ts'
import type { Task } from './task.ts'

/** How long changes are buffered before they are written, in milliseconds. */
const COLLECT_MS = 250

/** What of a task is worth a write: progress is not, the server knows it. */
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

/** Writes the queue down behind its back: many changes, few transactions, in the order in which they happened. */
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

  /** Writes what is buffered; resolves when it is stored. */
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
    // A full disk must not stop the upload itself: it only goes on without memory of the queue.
    this.#writing = this.#writing.then(() => this.#store.write(changes)).catch(() => {})
    return this.#writing
  }

  #soon(): void {
    this.#cancel ??= this.#clock.after(COLLECT_MS, () => void this.flush())
  }
}

const recordOf = ({ file: _bytes, ...record }: Task): TaskRecord => record
