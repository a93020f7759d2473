import type { SpaceFacts } from '#contract/policy.ts'
import type { VersionChange } from '#contract/versions.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Tx } from '#server/storage/database.ts'
import type { FileHooks } from './hooks.ts'
import type { Landing } from './landing.ts'
import type { NodeRow } from './records.ts'
import { demandFor } from './rights.ts'
import { adjustFolders } from './tree.ts'
import { replaceContents } from './versions.ts'

/** An item whose content becomes the next version of the file that has its name. */
export type Overwriting = Landing & { over: NodeRow }
export const isOver = (landing: Landing): landing is Overwriting => landing.over !== null

/** The file has that content already: it gets no version. */
export const isSame = ({ node, over }: Overwriting): boolean => node.sha256 === over.sha256

/** Bytes by which overwritten files grow: what they were stays as an older version. */
export const bytesOver = (landed: readonly Overwriting[]): number =>
  landed.reduce((sum, landing) => sum + (isSame(landing) ? 0 : landing.node.size), 0)

type Change = {
  target: string
  actor: SignedIn
  facts: SpaceFacts
  change: Extract<VersionChange, 'moved' | 'copied'>
  now: Date
  overwritten: FileHooks['overwritten']
}

/**
 * Gives files the contents of others as new versions; for whoever may edit them. The caller holds the space's lock and
 * counts what the space holds.
 */
export async function overwrite(tx: Tx, landed: readonly Overwriting[], change: Change): Promise<void> {
  if (!landed.length) return
  const { actor, facts, target, now, overwritten } = change
  await demandFor(tx, { actor, facts, permission: 'file.edit', nodes: landed.map(({ over }) => over) })
  const changed = landed.filter((landing) => !isSame(landing))
  const replacements = changed.map(({ node, over }) => ({
    nodeId: over.id,
    blob: { sha256: node.sha256 ?? '', size: node.size },
    byId: actor.id,
    change: change.change,
    source: { hash: node.id },
  }))
  await replaceContents(tx, replacements, now)
  const bytes = changed.reduce((sum, { node, over }) => sum + node.size - over.size, 0)
  await adjustFolders(tx, [{ folderId: target, bytes, items: 0, folders: 0, filesBelow: 0, foldersBelow: 0 }])
  const pairs = landed.map(({ node, over }) => ({ from: node.id, to: over.id }))
  for (const tell of overwritten) await tell(tx, pairs)
}
