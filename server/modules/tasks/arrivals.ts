import { can } from '#contract/core/policy.ts'
import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { demandMake, type Entry } from '#server/modules/files/index.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { type ArrivalNeeds, type Bringing, type Folders, folderOf, type Looked } from './arrival-folders.ts'
import type { Part } from './planning.ts'
import type { Running } from './running.ts'

/** Files and bytes placed in one transaction. */
const BATCH_FILES = 200
const BATCH_BYTES = 67_108_864
/** Longest wait before a batch is placed: until then the sweeper sees the contents as unreferenced. */
const BATCH_MS = 60_000

type Manner = Pick<Entry, 'change' | 'action'> & {
  /** The folder below which everything is placed. */
  folderId: string
  conflict: Conflict
  /** Permission needed in addition to creating files. */
  right?: 'import.space' | 'import.drive'
}
/** A part whose content is in the blob store, or a folder; `path` is relative to the target folder. */
type Arrival = { part: Pick<Part, 'seq' | 'size'>; path: readonly string[]; blob: Digest | null }
/**
 * Places files and folders of a task in a space, many per transaction: each part is placed and marked done in the same
 * one, or marked failed with its cause.
 */
export function arrivals(needs: ArrivalNeeds, task: Running, manner: Manner) {
  const { db, blobs, files } = needs
  const { folderId, conflict, right, change, action } = manner
  let waiting: Arrival[] = []
  let bytes = 0
  let folders: Folders = new Map([['', folderId]])
  let flushing: Promise<void> = Promise.resolve()
  let due: NodeJS.Timeout | undefined

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

  /** Places a batch; returns the result of each part, the folders found, and the folders changed. */
  async function placeBatch(batch: readonly Arrival[]) {
    const bringing = await judged(task, right)
    return transact(db, async (tx) => {
      await lockSpace(tx, task.spaceId)
      await task.fence(tx)
      // From here on a lock prevents the sweep.
      await demandContents(blobs, batch)
      const known: Looked = { ...bringing, tx, folders: new Map(folders), touched: new Set() }
      const outcomes = new Map<Arrival, string | Failure>()
      const placing: { arrival: Arrival; into: string }[] = []
      for (const arrival of batch) {
        const into = await folderOf(needs, known, arrival.blob ? arrival.path.slice(0, -1) : arrival.path)
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
    // A folder that could not be created is tried again in the next batch.
    folders = new Map([...batchResult.folders].filter(([, id]) => typeof id === 'string'))
    files.publishChange(task.spaceId, [...batchResult.touched])
    await task.failed(
      [...batchResult.outcomes].flatMap(([{ part }, outcome]) =>
        outcome instanceof Failure ? [{ part, error: outcome.refusal }] : [],
      ),
    )
  }
  /** One batch after the other: each needs the space's lock anyway. */
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

/** Rights are checked for each batch: losing a right ends an import that takes hours. */
async function judged(task: Running, right: Manner['right']): Promise<Bringing> {
  const [space, actor] = [await task.enter(), await task.actor()]
  demandMake(actor, space.policyContext)
  if (right && !can(actor, right, space.policyContext)) throw new Failure('spaceRightMissing')
  return { actor, space }
}

/** When contents were swept before they were referenced, the task starts again and fetches them again. */
async function demandContents(blobs: BlobStore, batch: readonly Arrival[]): Promise<void> {
  const contents = batch.flatMap(({ blob }) => blob ?? [])
  const isThere = await Promise.all(contents.map(({ sha256 }) => blobs.has(sha256)))
  if (isThere.includes(false)) throw new Failure('busy')
}
