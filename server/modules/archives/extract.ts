import { Readable } from 'node:stream'
import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { demandFor, demandMake, type FilesModule, itemsIn, itemsOf, openName } from '#server/modules/files/index.ts'
import {
  type ArrivalNeeds,
  arrivals,
  eachOf,
  type NewPart,
  type Part,
  type Running,
  type Work,
} from '#server/modules/tasks/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { bytesOf, streamCursor } from './bytes.ts'
import { belowOneFolder, partsOf } from './entries.ts'
import { contentOf, entriesIn, gunzipped, nextContent, type Packing, type Watch } from './unpacking.ts'

/** Options of an extraction task; `sha256` fixes the content that the archive had when the task began. */
export type ExtractOptions = {
  hash: string
  sha256: string
  size: number
  packing: Packing
  /** Name of the target folder, unless the archive has its own top folder; for a gzip, the name of its file. */
  name: string
  into: 'folder' | 'here'
  conflict: Conflict
}
type Needs = ArrivalNeeds & { files: FilesModule }
/** A part that is about to be stored; a folder has no content. */
type Coming = { part: Part; put: (() => Promise<Digest>) | null; takeBack: () => void }

/** Entries stored at the same time, and the maximum bytes of one that is buffered in memory for that. */
const AT_ONCE = 16
const SMALL_BYTES = 1_048_576

const whole = async (content: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(content))

/** Adds the bytes of a part to the progress, and subtracts them when the part fails. */
function watchOf(task: Running): Watch & { takeBack: () => void } {
  let bytes = 0
  const count = (more: number) => {
    bytes += more
    task.progress({ bytes: more })
  }
  return { signal: task.signal, onBytes: count, takeBack: () => count(-bytes) }
}

/** The task that extracts an archive into a folder. */
export function extractWork(needs: Needs): Work {
  const { db, blobs, files, journal, now, newId } = needs
  const isSmall = ({ size }: Part) => size <= SMALL_BYTES
  /** Writes a small content in one piece: a stream would cost more than its bytes. */
  const put = async (part: Part, content: AsyncIterable<Buffer>) =>
    blobs.put(isSmall(part) ? await whole(content) : Readable.from(content, { objectMode: false }))

  async function* planOf(options: ExtractOptions, signal: AbortSignal): AsyncGenerator<NewPart> {
    const parts = partsOf(await entriesIn(bytesOf(blobs, options), options, signal))
    yield* options.into === 'folder' ? belowOneFolder([...parts], options.name) : parts
  }

  /** The target folder: created once, with a number when its name is taken. */
  async function topFolder(task: Running, { into }: ExtractOptions): Promise<string> {
    const { folderId, spaceId } = task
    if (!folderId) throw new Failure('folderGone')
    if (into === 'here') return folderId
    const { path: name, nodeId } = await task.known(0)
    if (nodeId) return nodeId
    const doer = await task.actor()
    const made = await transact(db, async (tx) => {
      await lockSpace(tx, spaceId)
      await task.fence(tx)
      const path = await openName(tx, folderId, name, true)
      const wish = { spaceId, folderId, path, authorId: doer.id, existing: 'refuse' as const, now: now(), newId }
      const { id, made: folders } = await files.createFolders(tx, wish)
      const entry = { spaceId, action: 'folderMade' as const, doer }
      await journal.record(
        tx,
        folders.map((folder) => ({ ...entry, ...itemsIn(folder.within, [folder]) })),
      )
      await task.done(tx, [{ seq: 0, nodeId: id }])
      return id
    })
    files.publishChange(spaceId, [folderId])
    return made
  }

  /** Parts of a zip or plain tar, which are read at their position. */
  async function* anywhere(task: Running, options: ExtractOptions): AsyncGenerator<Coming> {
    const bytes = bytesOf(blobs, options)
    const packing = options.packing === 'zip' ? 'zip' : 'tar'
    for await (const part of task.open()) {
      const watch = watchOf(task)
      const content = () => put(part, contentOf(bytes, packing, part, watch))
      yield { part, put: part.isFolder ? null : content, takeBack: watch.takeBack }
    }
  }

  /**
   * Parts of formats that can only be read in order: small ones are read ahead, large ones are stored when they are
   * reached.
   */
  async function* inOrder(task: Running, options: ExtractOptions): AsyncGenerator<Coming> {
    const cursor = streamCursor(gunzipped(bytesOf(blobs, options), task.signal))
    for await (const part of task.open()) {
      const watch = watchOf(task)
      const { takeBack } = watch
      if (part.isFolder) yield { part, put: null, takeBack }
      else yield { part, put: await taken(part, nextContent(cursor, part, watch)), takeBack }
    }
  }
  async function taken(part: Part, content: AsyncIterable<Buffer>): Promise<() => Promise<Digest>> {
    try {
      const kept = isSmall(part) ? await whole(content) : await put(part, content)
      return () => (Buffer.isBuffer(kept) ? blobs.put(kept) : Promise.resolve(kept))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return () => Promise.reject(error)
    }
  }

  return {
    kind: 'extract',
    async run(task) {
      const options = task.options as ExtractOptions
      const [space, actor] = [await task.enter(), await task.actor()]
      demandMake(actor, space.policyContext)
      const nodes = await itemsOf(db, space.id, [options.hash])
      await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes })
      if (!(await files.contentOf(space.id, options.hash, { sha256: options.sha256 }))) throw new Failure('fileGone')
      await task.plan(planOf(options, task.signal))
      await task.reserveOpen()
      await task.phase('transferring')
      const folderId = await topFolder(task, options)
      const how = { change: 'extracted', action: 'extracted', conflict: options.conflict } as const
      const arriving = arrivals(needs, task, { ...how, folderId })
      const isStream = options.packing === 'tgz' || options.packing === 'gz'
      await eachOf((isStream ? inOrder : anywhere)(task, options), AT_ONCE, async (coming) => {
        const { part, put: keep, takeBack } = coming
        const path = part.path.split('/')
        if (!keep) return arriving.add({ part, path, blob: null })
        let blob: Digest
        try {
          blob = await keep()
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          takeBack()
          return task.failed([{ part, error: error.refusal }])
        }
        await arriving.add({ part, path, blob })
      })
      await arriving.flush()
      return { folder: folderId }
    },
  }
}
