import { sql } from 'kysely'
import { DIRECTORY, suffixOf } from '#contract/files.ts'
import type { Tx } from '#server/storage/database.ts'
import { mimeOf } from './content/mime.ts'
import type { NodeRow } from './listing/records.ts'
import { adjustFolders, adjustUsage, nodeColumns } from './listing/tree-store.ts'

/** A file to insert; its content has a row already. */
export type NewFile = { id: string; folderId: string; name: string; sha256: string; size: number; authorId: string }

/** Inserts a folder; the caller has checked that the name is valid and free, and holds the space's lock. */
export async function insertFolder(
  tx: Tx,
  { spaceId, authorId, now, newId }: { spaceId: string; authorId: string; now: Date; newId: () => string },
  parentId: string,
  name: string,
): Promise<string> {
  const id = newId()
  await sql`
    insert into node (id, space_id, parent_id, is_folder, name, mime, author_id, created_at, updated_at)
    values (${id}, ${spaceId}, ${parentId}, true, ${name}, ${DIRECTORY}, ${authorId}, ${now}, ${now})`.execute(tx)
  await adjustFolders(tx, [{ folderId: parentId, bytes: 0, items: 1, folders: 1, filesBelow: 0, foldersBelow: 1 }])
  await adjustUsage(tx, spaceId, { folders: 1 })
  return id
}

/** Inserts files in one statement; the caller has checked that the names are free, and updates the counters. */
export async function insertFiles(tx: Tx, spaceId: string, files: readonly NewFile[], now: Date): Promise<NodeRow[]> {
  if (!files.length) return []
  const column = (pick: (file: NewFile) => string | number) => files.map(pick)
  const suffixes = files.map(({ name }) => suffixOf(name))
  const { rows } = await sql<NodeRow>`
    with made as (insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id, created_at, updated_at)
    select id, ${spaceId}::uuid, parent_id, false, name, suffix, mime, size, decode(sha256, 'hex'), author_id, ${now}, ${now}
    from unnest(${column((f) => f.id)}::uuid[], ${column((f) => f.folderId)}::uuid[], ${column((f) => f.name)}::text[],
      ${suffixes}::text[], ${suffixes.map(mimeOf)}::text[], ${column((f) => f.size)}::bigint[],
      ${column((f) => f.sha256)}::text[], ${column((f) => f.authorId)}::uuid[])
      as f(id, parent_id, name, suffix, mime, size, sha256, author_id) returning *)
    select ${nodeColumns} from made n join person p on p.id = n.author_id`.execute(tx)
  return rows
}
