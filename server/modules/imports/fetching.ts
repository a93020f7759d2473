import { Readable } from 'node:stream'
import { Failure } from '#server/failure.ts'
import { eachOf, type Part, type Running, type Work } from '#server/modules/tasks/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import { fault } from '#server/storage/fault.ts'
import { type ArrivingNeeds, arrivingOf, type ImportKind } from './arriving.ts'
import type { Sent, Source } from './source.ts'
import { comparison } from './sums.ts'

/** Files fetched at the same time, when their sizes are known. */
const AT_ONCE = 4
/** Step in which storage is reserved for a file of unknown size, in bytes. */
const STEP_BYTES = 67_108_864

/** The task that fetches the files of a source into a folder. */
export function fetchWork(needs: ArrivingNeeds, kind: ImportKind, sourceOf: (task: Running) => Promise<Source>): Work {
  const { blobs } = needs

  /** Passes on the bytes of a part: at most the announced size, or as many as storage can be reserved for. */
  async function* counted(task: Running, { size, bytes }: Sent, passed: (piece: Buffer) => void, isSized: boolean) {
    let length = 0
    let room = size ?? 0
    if (!isSized && size !== null) await task.reserve(size)
    for await (const piece of bytes) {
      task.signal.throwIfAborted()
      length += piece.length
      if (size !== null && length > size) throw new Failure('outsideChanged')
      if (size === null && length > room) {
        room += STEP_BYTES
        await task.reserve(room)
      }
      passed(piece)
      yield piece
    }
    if (size !== null && length < size) throw new Failure('outsideChanged')
    fault('import-half')
  }

  async function fetched(
    task: Running,
    part: Part,
    source: Source,
  ): Promise<{ part: Part; blob: Digest; name?: string }> {
    let came = 0
    const count = (more: number) => {
      came += more
      task.progress({ bytes: more })
    }
    try {
      const sent = await source.open(part, task.signal)
      const size = source.isSized ? part.size : sent.size
      if (size !== null && size !== part.size) await task.describe(part, { size })
      const sums = comparison(sent.sums ?? {})
      const passed = (more: Buffer) => {
        sums.pass(more)
        count(more.length)
      }
      const content = counted(task, { ...sent, size }, passed, source.isSized)
      const blob = await blobs.put(Readable.from(content, { objectMode: false }))
      sums.demand(blob)
      if (source.isSized) return { part, blob }
      await task.reserve(blob.size)
      await task.describe(part, { size: blob.size, ...(sent.name && { path: sent.name }) })
      return { part: { ...part, size: blob.size }, blob, ...(sent.name && { name: sent.name }) }
    } catch (error) {
      if (error instanceof Failure) count(-came)
      throw error
    }
  }

  return {
    kind,
    async run(task) {
      const { folderId, arriving } = await arrivingOf(needs, task, kind)
      const source = await sourceOf(task)
      await task.plan(source.plan())
      if (source.isSized) await task.reserveOpen()
      await task.phase('transferring')
      await eachOf(task.open(), source.isSized ? AT_ONCE : 1, async (part) => {
        const path = part.path.split('/')
        if (part.isFolder) return arriving.add({ part, path, blob: null })
        await task.started(part)
        let one: Awaited<ReturnType<typeof fetched>>
        try {
          one = await fetched(task, part, source)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          return task.failed([{ part, error: error.refusal }])
        }
        await arriving.add({ part: one.part, path: one.name ? [one.name] : path, blob: one.blob })
        // The reserved storage of this file becomes used before the next file reserves.
        if (!source.isSized) await arriving.flush()
      })
      await arriving.flush()
      return { folder: folderId }
    },
  }
}
