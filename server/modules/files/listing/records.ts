import type { FileRecord } from '#contract/files.ts'

/** A node with its author's name, as all queries of this module return it. */
export type NodeRow = {
  id: string
  space_id: string
  parent_id: string | null
  is_folder: boolean
  name: string
  suffix: string
  mime: string
  size: number
  items: number
  folders: number
  files_below: number
  folders_below: number
  version: number
  author_id: string
  author_name: string
  created_at: Date
  updated_at: Date
  sha256: string | null
}

/** The record of a node whose parent folder has this path (`''` for the root). */
export const recordOf = (row: NodeRow, folderPath: string): FileRecord => ({
  hash: row.id,
  phash: row.parent_id,
  name: row.name,
  suffix: row.suffix,
  size: row.size,
  path: row.parent_id ? `${folderPath}/${row.name}` : '/',
  mime: row.mime,
  dirs: row.folders > 0,
  items: row.items,
  createTime: row.created_at.toISOString(),
  updateTime: row.updated_at.toISOString(),
  author: { personId: row.author_id, personName: row.author_name },
  version: row.version,
  sha256: row.sha256,
})
