/** Owner of a mutex: one change, through all its tries. */
type Owner = object
type Waiting = { owner: Owner; begin: () => void }

/** By space: first the owner of its mutex in this process, then the waiting ones. */
const queues = new Map<string, Waiting[]>()
/** The spaces whose mutex a change holds or waits for. */
const taken = new WeakMap<Owner, Set<string>>()

/** Another change of this process holds the mutex of one of these spaces. */
export class SpaceMutexTaken extends Error {
  readonly spaceIds: readonly string[]
  constructor(spaceIds: readonly string[]) {
    super('another change of this process has the space')
    this.spaceIds = spaceIds
  }
}

function enqueue(owner: Owner, id: string, begin: () => void): Waiting[] {
  const queue = queues.get(id) ?? []
  queues.set(id, queue)
  queue.push({ owner, begin })
  taken.set(owner, (taken.get(owner) ?? new Set()).add(id))
  return queue
}

/**
 * Acquires the mutexes of all spaces at once. Throws SpaceMutexTaken, and acquires none, when another change holds one.
 */
export function acquireSpaceMutexes(owner: Owner, spaceIds: readonly string[]): void {
  if (spaceIds.some((id) => (queues.get(id)?.[0]?.owner ?? owner) !== owner)) throw new SpaceMutexTaken(spaceIds)
  for (const id of spaceIds) if (!queues.has(id)) enqueue(owner, id, () => {})
}

/** Waits for the mutex of each space, in a fixed order, which prevents deadlocks. */
export async function awaitSpaceMutexes(owner: Owner, spaceIds: ReadonlySet<string>): Promise<void> {
  for (const id of [...spaceIds].sort()) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = enqueue(owner, id, resolve)
    if (queue.length > 1) await promise
  }
}

/** Releases all mutexes of a change to those who have waited longest. */
export function releaseSpaceMutexes(owner: Owner): void {
  for (const id of taken.get(owner) ?? []) {
    const queue = queues.get(id)
    queue?.shift()
    if (queue?.length) queue[0]?.begin()
    else queues.delete(id)
  }
  taken.delete(owner)
}
