import { sql } from 'kysely'
import { FOLDER_DEPTH_MAX } from '#contract/core/limits.ts'
import { DIRECTORY, suffixOf } from '#contract/files.ts'
import type { Tx } from '#server/storage/database.ts'
import { mimeOf } from '../content/mime.ts'
import type { NodeRow } from '../listing/records.ts'
import { remembering } from '../trash/place-history-store.ts'

/** An item with its new folder and name. */
export type NewPlace = { node: Pick<NodeRow, 'id' | 'is_folder'>; folderId: string; name: string }

/**
 * Sets the folders and names of items, also of items from the trash, and records where they were, in one statement; the
 * caller updates the folders' counters.
 */
export async function setPlaces(tx: Tx, going: readonly NewPlace[], now: Date): Promise<void> {
  if (!going.length) return
  const suffixes = going.map(({ node, name }) => (node.is_folder ? '' : suffixOf(name)))
  const mimes = going.map(({ node }, at) => (node.is_folder ? DIRECTORY : mimeOf(suffixes[at] ?? '')))
  const ids = going.map(({ node }) => node.id)
  await sql`
    with remembered as (${remembering(ids, now)}), out as (delete from trash where node_id = any(${ids}::uuid[]))
    update node n set trash_id = null, parent_id = p.parent_id, name = p.name, suffix = p.suffix, mime = p.mime
    from unnest(${ids}::uuid[], ${going.map(({ folderId }) => folderId)}::uuid[], ${going.map(({ name }) => name)}::text[],
      ${suffixes}::text[], ${mimes}::text[]) as p(id, parent_id, name, suffix, mime) where n.id = p.id`.execute(tx)
}

/** Stores the modification times that clients report for contents. */
export async function setClientModified(tx: Tx, dated: readonly { id: string; at: Date }[]): Promise<void> {
  if (!dated.length) return
  await sql`
    update node n set client_modified_at = t.at
    from unnest(${dated.map(({ id }) => id)}::uuid[], ${dated.map(({ at }) => at)}::timestamptz[]) as t(id, at)
    where n.id = t.id`.execute(tx)
}

/** Levels of folders below the highest of these folders, including itself. */
export async function heightOf(tx: Tx, folders: readonly NodeRow[]): Promise<number> {
  const { rows } = await sql<{ height: number | null }>`
    with recursive below as (
      select id, 1 as depth from node where id = any(${folders.map(({ id }) => id)}::uuid[])
      union all
      select n.id, b.depth + 1 from below b join node n on n.parent_id = b.id and n.is_folder and n.trash_id is null where b.depth <= ${FOLDER_DEPTH_MAX}
    ) select max(depth) as height from below`.execute(tx)
  return rows[0]?.height ?? 0
}
