import { sql } from 'kysely'
import { DIRECTORY, suffixOf } from '#contract/files.ts'
import type { Tx } from '#server/storage/database.ts'
import { mimeOf } from '../content/mime.ts'
import type { NodeRow } from '../listing/records.ts'

/** An item, and the folder and name that it gets. */
export type NewPlace = { node: Pick<NodeRow, 'id' | 'is_folder'>; folderId: string; name: string }

/** Gives items their places and names, out of the trash too, in one statement; the folders' weights are the caller's. */
export async function setPlaces(tx: Tx, going: readonly NewPlace[]): Promise<void> {
  if (!going.length) return
  const suffixes = going.map(({ node, name }) => (node.is_folder ? '' : suffixOf(name)))
  const mimes = going.map(({ node }, at) => (node.is_folder ? DIRECTORY : mimeOf(suffixes[at] ?? '')))
  const ids = going.map(({ node }) => node.id)
  await sql`
    with out as (delete from trash where node_id = any(${ids}::uuid[]))
    update node n set trash_id = null, parent_id = p.parent_id, name = p.name, suffix = p.suffix, mime = p.mime
    from unnest(${ids}::uuid[], ${going.map(({ folderId }) => folderId)}::uuid[], ${going.map(({ name }) => name)}::text[],
      ${suffixes}::text[], ${mimes}::text[]) as p(id, parent_id, name, suffix, mime) where n.id = p.id`.execute(tx)
}
