import { can } from '#contract/core/policy.ts'
import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { demandMake, type Entry, type FilesModule, itemsIn } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { Part } from './planning.ts'
import type { Running } from './running.ts'

/** Files and bytes that one transaction places. */
const BATCH_FILES = 200
const BATCH_BYTES = 67_108_864
/** What came waits no longer than this for more: until it is placed, the sweep knows nobody who needs it. */
const BATCH_MS = 60_000

export type ArrivalNeeds = {
  db: Db
  blobs: BlobStore
  files: Pick<FilesModule, 'createFolders' | 'place' | 'publishChange'>
  journal: Journal
  now: () => Date
  newId: () => string
}
type Manner = Pick<Entry, 'change' | 'action'> & {
  /** The folder below which everything arrives. */
  folderId: string
  conflict: Conflict
  /** What it takes besides making files. */
  right?: 'import.space' | 'import.drive'
}
/** Who brings it and where to, as they are when a batch is placed. */
type Bringing = { actor: SignedIn; space: EnteredSpace }
/** A part whose content is in the blob store, or a folder; `path` leads there from the folder of the manner. */
type Arrival = { part: Pick<Part, 'seq' | 'size'>; path: readonly string[]; blob: Digest | null }
type Folders = Map<string, string | Failure>
/** Folders that a transaction looked up or made, by their paths, and those that look different by it. */
type Looked = Bringing & { folders: Folders; touched: Set<string> }

/**
 * Files and folders that a task brings into a space, many in a transaction: each is placed and done in the same one, or
 * has failed with its cause.
 */
export function arrivals(needs: ArrivalNeeds, task: Running, manner: Manner) {
  const { db, blobs, files, journal, now, newId } = needs
  const { folderId, conflict, right, change, action } = manner
  let waiting: Arrival[] = []
  let bytes = 0
  let folders: Folders = new Map([['', folderId]])
  let flushing: Promise<void> = Promise.resolve()
  let due: NodeJS.Timeout | undefined

  /** The folder of a path below, made where it is missing; a Failure when there can't be one. */
  async function folderOf(tx: Tx, known: Looked, path: readonly string[]): Promise<string | Failure> {
    const key = path.join('/')
    const found = known.folders.get(key) ?? (await makeFolder(tx, known, path))
    known.folders.set(key, found)
    return found
  }

  async function makeFolder(tx: Tx, known: Looked, path: readonly string[]): Promise<string | Failure> {
    const above = await folderOf(tx, known, path.slice(0, -1))
    if (above instanceof Failure) return above
    const wish = { spaceId: task.spaceId, folderId: above, path: path.at(-1) ?? '', existing: 'reuse' as const }
    const { actor } = known
    try {
      const { id, made } = await files.createFolders(tx, { ...wish, authorId: actor.id, now: now(), newId })
      const entry = { spaceId: task.spaceId, action: 'folderMade' as const, doer: actor }
      await journal.record(
        tx,
        made.map((folder) => ({ ...entry, ...itemsIn(folder.within, [folder]) })),
      )
      for (const folder of made) known.touched.add(folder.within.id)
      return id
    } catch (error) {
      if (error instanceof Failure) return error
      throw error
    }
  }

  const entryOf = ({ part, path, blob }: Arrival, into: string, { actor, space }: Bringing): Entry => ({
    folderId: into,
    name: path.at(-1) ?? '',
    blob: blob as Digest,
    authorId: actor.id,
    doer: actor,
    conflict,
    mayReplace: (authorId) => can(actor, 'file.edit', { space: space.policyContext, authorId }),
    releaseBytes: part.size,
    change,
    ...(action && { action }),
    source: { task: task.id },
  })

  /** What is brought for hours is judged all along: a right that is taken away meanwhile ends it. */
  async function judged(): Promise<Bringing> {
    const [space, actor] = [await task.enter(), await task.actor()]
    demandMake(actor, space.policyContext)
    if (right && !can(actor, right, space.policyContext)) throw new Failure('spaceRightMissing')
    return { actor, space }
  }

  /** Contents that the sweeper took before anything pointed at them: the task is begun again, and brings them anew. */
  async function demandContents(batch: readonly Arrival[]): Promise<void> {
    const contents = batch.flatMap(({ blob }) => blob ?? [])
    const isThere = await Promise.all(contents.map(({ sha256 }) => blobs.has(sha256)))
    if (isThere.includes(false)) throw new Failure('busy')
  }

  /** Places a batch; answers what became of each, the folders that were looked up, and those that look different now. */
  async function placeBatch(batch: readonly Arrival[]) {
    const bringing = await judged()
    return transact(db, async (tx) => {
      await lockSpace(tx, task.spaceId)
      await task.fence(tx)
      // Nobody sweeps from here on: what is there now stays.
      await demandContents(batch)
      const known: Looked = { ...bringing, folders: new Map(folders), touched: new Set() }
      const outcomes = new Map<Arrival, string | Failure>()
      const placing: { arrival: Arrival; into: string }[] = []
      for (const arrival of batch) {
        const into = await folderOf(tx, known, arrival.blob ? arrival.path.slice(0, -1) : arrival.path)
        if (into instanceof Failure || !arrival.blob) outcomes.set(arrival, into)
        else placing.push({ arrival, into })
      }
      const records = await files.place(
        tx,
        task.spaceId,
        placing.map(({ arrival, into }) => entryOf(arrival, into, bringing)),
      )
      for (const [at, { arrival }] of placing.entries()) {
        const record = records[at] ?? new Failure('unknown')
        outcomes.set(arrival, record instanceof Failure ? record : record.hash)
      }
      const placed = batch.flatMap((arrival) => {
        const nodeId = outcomes.get(arrival)
        return typeof nodeId === 'string' ? [{ arrival, seq: arrival.part.seq, nodeId }] : []
      })
      const released = placed.reduce((sum, { arrival }) => sum + (arrival.blob ? arrival.part.size : 0), 0)
      await task.done(tx, placed, released)
      fault('arrivals-in-transaction')
      for (const { into } of placing) known.touched.add(into)
      return { outcomes, ...known }
    })
  }

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    bytes = 0
    clearTimeout(due)
    due = undefined
    if (!batch.length) return
    const batchResult = await placeBatch(batch)
    fault('arrivals-committed')
    // A folder that could not be made may be there for the next.
    folders = new Map([...batchResult.folders].filter(([, id]) => typeof id === 'string'))
    files.publishChange(task.spaceId, [...batchResult.touched])
    await task.failed(
      [...batchResult.outcomes].flatMap(([{ part }, outcome]) =>
        outcome instanceof Failure ? [{ part, error: outcome.refusal }] : [],
      ),
    )
  }
  /** One batch after the other: each needs the space's queue anyway. */
  function flushInOrder(): Promise<void> {
    flushing = flushing.then(flush)
    flushing.catch(() => undefined)
    return flushing
  }

  return {
    async add(arrival: Arrival): Promise<void> {
      waiting.push(arrival)
      bytes += arrival.part.size
      due ??= setTimeout(() => void flushInOrder().catch(() => undefined), BATCH_MS).unref()
      if (waiting.length >= BATCH_FILES || bytes >= BATCH_BYTES) await flushInOrder()
    },
    flush: flushInOrder,
  }
}
