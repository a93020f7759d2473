import { ARCHIVE_ENTRIES_MAX } from '#contract/core/limits.ts'
import type { DatasetFile } from '#contract/publications/dataset.ts'
import { archiveTooLarge, type ZipEntry } from '#server/modules/files/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { RO_CRATE_FILE, roCrate } from './formats/ro-crate.ts'
import type { DatasetService, Found } from './service.ts'

type Wish = { dataset: Found; service: Pick<DatasetService, 'pages'>; blobs: BlobStore; paths: readonly string[] }

async function* bytesOf(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

async function lengthOf(pieces: AsyncIterable<string>): Promise<number> {
  let length = 0
  for await (const piece of pieces) length += Buffer.byteLength(piece)
  return length
}

/** The metadata of the whole, so that the archive is an RO-Crate; its length is known before it is written. */
async function crateEntry({ dataset, service }: Wish, modified: Date): Promise<ZipEntry> {
  const pieces = () => roCrate(dataset, 'attached', () => service.pages(dataset))
  return { name: RO_CRATE_FILE, size: await lengthOf(pieces()), modified, open: async () => bytesOf(pieces()) }
}

const entryOf = ({ path, size, sha256 }: DatasetFile, modified: Date, blobs: BlobStore): ZipEntry => ({
  name: path,
  size,
  modified,
  open: () => blobs.read(sha256, { start: 0, end: size - 1 }),
})

/** The folders around a file, each ending with `/`. */
const foldersOf = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))

/**
 * The archive of a version, or of some files and folders of it. The whole is an RO-Crate, unless a file of its own has
 * that name.
 */
export function archiveOf(wish: Wish) {
  const { dataset, service, blobs, paths } = wish
  const { version } = dataset
  const modified = new Date(version.publishedAt)
  const wanted = new Set(paths)
  const isWanted = (path: string) =>
    wanted.size === 0 || wanted.has(path) || foldersOf(path).some((one) => wanted.has(one))
  return {
    name: `dataset-v${version.number}.zip`,
    most: Math.min(version.fileCount + 1, ARCHIVE_ENTRIES_MAX),
    async read(isAwaited: () => boolean): Promise<ZipEntry[] | null> {
      const entries: ZipEntry[] = []
      for await (const page of service.pages(dataset)) {
        if (!isAwaited()) return null
        for (const file of page) if (isWanted(file.path)) entries.push(entryOf(file, modified, blobs))
        if (entries.length >= ARCHIVE_ENTRIES_MAX) throw archiveTooLarge()
      }
      const isWhole = paths.length === 0 && !entries.some(({ name }) => name === RO_CRATE_FILE)
      return isWhole ? [await crateEntry(wish, modified), ...entries] : entries
    },
  }
}
