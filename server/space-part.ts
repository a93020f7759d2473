import type { RawBuilder } from 'kysely'
import type { SampleSpace } from '#server/demo/sample.ts'
import type { Rule } from '#server/doctor/rule.ts'
import type { ItemHooks } from '#server/modules/files/index.ts'
import type { SearchWay } from '#server/modules/search/index.ts'
import type { MemberLeaving } from '#server/modules/spaces/index.ts'
import type { ContentUse } from '#server/storage/blob-use.ts'
import type { Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

/**
 * A table whose rows of a space are in the backup of that space: found by `space_id`, by another column that holds the
 * id of the space, or by a key to the `id` of another such table.
 */
export type SavedTable = {
  table: keyof Schema
  by?: { column: string; of: keyof Schema | 'the space' }
  /** Absent: its rows are always restored; else only into a new space, or by `broughtBack` of its part alone. */
  restored?: 'intoNew' | 'apart'
  /** Columns with numbers that the database gives to its rows, `id` first; a restore gives new ones in their order. */
  numbers?: readonly string[]
}

/** A copy of a space whose rows were restored, in the transaction that ends the restore. */
export type BroughtBack = {
  spaceId: string
  /** The person who restores it. */
  personId: string
  /** The id that a row of the copy, found by its id of then, has now: SQL. */
  idNow: (id: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The rows of a table in the copy, with the ids of now, as `x`: SQL. */
  rows: (table: keyof Schema) => RawBuilder<unknown>
  /** Inserts those of these rows that fulfil a condition, with some values instead of their own. */
  insert: (
    table: keyof Schema,
    wish: { instead?: Readonly<Record<string, string>>; where: RawBuilder<unknown> },
  ) => Promise<number>
}

/**
 * What a capability inside spaces contributes to code that handles all of them. A module exports it from `part.ts` and
 * is listed in `space-parts.ts`; no other server code is edited for it.
 */
export type SpacePart = {
  name: string
  /** Its tables. Rows that belong to a space or an item are deleted with it by foreign keys. */
  tables: readonly (keyof Schema)[]
  /** Tables of the backup of a space, each after those that its keys lead to. */
  saved?: readonly SavedTable[]
  /** Hooks in the transaction in which items are copied, overwritten, moved to another space or permanently deleted. */
  items?: Partial<ItemHooks>
  /** Hook in the transaction in which somebody stops being a member. */
  memberLeaving?: MemberLeaving
  /** Queries of the bytes it stores in a space `s`, one column each; the doctor compares the counter with their sum. */
  usedBytes?: readonly RawBuilder<unknown>[]
  /** Queries of the bytes it reserves in a space `s` for unfinished uploads; compared in the same way. */
  reservedBytes?: readonly RawBuilder<unknown>[]
  /** Columns that reference contents: a content is kept while a row references it. */
  contents?: readonly ContentUse[]
  /** Ways to find items by its data. */
  search?: readonly SearchWay[]
  /** Restores the data of a restored space that is restored `apart`. */
  broughtBack?: (tx: Tx, back: BroughtBack) => Promise<void>
  /** Clean-up in a restored database of work that was unfinished at the time of the backup. */
  restored?: (tx: Tx) => Promise<void>
  /** Checks of its tables for the doctor. */
  doctor?: readonly Rule[]
  /** Loads what creates its sample data for `--demo`, in the transaction that makes the sample space. */
  demo?: () => Promise<(tx: Tx, space: SampleSpace) => Promise<void>>
  /**
   * Statements of `npm run seed -- --spaces` that add rows to the spaces of the table `made` (`i` counts them, `id`,
   * `root_id`, `owner_id`, `at`), with the people of `folk` (`n` counts them, `id`).
   */
  seed?: readonly RawBuilder<unknown>[]
}
