import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { ArchiveFormat } from '#contract/archives.ts'
import type { Conflict } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import {
  demandFor,
  demandMake,
  type FilesModule,
  itemsOf,
  type ZipEntry,
  zipEntries,
  zipLength,
  zipStream,
} from '#server/modules/files/index.ts'
import { type ArrivalNeeds, arrivals, type Running, type Work } from '#server/modules/tasks/index.ts'
import { tarLength, tarStream } from './tar-writer.ts'

export type PackOptions = { hashes: string[]; name: string; format: ArchiveFormat; conflict: Conflict }
type Needs = ArrivalNeeds & { files: FilesModule }

/** Size of incompressible data in gzip: header, trailer, and five bytes per block of at least 16 KiB. */
const gzipLength = (size: number) => size + 18 + 5 * (Math.ceil(size / 16_383) + 1)

const formats: Record<
  ArchiveFormat,
  { most: (entries: ZipEntry[]) => number; stream: (entries: ZipEntry[]) => AsyncIterable<Buffer> }
> = {
  zip: { most: zipLength, stream: zipStream },
  tar: { most: tarLength, stream: tarStream },
  'tar.gz': { most: (entries) => gzipLength(tarLength(entries)), stream: tarStream },
}

/** Passes bytes on and counts them as progress. */
async function* watched(source: AsyncIterable<Buffer>, task: Running): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    task.progress({ bytes: piece.length })
    yield piece
  }
}

/** A missing content ends the task and is reported as lost. */
const withLoss = (entry: ZipEntry): ZipEntry => ({
  ...entry,
  open: () =>
    entry.open().catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      throw new Failure('contentDamaged', { cause: error })
    }),
})

/** The task that makes an archive of files and folders: one part, placed once. */
export function packWork(needs: Needs): Work {
  const { db, blobs } = needs

  async function bytesOf(task: Running, entries: ZipEntry[], format: ArchiveFormat) {
    const plain = Readable.from(watched(formats[format].stream(entries), task), { objectMode: false })
    if (format !== 'tar.gz') return blobs.put(plain)
    // The reader of the pipeline receives its errors; a reader that stops closes the sources.
    return blobs.put(pipeline(plain, createGzip(), () => undefined))
  }

  return {
    kind: 'archive',
    async run(task) {
      const { hashes, name, format, conflict } = task.options as PackOptions
      const [space, actor] = [await task.enter(), await task.actor()]
      demandMake(actor, space.policyContext)
      const nodes = await itemsOf(db, space.id, hashes)
      await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes })
      const entries = (await zipEntries(needs, nodes))?.map(withLoss) ?? []
      await task.plan([{ path: name, size: formats[format].most(entries) }])
      await task.reserveOpen()
      await task.phase('transferring')
      if (!task.folderId) throw new Failure('folderGone')
      const manner = {
        change: 'archived',
        action: 'archived',
        folderId: task.folderId,
        conflict,
      } as const
      const arriving = arrivals(needs, task, manner)
      for await (const part of task.open()) {
        const blob = await bytesOf(task, entries, format)
        await arriving.add({ part, path: [name], blob })
      }
      await arriving.flush()
      return { file: (await task.known(0)).nodeId }
    },
  }
}
