import { Failure } from '#server/failure.ts'
import { chainTo, type NodeRow, nodesOf, pathOf } from '#server/modules/files/index.ts'
import type { Tx } from '#server/storage/database.ts'

/** A file, and its folder as the journal records it. */
export type LiveFile = { node: NodeRow; place: { id: string; path: string } }

/** A live file of a space; the caller holds the space's lock. Throws fileGone. */
export async function fileIn(tx: Tx, spaceId: string, hash: string): Promise<LiveFile> {
  const chain = await chainTo(tx, spaceId, hash)
  const [node] = chain ? await nodesOf(tx, spaceId, [hash]) : []
  if (!chain || !node || node.is_folder) throw new Failure('fileGone')
  return { node, place: { id: node.parent_id ?? '', path: pathOf(chain.slice(0, -1)) } }
}
