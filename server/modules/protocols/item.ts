import type { NodeRow, WalkedRow } from '#server/modules/files/index.ts'

/** A file or folder as a program sees it. Sizes in bytes, a folder's covers all below it. */
export type Item = {
  hash: string
  name: string
  /** The names from the root of the space to it, itself last; empty for the root. */
  path: readonly string[]
  isFolder: boolean
  size: number
  mime: string
  /** Tells one content from another, quotes included; '' for a folder. */
  etag: string
  sha256: string | null
  md5: string | null
  /** Known of contents only that a program proved by it. */
  sha1: string | null
  createdAt: Date
  /** When the content was changed last: as its machine said, else as we saw it. */
  modifiedAt: Date
  /** Files and folders directly inside. */
  items: number
  version: number
  authorId: string
  /** As the rules about files know it. */
  node: NodeRow
}

/** Half of the hash: programs keep conditions with several of these in short buffers. */
const ETAG_CHARS = 32
const etagOf = (sha256: string | null): string => (sha256 ? `"${sha256.slice(0, ETAG_CHARS)}"` : '')

export const itemOf = (row: WalkedRow, path: readonly string[]): Item => ({
  hash: row.id,
  name: row.name,
  path,
  isFolder: row.is_folder,
  size: row.size,
  mime: row.mime,
  etag: etagOf(row.sha256),
  sha256: row.sha256,
  md5: row.md5,
  sha1: row.sha1,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  items: row.items,
  version: row.version,
  authorId: row.author_id,
  node: row,
})
