import { sql } from 'kysely'
import { suffixOf } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { mimeOf } from '../content/mime.ts'
import type { NodeRow } from '../listing/records.ts'
import { holdersOf, placeKey } from '../names-store.ts'
import { remembering } from '../trash/place-history-store.ts'

/** An item and its new name. */
export type Renaming = { node: NodeRow; name: string }

/** New names that are taken: another item keeps the name, or two of the new names are equal. */
async function takenBy(tx: Tx, renamings: readonly Renaming[]): Promise<{ names: string[]; isChain: boolean }> {
  const wanted = renamings.map(({ node, name }) => ({ folderId: node.parent_id ?? '', name }))
  const held = await holdersOf(tx, wanted)
  const leaving = new Set(renamings.map(({ node }) => node.id))
  const seen = new Set<string>()
  const names: string[] = []
  let isChain = false
  for (const { folderId, name } of wanted) {
    const key = placeKey(folderId, name)
    const holder = held.get(key)
    if ((holder && !leaving.has(holder.id)) || seen.has(key)) names.push(name)
    else if (holder) isChain = true
    seen.add(key)
  }
  return { names, isChain }
}

/** Renames items in their folders, all or none; they may swap names. The caller holds the space's lock. */
export async function renameNodes(tx: Tx, renamings: readonly Renaming[], now: Date): Promise<void> {
  const root = renamings.find(({ node }) => !node.parent_id)
  if (root) throw new Failure('fileNameInvalid', { values: { name: root.name }, data: { names: [root.name] } })
  const { names, isChain } = await takenBy(tx, renamings)
  if (names.length) throw new Failure('fileNameTaken', { values: { name: names[0] ?? '' }, data: { names } })
  const ids = renamings.map(({ node }) => node.id)
  // The unique index is checked per row, so swapped names first get a temporary name.
  if (isChain) {
    await sql`with remembered as (${remembering(ids, now)}) update node set name = e'\\x01' || id::text where id = any(${ids}::uuid[])`.execute(
      tx,
    )
  }
  await setNames(tx, renamings, now)
}

/** Sets names that are free, and records the former ones; the caller holds the space's lock. */
export async function setNames(tx: Tx, renamings: readonly Renaming[], now: Date): Promise<void> {
  if (!renamings.length) return
  const ids = renamings.map(({ node }) => node.id)
  const suffixes = renamings.map(({ node, name }) => (node.is_folder ? '' : suffixOf(name)))
  const mimes = renamings.map(({ node }, i) => (node.is_folder ? node.mime : mimeOf(suffixes[i] ?? '')))
  await sql`
    with remembered as (${remembering(ids, now)})
    update node n set name = r.name, suffix = r.suffix, mime = r.mime, updated_at = ${now}
    from unnest(${ids}::uuid[], ${renamings.map(({ name }) => name)}::text[], ${suffixes}::text[], ${mimes}::text[])
      as r(id, name, suffix, mime) where n.id = r.id`.execute(tx)
}
