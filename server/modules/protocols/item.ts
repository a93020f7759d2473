import type { FileRecord } from '#contract/files.ts'
import type { NodeRow, WalkedRow } from '#server/modules/files/index.ts'

/** A file or folder as a client program sees it. Sizes in bytes, a folder's includes everything below it. */
export type Item = {
  hash: string
  name: string
  /** Names from the root of the space to the item, including its own; empty for the root. */
  path: readonly string[]
  isFolder: boolean
  size: number
  mime: string
  /** ETag of the content, quotes included; '' for a folder. */
  etag: string
  sha256: string | null
  md5: string | null
  /** Known only for contents that a client verified by SHA-1. */
  sha1: string | null
  createdAt: Date
  /** When the content last changed: as the client reported, else when we received it. */
  modifiedAt: Date
  /** Files and folders directly inside. */
  items: number
  version: number
  authorId: string
  /** The row for the rules of the files module. */
  node: NodeRow
}

/** Half of the hash: clients keep conditions with several ETags in short buffers. */
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

/** A file that was just written, from its record: as the next look would find it. */
export const itemWritten = (
  record: FileRecord,
  { spaceId, path, md5, sha1, modifiedAt }: Pick<Item, 'path' | 'md5' | 'sha1' | 'modifiedAt'> & { spaceId: string },
): Item =>
  itemOf(
    {
      id: record.hash,
      space_id: spaceId,
      parent_id: record.phash,
      is_folder: false,
      name: record.name,
      suffix: record.suffix,
      mime: record.mime,
      size: record.size,
      items: 0,
      folders: 0,
      files_below: 0,
      folders_below: 0,
      version: record.version,
      author_id: record.author.personId,
      author_name: record.author.personName,
      created_at: new Date(record.createTime),
      updated_at: new Date(record.updateTime),
      sha256: record.sha256,
      md5,
      sha1,
      modified_at: modifiedAt,
    },
    path,
  )
