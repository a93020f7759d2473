import type { SpaceContext } from '#contract/core/policy.ts'
import type { VersionChange } from '#contract/versions.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import { replaceContents } from '../content/version-store.ts'
import type { FileHooks } from '../hooks.ts'
import type { NodeRow } from '../listing/records.ts'
import type { Delta } from '../listing/tree-store.ts'
import { demandFor } from '../rights.ts'
import type { Placement } from './placement.ts'

/** An item whose content becomes the next version of the file with the same name. */
export type Overwriting = Placement & { over: NodeRow }
export const isOver = (placement: Placement): placement is Overwriting => placement.over !== null

/** The file has the same content already, so it gets no new version. */
export const isSame = ({ node, over }: Overwriting): boolean => node.sha256 === over.sha256

/** Bytes by which overwritten files grow: their previous contents are kept as older versions. */
export const bytesOver = (placements: readonly Overwriting[]): number =>
  placements.reduce((sum, placement) => sum + (isSame(placement) ? 0 : placement.node.size), 0)

/** The counter change of the folder of an overwritten file. */
export const deltaOver = (placement: Overwriting): Delta[] => {
  const bytes = isSame(placement) ? 0 : placement.node.size - placement.over.size
  const folderId = placement.over.parent_id ?? ''
  return bytes ? [{ folderId, bytes, items: 0, folders: 0, filesBelow: 0, foldersBelow: 0 }] : []
}

type Change = {
  actor: SignedIn
  policyContext: SpaceContext
  change: Extract<VersionChange, 'moved' | 'copied'>
  now: Date
  overwritten: FileHooks['overwritten']
}

/**
 * Overwrites files with the contents of others as new versions, for callers who may edit them. The caller holds the
 * space's lock and counts what changed.
 */
export async function overwrite(tx: Tx, placements: readonly Overwriting[], change: Change): Promise<void> {
  if (!placements.length) return
  const { actor, policyContext, now, overwritten } = change
  await demandFor(tx, { actor, policyContext, permission: 'file.edit', nodes: placements.map(({ over }) => over) })
  const changed = placements.filter((placement) => !isSame(placement))
  const replacements = changed.map(({ node, over }) => ({
    nodeId: over.id,
    blob: { sha256: node.sha256 ?? '', size: node.size },
    byId: actor.id,
    change: change.change,
    source: { hash: node.id },
  }))
  await replaceContents(tx, replacements, now)
  const pairs = placements.map(({ node, over }) => ({ from: node.id, to: over.id }))
  for (const hook of overwritten) await hook(tx, pairs)
}
