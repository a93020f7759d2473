import type { DoneFile, SourceRecord } from './store.ts'
import { type Cause, FAILED, type Task, WAITING } from './task.ts'
import type { Found } from './walk.ts'

/** Maximum number of files of one folder that are prepared together. */
const GROUP_MAX = 200

type FoundFile = Extract<Found, { kind: 'file' }>
type Needs = {
  source: SourceRecord
  found: AsyncIterable<Found>
  /** Finished files by path, which are skipped: from before a reload, and since then (grows while the walk runs). */
  before: ReadonlyMap<string, DoneFile>
  since: ReadonlyMap<string, DoneFile>
  /** Called for every file that the walk has passed, whatever its result. */
  passed: () => void
  newId: () => string
  /** Resolves when the queue has room for more tasks. */
  room: () => Promise<void>
  isOver: () => boolean
  /**
   * Whether a file is queued already: a `duplicate` of another source's file, or `known` in this source (which may have
   * lacked its bytes after a reload); null for a new file.
   */
  adopt: (file: FoundFile) => 'duplicate' | 'known' | null
  take: (tasks: Task[]) => Promise<void>
  emptyFolder: (path: string) => void
  count: (kind: 'found' | 'hidden' | 'duplicate' | 'before') => void
}

export const donePath = ({ path, name }: { path: string; name: string }): string => `${path}/${name}`

/** Turns the results of a walk into tasks, in groups of one folder, and no faster than the queue has room. */
export async function takeIn(needs: Needs): Promise<void> {
  const refused = new Set<string>()
  let group: Task[] = []
  const close = async () => {
    const tasks = group
    group = []
    if (tasks.length === 0) return
    await needs.room()
    await needs.take(tasks)
  }
  for await (const found of needs.found) {
    if (needs.isOver()) return
    if (found.kind === 'file' || found.kind === 'unreadable') needs.passed()
    if (found.kind === 'hidden') needs.count('hidden')
    else if (found.kind === 'emptyFolder') needs.emptyFolder(found.path)
    else if (found.kind === 'file') {
      const task = taskOf(found, needs, group)
      if (!task) continue
      if (group.length === GROUP_MAX || (group[0] && group[0].path !== task.path)) await close()
      group.push(task)
    } else if (!refused.has(donePath(found))) {
      refused.add(donePath(found))
      await needs.take([refusedTask(found, needs)])
    }
  }
  await close()
}

const isSame = (mark: DoneFile | undefined, { size, lastModified }: File): boolean =>
  mark !== undefined && mark.size === size && mark.lastModified === lastModified

function taskOf(found: FoundFile, needs: Needs, group: readonly Task[]): Task | null {
  const { name, size, lastModified } = found.file
  const path = donePath({ path: found.path, name })
  if (isSame(needs.since.get(path), found.file)) return null
  if (isSame(needs.before.get(path), found.file)) {
    needs.count('before')
    return null
  }
  const isInGroup = group.some((task) => task.path === found.path && task.name === name && task.size === size)
  const queued = isInGroup ? 'duplicate' : needs.adopt(found)
  if (queued === 'duplicate') needs.count('duplicate')
  if (queued) return null
  needs.count('found')
  return newTask(needs, {
    name,
    size,
    lastModified,
    path: found.path,
    file: found.file,
    handle: found.handle,
  })
}

/** A failed row for an item that cannot be uploaded, so that no item is left out silently. */
function refusedTask({ kind, name, path }: Extract<Found, { name: string }>, needs: Needs): Task {
  const cause: Cause = {
    key: kind === 'badName' ? 'nameInvalid' : 'unreadable',
  }
  needs.count('found')
  return {
    ...newTask(needs, {
      name,
      size: 0,
      lastModified: 0,
      path,
      file: null,
      handle: null,
    }),
    state: FAILED,
    cause,
  }
}

function newTask(
  { source, newId }: Needs,
  fields: Pick<Task, 'name' | 'size' | 'lastModified' | 'path' | 'file' | 'handle'>,
): Task {
  const { personId, spaceId, spaceName, targetHash, targetName } = source
  const place = {
    sourceId: source.id,
    personId,
    spaceId,
    spaceName,
    targetHash,
    targetName,
    dirHash: null,
  }
  const nothingYet = {
    hash: null,
    sha256: null,
    checkId: null,
    isMergeAsked: false,
    conflict: null,
    cause: null,
    hashed: 0,
    complete: 0,
  }
  return {
    id: newId(),
    ...fields,
    ...place,
    ...nothingYet,
    state: WAITING,
    phase: 'preparing',
  }
}
