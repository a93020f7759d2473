import { ARCHIVE_ENTRIES_MAX } from '#contract/core/limits.ts'
import type { DatasetFile } from '#contract/publications/dataset.ts'
import { Failure } from '#server/failure.ts'
import { archiveTooLarge, type ZipEntry } from '#server/modules/files/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { type Bagged, tagEntries, writtenEntry, writtenOf } from './bag.ts'
import { RO_CRATE_FILE, roCrate } from './formats/ro-crate.ts'
import type { DatasetService, Found } from './service.ts'

type Wish = {
  dataset: Found
  service: Pick<DatasetService, 'pages'>
  blobs: BlobStore
  paths: readonly string[]
  /** A bag has the files below `data/`, with manifests of their hashes beside them. */
  isBag: boolean
}

const entryOf = ({ path, size, sha256 }: DatasetFile, modified: Date, blobs: BlobStore): ZipEntry => ({
  name: path,
  size,
  modified,
  open: () => blobs.read(sha256, { start: 0, end: size - 1 }),
})

/** The folders around a file, each ending with `/`. */
const foldersOf = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))

/** The entries of an archive, each with its hash. */
async function baggedOf({ dataset, service, blobs }: Wish, files: readonly DatasetFile[], isWhole: boolean) {
  const modified = new Date(dataset.version.publishedAt)
  const bagged = files.map((file): Bagged => ({ entry: entryOf(file, modified, blobs), sha256: file.sha256 }))
  if (!isWhole) return bagged
  const crate = await writtenOf(() => roCrate(dataset, 'attached', () => service.pages(dataset)))
  return [{ entry: writtenEntry(RO_CRATE_FILE, crate, modified), sha256: crate.sha256 }, ...bagged]
}

/** The same entries as the payload of a bag. Source: RFC 8493. */
async function bagOf(dataset: Found, payload: readonly Bagged[]): Promise<ZipEntry[]> {
  const base = `dataset-v${dataset.version.number}/`
  const tags = await tagEntries(dataset, payload)
  return [
    ...tags.map((entry) => ({ ...entry, name: base + entry.name })),
    ...payload.map(({ entry }) => ({ ...entry, name: `${base}data/${entry.name}` })),
  ]
}

/**
 * The archive of a version, or of some of its files and folders. The whole is an RO-Crate, unless the version has a
 * file with that name.
 */
export function archiveOf(wish: Wish) {
  const { dataset, service, paths, isBag } = wish
  const { version } = dataset
  const wanted = new Set(paths)
  const isWanted = (path: string) =>
    wanted.size === 0 || wanted.has(path) || foldersOf(path).some((one) => wanted.has(one))
  return {
    name: `dataset-v${version.number}${isBag ? '-bag' : ''}.zip`,
    most: Math.min(version.fileCount + 1, ARCHIVE_ENTRIES_MAX),
    async read(isAwaited: () => boolean): Promise<ZipEntry[] | null> {
      const files: DatasetFile[] = []
      for await (const page of service.pages(dataset)) {
        if (!isAwaited()) return null
        files.push(...page.filter(({ path }) => isWanted(path)))
        if (files.length >= ARCHIVE_ENTRIES_MAX) throw archiveTooLarge()
      }
      if (wanted.size && !files.length) throw new Failure('notFound')
      const isWhole = paths.length === 0 && !files.some(({ path }) => path === RO_CRATE_FILE)
      const bagged = await baggedOf(wish, files, isWhole)
      return isBag ? bagOf(dataset, bagged) : bagged.map(({ entry }) => entry)
    },
  }
}
