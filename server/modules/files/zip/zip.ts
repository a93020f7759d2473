import { ARCHIVE_ENTRIES_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { NodeRow } from '../listing/records.ts'
import { type Below, belowInPages } from './zip-store.ts'
import type { ZipEntry } from './zip-writer.ts'

/** Number of these files and folders including everything below. */
export const entriesBelow = (nodes: readonly NodeRow[]): number =>
  nodes.reduce((sum, node) => sum + 1 + node.files_below + node.folders_below, 0)

export const archiveTooLarge = () => new Failure('archiveTooLarge', { values: { max: ARCHIVE_ENTRIES_MAX } })

type ZipOptions = { onlyBy?: string | null; isAwaited?: () => boolean; most?: number }

/**
 * The entries of a zip of these items, `most` at most; `onlyBy` limits them to one author. Null when the client has
 * disconnected. Throws archiveTooLarge.
 */
export async function zipEntries(
  { db, blobs }: { db: Db; blobs: BlobStore },
  nodes: readonly NodeRow[],
  { onlyBy = null, isAwaited = () => true, most = ARCHIVE_ENTRIES_MAX }: ZipOptions = {},
): Promise<ZipEntry[] | null> {
  // With `onlyBy` the number is known only after reading.
  if (!onlyBy && entriesBelow(nodes) > most) throw archiveTooLarge()
  const entries: ZipEntry[] = []
  // One row more than allowed shows that there are too many; another may be the root of the space, which is no entry.
  for await (const rows of belowInPages(db, nodes, { onlyBy, most: most + 2 })) {
    if (!isAwaited()) return null
    for (const row of rows) entries.push(entryOf(row, blobs))
    if (entries.length > most) throw archiveTooLarge()
  }
  return entries
}

const entryOf = (row: Below, blobs: BlobStore): ZipEntry => ({
  name: row.is_folder ? `${row.path}/` : row.path,
  size: row.is_folder ? 0 : row.size,
  modified: row.updated_at,
  open: async () => {
    if (!row.sha256) throw new Failure('fileGone')
    // A given end keeps the read buffer of a small file small.
    return blobs.read(row.sha256, { start: 0, end: row.size - 1 })
  },
})

/** Name of the archive: its single item's name, otherwise the folder's or space's name. */
export const zipName = (nodes: readonly NodeRow[], fallback: string): string =>
  `${nodes.length === 1 && nodes[0]?.name ? nodes[0].name : fallback}.zip`
