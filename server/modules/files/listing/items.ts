import type { FileRecord } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Place } from './entries.ts'
import { type NodeRow, recordOf } from './records.ts'
import { chainsTo, nodesOf, pathOf } from './tree-store.ts'

const parentsOf = (nodes: readonly NodeRow[]) => nodes.flatMap((node) => (node.parent_id ? [node.parent_id] : []))

/**
 * Live items of a space; throws fileGone when one is missing. Items inside another chosen folder are left out, because
 * they are processed with the folder and would be counted twice.
 */
export async function itemsOf(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<NodeRow[]> {
  const nodes = await nodesOf(from, spaceId, ids)
  const chosen = new Set(nodes.map((node) => node.id))
  if (chosen.size !== new Set(ids).size) throw new Failure('fileGone')
  const chains = await chainsTo(from, spaceId, parentsOf(nodes))
  return nodes.filter(({ parent_id }) => {
    const chain = parent_id ? chains.get(parent_id) : []
    if (!chain) throw new Failure('fileGone')
    return !chain.some((link) => chosen.has(link.id))
  })
}

/** The folder of each item, in the form of a journal entry. */
export async function placesOf(
  from: Db | Tx,
  spaceId: string,
  nodes: readonly NodeRow[],
): Promise<(node: NodeRow) => Place> {
  const chains = await chainsTo(from, spaceId, parentsOf(nodes))
  return ({ id, parent_id }) => ({ id: parent_id ?? id, path: pathOf(chains.get(parent_id ?? '') ?? []) })
}

export async function recordsOf(from: Db | Tx, spaceId: string, ids: readonly string[]): Promise<FileRecord[]> {
  const nodes = await nodesOf(from, spaceId, ids)
  const placeOf = await placesOf(from, spaceId, nodes)
  return nodes.map((node) => recordOf(node, placeOf(node).path))
}
