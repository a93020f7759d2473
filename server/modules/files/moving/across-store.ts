import { sql } from 'kysely'
import { refuseHeld } from '#server/modules/legal-holds/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import type { FileHooks, SpaceTransfer } from '../hooks.ts'
import type { NodeRow } from '../listing/records.ts'
import { adjustUsage } from '../listing/tree-store.ts'

type Weight = { bytes: number; files: number; folders: number }

/** Everything below these items, including items deleted inside: they move along. */
const below = (ids: readonly string[]) => sql`
  with recursive below as (
    select id, is_folder, size, version_bytes from node where id = any(${[...ids]}::uuid[])
    union all
    select n.id, n.is_folder, n.size, n.version_bytes from below b join node n on n.parent_id = b.id where b.is_folder
  )`

/** Total size of items, including everything below, older versions and items deleted inside. */
export async function weightAcross(tx: Tx, nodes: readonly NodeRow[]): Promise<Weight> {
  const { rows } = await sql<Weight>`
    ${below(nodes.map(({ id }) => id))}
    select coalesce(sum(size + version_bytes) filter (where not is_folder), 0)::bigint as bytes,
      count(*) filter (where not is_folder) as files, count(*) filter (where is_folder) as folders
    from below`.execute(tx)
  return rows[0] ?? { bytes: 0, files: 0, folders: 0 }
}

/**
 * Moves items to another space with everything below and all their data; ids, authors and versions are kept. The caller
 * holds both spaces' locks, has reserved the storage, and sets the items' new folder. Throws legalHold: nothing leaves
 * a space on hold for one where it could be deleted.
 */
export async function carry(
  tx: Tx,
  nodes: readonly NodeRow[],
  { fromId, toId }: SpaceTransfer,
  weight: Weight,
  crossed: FileHooks['crossed'],
): Promise<void> {
  await refuseHeld(tx, 'space', fromId)
  await sql`
    ${below(nodes.map(({ id }) => id))}
    update node n set space_id = ${toId}::uuid from below b where n.id = b.id`.execute(tx)
  await sql`
    update trash t set space_id = ${toId}::uuid from node n
    where t.space_id = ${fromId}::uuid and n.id = t.node_id and n.space_id = ${toId}::uuid`.execute(tx)
  for (const carryOn of crossed) await carryOn(tx, { fromId, toId })
  const { bytes, files, folders } = weight
  await adjustUsage(tx, fromId, { usedBytes: -bytes, files: -files, folders: -folders })
  await adjustUsage(tx, toId, { usedBytes: bytes, files, folders })
  fault('across-moved')
}
