import type { FileRecord } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Place } from './entries.ts'
import { type Located, type Lookup, lookUp } from './located-store.ts'
import { type NodeRow, recordOf } from './records.ts'
import { chainsTo, pathOf } from './tree-store.ts'

const parentsOf = (nodes: readonly NodeRow[]) => nodes.flatMap((node) => (node.parent_id ? [node.parent_id] : []))

/**
 * Live items of a space; throws fileGone when one is missing. Items inside another chosen folder are left out, because
 * they are processed with the folder and would be counted twice.
 */
export const itemsOf = async (from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<Located[]> =>
  chosenOf(await lookUp(from, spaceId, { ids }), ids)

/** The same of what was looked up. */
export function chosenOf({ item }: Lookup, ids: readonly string[]): Located[] {
  const chosen = new Set(ids.map((id) => id.toLowerCase()))
  const nodes = [...chosen].map((id) => item(id) ?? gone())
  return nodes.filter(({ above }) => !above.some((link) => chosen.has(link.id)))
}

function gone(): never {
  throw new Failure('fileGone')
}

/** The folder of a located item, in the form of a journal entry. */
export const placeOf = ({ id, parent_id, above }: Located): Place => ({ id: parent_id ?? id, path: pathOf(above) })

/** The folder of each item, in the form of a journal entry. */
export async function placesOf(
  from: Db | Tx,
  spaceId: string,
  nodes: readonly NodeRow[],
): Promise<(node: NodeRow) => Place> {
  const chains = await chainsTo(from, spaceId, parentsOf(nodes))
  return ({ id, parent_id }) => ({ id: parent_id ?? id, path: pathOf(chains.get(parent_id ?? '') ?? []) })
}

/** Records of items that are there; the others are left out. */
export async function recordsOf(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<FileRecord[]> {
  const { item } = await lookUp(from, spaceId, { ids })
  return [...new Set(ids)].flatMap((id) => {
    const node = item(id)
    return node ? [recordOf(node, pathOf(node.above))] : []
  })
}
