import { sql } from 'kysely'
import { Failure } from '#server/failure.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import { numbered } from './names.ts'
import type { NodeRow } from './records.ts'
import type { ZipEntry } from './zip-writer.ts'

/** Rows that one statement fetches. */
const PAGE = 1000

/** What lies below chosen items, with its path from where they are. */
type Below = {
  id: string
  author_id: string
  path: string
  is_folder: boolean
  size: number
  updated_at: Date
  sha256: string | null
}

/** Top names of a selection from several folders may be equal: later ones get a number. */
function distinctNames(nodes: readonly NodeRow[]): Map<string, string> {
  const taken = new Set<string>()
  return new Map(
    nodes.map((node) => {
      let name = node.name
      for (let number = 1; taken.has(name); number += 1) name = numbered(node.name, number, node.is_folder)
      taken.add(name)
      return [node.id, name]
    }),
  )
}

/**
 * The selected items and everything below them, folders before what they hold; one statement for any number. With
 * `onlyBy` what is somebody else's is left out, with all below it.
 */
function belowOf(nodes: readonly NodeRow[], onlyBy: string | null = null) {
  const names = distinctNames(nodes)
  return sql<Below>`
    with recursive below as (
      select n.id, n.author_id, n.is_folder, n.size, n.updated_at, n.blob_sha256, top.name::text as path
      from unnest(${[...names.keys()]}::uuid[], ${[...names.values()]}::text[]) as top(id, name) join node n on n.id = top.id
      union all
      select n.id, n.author_id, n.is_folder, n.size, n.updated_at, n.blob_sha256, case when b.path = '' then n.name else b.path || '/' || n.name end
      from below b join node n on n.parent_id = b.id and n.trash_id is null and (${onlyBy}::uuid is null or n.author_id = ${onlyBy}::uuid)
      where b.is_folder
    ) select id, author_id, path, is_folder, size, updated_at, encode(blob_sha256, 'hex') as sha256 from below
    where path <> '' order by path collate "C"`
}

/** The entries of an archive of these items; with `onlyBy` of what one person brought. */
export async function zipEntries(
  db: Db,
  blobs: BlobStore,
  nodes: readonly NodeRow[],
  onlyBy: string | null = null,
): Promise<ZipEntry[]> {
  const { rows } = await belowOf(nodes, onlyBy).execute(db)
  return rows.map((row) => entryOf(row, blobs))
}

/** The same items a thousand at a time, as they all were at one moment. */
export async function* belowInPages(db: Db, nodes: readonly NodeRow[]): AsyncGenerator<Below[]> {
  const tx = await db.startTransaction().execute()
  try {
    await sql`declare below no scroll cursor for ${belowOf(nodes)}`.execute(tx)
    for (;;) {
      const { rows } = await sql<Below>`fetch ${sql.lit(PAGE)} from below`.execute(tx)
      if (rows.length) yield rows
      if (rows.length < PAGE) return
    }
  } finally {
    await tx.rollback().execute()
  }
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
