import { sql } from 'kysely'
import { DIRECTORY, suffixOf } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { keepingBlobs, type NewBlob } from './content/contents-store.ts'
import { mimeOf } from './content/mime.ts'
import type { NodeRow } from './listing/records.ts'
import { type Counts, count, counting, nodeColumns } from './listing/tree-store.ts'

/** A file to insert; its content is in the store. */
export type NewFile = NewBlob & { id: string; folderId: string; name: string; authorId: string }

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
  const deltas = [{ folderId: parentId, bytes: 0, items: 1, folders: 1, filesBelow: 0, foldersBelow: 1 }]
  await count(tx, spaceId, { deltas, usage: { folders: 1 } }, now)
  return id
}

/**
 * Inserts files with the rows of their contents, and counts them, in one statement; the caller has checked that the
 * names are free. The counts may include more. Throws spaceFull.
 */
export async function insertFiles(
  tx: Tx,
  spaceId: string,
  files: readonly NewFile[],
  { now, counts }: { now: Date; counts: Counts },
): Promise<NodeRow[]> {
  if (!files.length) {
    await count(tx, spaceId, counts, now)
    return []
  }
  const column = (pick: (file: NewFile) => string | number) => files.map(pick)
  const suffixes = files.map(({ name }) => suffixOf(name))
  const { rows } = await sql<NodeRow>`
    with recursive ${counting(spaceId, counts, now)}, kept as (${keepingBlobs(files, now)}), made as (
      insert into node (id, space_id, parent_id, is_folder, name, suffix, mime, size, blob_sha256, author_id, created_at, updated_at)
      select id, ${spaceId}::uuid, parent_id, false, name, suffix, mime, size, decode(sha256, 'hex'), author_id, ${now}, ${now}
      from unnest(${column((f) => f.id)}::uuid[], ${column((f) => f.folderId)}::uuid[], ${column((f) => f.name)}::text[],
        ${suffixes}::text[], ${suffixes.map(mimeOf)}::text[], ${column((f) => f.blob.size)}::bigint[],
        ${column((f) => f.blob.sha256)}::text[], ${column((f) => f.authorId)}::uuid[])
        as f(id, parent_id, name, suffix, mime, size, sha256, author_id) returning *)
    select ${nodeColumns} from fits, made n join person p on p.id = n.author_id`.execute(tx)
  if (!rows.length) throw new Failure('spaceFull')
  return rows
}
