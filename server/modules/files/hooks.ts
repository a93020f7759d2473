import type { Tx } from '#server/storage/database.ts'

/** An item and what was made from it. */
export type Copied = { from: string; to: string }

/** What leaves one space and belongs to another from then on. */
export type SpaceTransfer = { fromId: string; toId: string }

/** What another capability does in the transaction in which items change. */
export type ItemHooks = {
  copied(tx: Tx, pairs: readonly Copied[]): Promise<void>
  /** Files have the content of others from then on, by a copy or a move over them. */
  overwritten(tx: Tx, pairs: readonly Copied[]): Promise<void>
  /** Items belong to another space: what is kept of them under the old one follows, or ends. */
  crossed(tx: Tx, transfer: SpaceTransfer): Promise<void>
  /** Items are about to be deleted for good, with all below them. */
  purging(tx: Tx, ids: readonly string[]): Promise<void>
}

/** What all of them do. */
export type FileHooks = { readonly [Moment in keyof ItemHooks]: readonly ItemHooks[Moment][] }
