import type { Task } from './task.ts'

/** One drop or selection, with the data needed to continue it after a reload. */
export type SourceRecord = {
  id: string
  personId: string
  name: string
  isFolder: boolean
  spaceId: string
  spaceName: string
  targetHash: string
  targetName: string
  /** Null if the browser provides no handles, so that the user must pick the files again. */
  handles: FileSystemHandle[] | null
}
/** A file of a source that was already handled and is skipped after a reload. */
export type DoneFile = {
  sourceId: string
  path: string
  size: number
  lastModified: number
}
/** A task without its file, as stored. */
export type TaskRecord = Omit<Task, 'file'>

/** Persistent store of one user's queue. Every write is one transaction, so a crash leaves all of it or nothing. */
export type QueueStore = {
  load(): Promise<{ sources: SourceRecord[]; tasks: TaskRecord[] }>
  doneFiles(sourceId: string): Promise<DoneFile[]>
  write(changes: Changes): Promise<void>
}
export type Changes = {
  sources: readonly SourceRecord[]
  /** Complete sources; their stored files and tasks are deleted with them. */
  endedSources: readonly string[]
  tasks: readonly TaskRecord[]
  goneTasks: readonly string[]
  doneFiles: readonly DoneFile[]
}

/** A store for browsers without IndexedDB (private windows): the queue lives as long as the page. */
export const forgetfulStore: QueueStore = {
  load: async () => ({ sources: [], tasks: [] }),
  doneFiles: async () => [],
  write: async () => {},
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('uploads', 1)
  request.onupgradeneeded = () => {
    for (const name of ['sources', 'tasks']) request.result.createObjectStore(name, { keyPath: ['personId', 'id'] })
    request.result.createObjectStore('marks', {
      keyPath: ['sourceId', 'path'],
    })
  }
  return answerOf(request)
}

/** The range of all keys with this first part: in IndexedDB an array sorts after every string. */
const under = (first: string) => IDBKeyRange.bound([first], [first, []])

/** Opens the queue's store in IndexedDB. Rejects where IndexedDB is unavailable. */
export async function openStore(personId: string): Promise<QueueStore> {
  const database = await openDatabase()
  const all = <T>(name: string, first: string): Promise<T[]> =>
    answerOf(database.transaction(name).objectStore(name).getAll(under(first)))

  return {
    async load() {
      const [sources, tasks] = await Promise.all([
        all<SourceRecord>('sources', personId),
        all<TaskRecord>('tasks', personId),
      ])
      return { sources, tasks }
    },
    doneFiles: (sourceId) => all('marks', sourceId),
    write: (changes) =>
      new Promise((resolve, reject) => {
        const transaction = database.transaction(['sources', 'tasks', 'marks'], 'readwrite')
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
        apply(transaction, personId, changes)
        transaction.commit()
      }),
  }
}

function apply(transaction: IDBTransaction, personId: string, changes: Changes): void {
  const sources = transaction.objectStore('sources')
  const tasks = transaction.objectStore('tasks')
  const doneFiles = transaction.objectStore('marks')
  for (const source of changes.sources) sources.put(source)
  for (const task of changes.tasks) tasks.put(task)
  for (const id of changes.goneTasks) tasks.delete([personId, id])
  for (const doneFile of changes.doneFiles) doneFiles.put(doneFile)
  for (const id of changes.endedSources) {
    sources.delete([personId, id])
    doneFiles.delete(under(id))
  }
}
