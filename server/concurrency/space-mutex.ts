/** Who holds a mutex: one change, whatever the number of its tries. */
type Owner = object
type Waiting = { owner: Owner; begin: () => void }

/** Who holds each space's mutex in this process, first, and behind that who waits for it. */
const queues = new Map<string, Waiting[]>()
/** The spaces whose mutex a change holds, or waits for. */
const taken = new WeakMap<Owner, Set<string>>()

/** Another change of this process has one of these spaces. */
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

/** Takes the mutex of each space at once. Throws SpaceMutexTaken, and takes none, when another change holds one of them. */
export function acquireSpaceMutexes(owner: Owner, spaceIds: readonly string[]): void {
  if (spaceIds.some((id) => (queues.get(id)?.[0]?.owner ?? owner) !== owner)) throw new SpaceMutexTaken(spaceIds)
  for (const id of spaceIds) if (!queues.has(id)) enqueue(owner, id, () => {})
}

/** Waits for the mutex of each space, in one order for all, so that no two wait for each other. */
export async function awaitSpaceMutexes(owner: Owner, spaceIds: ReadonlySet<string>): Promise<void> {
  for (const id of [...spaceIds].sort()) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const queue = enqueue(owner, id, resolve)
    if (queue.length > 1) await promise
  }
}

/** Releases all that a change holds to those who wait longest for it. */
export function releaseSpaceMutexes(owner: Owner): void {
  for (const id of taken.get(owner) ?? []) {
    const queue = queues.get(id)
    queue?.shift()
    if (queue?.length) queue[0]?.begin()
    else queues.delete(id)
  }
  taken.delete(owner)
}
