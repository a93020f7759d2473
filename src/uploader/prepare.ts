import type { FileRecord } from '#contract/files.ts'
import type { FolderMaker } from './folders.ts'
import type { Cause, Question, Task } from './task.ts'

/** The calls made before a file's first byte is sent. */
export type Groundwork = {
  /** The existing records with these names in a folder. */
  taken(spaceId: string, folder: string, names: readonly string[]): Promise<readonly FileRecord[]>
  freeBytes(spaceId: string): Promise<number>
}
type Needs = {
  folders: FolderMaker
  groundwork: Groundwork
  queue: {
    prepared(task: Task, fields: Pick<Task, 'dirHash' | 'conflict'>): void
    ask(task: Task, dirHash: string): void
    fail(task: Task, cause: Cause): void
  }
  ask: (question: Question) => void
  causeOf: (error: unknown) => Cause
}

/**
 * Prepares tasks of one folder: creates the folder, looks for taken names, and fails files that exceed the free space
 * before they are read. A refusal fails only these tasks.
 */
export async function prepare(
  tasks: readonly Task[],
  { folders, groundwork, queue, ask, causeOf }: Needs,
): Promise<void> {
  const [first] = tasks
  if (!first) return
  try {
    const dirHash = await folders.ensure(first)
    const [records, freeBytes] = await Promise.all([
      groundwork.taken(
        first.spaceId,
        dirHash,
        tasks.map(({ name }) => name),
      ),
      groundwork.freeBytes(first.spaceId),
    ])
    const takenBy = new Map(records.map((record) => [record.name, record]))
    for (const task of tasks) {
      const taken = takenBy.get(task.name.normalize('NFC'))
      if (taken) {
        queue.ask(task, dirHash)
        ask({ task, taken })
      } else if (task.size > freeBytes) {
        queue.fail(task, {
          key: 'full',
          values: { needed: task.size, free: freeBytes },
        })
      } else queue.prepared(task, { dirHash, conflict: 'refuse' })
    }
  } catch (error) {
    for (const task of tasks) queue.fail(task, causeOf(error))
  }
}
