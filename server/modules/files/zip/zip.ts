import { ARCHIVE_ENTRIES_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { NodeRow } from '../listing/records.ts'
import { type Below, belowInPages } from './zip-store.ts'
import type { ZipEntry } from './zip-writer.ts'

/** How many files and folders these are with all that is in them. */
export const entriesBelow = (nodes: readonly NodeRow[]): number =>
  nodes.reduce((sum, node) => sum + 1 + node.files_below + node.folders_below, 0)

export const archiveTooLarge = () => new Failure('archiveTooLarge', { values: { max: ARCHIVE_ENTRIES_MAX } })

/**
 * The entries of an archive of these items; with `onlyBy` of what one person brought. Null when nobody waits for them
 * any more. Throws archiveTooLarge.
 */
export async function zipEntries(
  { db, blobs }: { db: Db; blobs: BlobStore },
  nodes: readonly NodeRow[],
  { onlyBy = null, isAwaited = () => true }: { onlyBy?: string | null; isAwaited?: () => boolean } = {},
): Promise<ZipEntry[] | null> {
  // Of those that count nobody else's it is known only when they are read.
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
    // The end is told, or the reader of a small file would make room for a large one.
    return blobs.read(row.sha256, { start: 0, end: row.size - 1 })
  },
})

/** What the archive is called: its one item's name, else the folder's or space's. */
export const zipName = (nodes: readonly NodeRow[], fallback: string): string =>
  `${nodes.length === 1 && nodes[0]?.name ? nodes[0].name : fallback}.zip`
