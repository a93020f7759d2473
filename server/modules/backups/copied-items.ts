import * as z from 'zod/mini'
import type { BackupItem, backups } from '#contract/backups.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import { type Copied, copiedRows } from './copied-rows.ts'

type Wish = Omit<ParsedOf<typeof backups.items>, 'copyId' | 'after'> & { begin: Key | null }
type NodeRow = {
  id: string
  parent_id: string | null
  name: string
  is_folder: boolean
  size: number
  trash_id?: string | null
}
type TableRow = { id: string; name: string; bytes: number; trashed_at: string | null }
/** The order of a list: folders first, then by name. */
type Key = [isFile: number, name: string, id: string]

const keyOf = ({ kind, name, id }: BackupItem): Key => [kind === 'folder' ? 0 : 1, name, id]
function isBefore(a: Key, b: Key): boolean {
  const at = a.findIndex((one, index) => one !== b[index])
  return at >= 0 && (a[at] ?? '') < (b[at] ?? '')
}

const tableOf = (row: string): BackupItem | null => {
  const { id, name, bytes, trashed_at } = JSON.parse(row) as TableRow
  return trashed_at === null ? { id, name, kind: 'table', size: bytes } : null
}
function itemOf(row: string, folderId: string): BackupItem | null {
  // Most rows are of another folder: they need not be parsed.
  if (!row.includes(folderId)) return null
  const { id, parent_id, name, is_folder, size, trash_id } = JSON.parse(row) as NodeRow
  if (parent_id !== folderId || trash_id) return null
  return { id, name, kind: is_folder ? 'folder' : 'file', size }
}

async function* itemsOf(copied: Copied, { kind, folderId }: Wish): AsyncGenerator<BackupItem> {
  const source = kind === 'table' ? 'data_table' : 'node'
  let folder = folderId ?? ''
  let isBegun = false
  for await (const { table, row } of copiedRows(copied)) {
    if (table === 'space' && !folder) folder = (JSON.parse(row) as { root_id: string }).root_id
    // The rows of a table are contiguous, so the rows after them need not be read.
    if (isBegun && table !== source) return
    if (table !== source) continue
    isBegun = true
    const wanted = kind === 'table' ? tableOf(row) : itemOf(row, folder)
    if (wanted) yield wanted
  }
}

/** The start of a page. Throws invalid for an invalid cursor. */
export const beginOf = (after: string | undefined): Key | null =>
  after ? decodeCursor(after, z.tuple([z.number(), z.string(), part.id])) : null

/** A page of what is in a folder of a copy, or of its tables; all their rows are read, and one page is in memory. */
export async function copiedItems(copied: Copied, wish: Wish) {
  const { begin, size } = wish
  const page: { key: Key; item: BackupItem }[] = []
  for await (const item of itemsOf(copied, wish)) {
    const key = keyOf(item)
    if (begin && !isBefore(begin, key)) continue
    const at = page.findIndex((other) => isBefore(key, other.key))
    if (at < 0) page.push({ key, item })
    else page.splice(at, 0, { key, item })
    if (page.length > size + 1) page.pop()
  }
  return pageOf(page, size, { toItem: ({ item }) => item, key: ({ key }) => key })
}
