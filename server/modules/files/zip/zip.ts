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

/**
 * The entries of a zip of these items; `onlyBy` limits them to one author. Null when the client has disconnected.
 * Throws archiveTooLarge.
 */
export async function zipEntries(
  { db, blobs }: { db: Db; blobs: BlobStore },
  nodes: readonly NodeRow[],
  { onlyBy = null, isAwaited = () => true }: { onlyBy?: string | null; isAwaited?: () => boolean } = {},
): Promise<ZipEntry[] | null> {
  // With `onlyBy` the number is known only after reading.
  if (!onlyBy && entriesBelow(nodes) > ARCHIVE_ENTRIES_MAX) throw archiveTooLarge()
  const entries: ZipEntry[] = []
  for await (const rows of belowInPages(db, nodes, { onlyBy, most: ARCHIVE_ENTRIES_MAX + 2 })) {
    if (!isAwaited()) return null
    for (const row of rows) entries.push(entryOf(row, blobs))
    if (entries.length > ARCHIVE_ENTRIES_MAX) throw archiveTooLarge()
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
