import type { Tx } from '#server/storage/database.ts'
import { type Replacement, replaceContents } from './content/version-store.ts'
import type { NodeRow } from './listing/records.ts'
import { count, type Delta } from './listing/tree-store.ts'
import { demandUnlocked } from './locks/locked.ts'

/** A live file and its new content, which is in the store. */
export type NewContent = Omit<Replacement, 'nodeId'> & { node: NodeRow }

/**
 * Replaces the contents of files, each file once; `released` reserved bytes become used. The caller holds the space's
 * lock and has checked the storage. Throws fileLocked.
 */
export async function replaceFiles(
  tx: Tx,
  spaceId: string,
  contents: readonly NewContent[],
  { now, released }: { now: Date; released: number },
): Promise<void> {
  const wishes = contents.map(({ node, byId }) => ({
    id: node.id,
    name: node.name,
    personId: byId,
    scope: 'itself' as const,
  }))
  await demandUnlocked(tx, spaceId, wishes)
  const replacements = contents.map(({ node, ...content }) => ({ ...content, nodeId: node.id }))
  await replaceContents(tx, replacements, now)
  const usedBytes = contents.reduce((sum, { blob }) => sum + blob.size, 0)
  await count(tx, spaceId, { deltas: contents.map(deltaOf), usage: { usedBytes, reservedBytes: -released } }, now)
}

const deltaOf = ({ node, blob }: NewContent): Delta => ({
  folderId: node.parent_id ?? '',
  bytes: blob.size - node.size,
  items: 0,
  folders: 0,
  filesBelow: 0,
  foldersBelow: 0,
})
