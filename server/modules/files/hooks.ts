import type { Tx } from '#server/storage/database.ts'

/** An item and its copy. */
export type Copied = { from: string; to: string }

/** A transfer of items from one space to another. */
export type SpaceTransfer = { fromId: string; toId: string }

/** Callbacks of other modules that run in the transaction of a change of items. */
export type ItemHooks = {
  copied(tx: Tx, pairs: readonly Copied[]): Promise<void>
  /** A copy or move has replaced the content of files by the content of others. */
  overwritten(tx: Tx, pairs: readonly Copied[]): Promise<void>
  /** Items were moved to another space: data stored under the old space must follow or be deleted. */
  crossed(tx: Tx, transfer: SpaceTransfer): Promise<void>
  /** Items and everything below them are about to be permanently deleted. */
  purging(tx: Tx, ids: readonly string[]): Promise<void>
}

/** The registered callbacks by event. */
export type FileHooks = { readonly [Moment in keyof ItemHooks]: readonly ItemHooks[Moment][] }
