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
 * What a capability that lives in spaces gives to those who walk through all of them. It stands in `part.ts` of its
 * module, one word in `space-parts.ts` makes it known, and nothing else of the server is edited for it.
 */
export type SpacePart = {
  name: string
  /** Its tables. What of them belongs to a space or an item goes with that by its foreign keys. */
  tables: readonly (keyof Schema)[]
  /** What it does in the transaction in which items are copied, overwritten, handed over or deleted for good. */
  items?: Partial<ItemHooks>
  /** What it does in the transaction in which somebody stops being a member. */
  memberLeaving?: MemberLeaving
  /** Bytes that it keeps in a space `s`, in the one column of a query; the doctor compares the counter with their sum. */
  usedBytes?: readonly RawBuilder<unknown>[]
  /** Bytes that it reserves in a space `s` for uploads under way; compared in the same way. */
  reservedBytes?: readonly RawBuilder<unknown>[]
  /** Its rows that name contents: those stay while a row does. */
  contents?: readonly ContentUse[]
  /** How items are found by what it keeps of them. */
  search?: readonly SearchWay[]
  /** What it lets go of in a database that was restored: what was under way then is not any more. */
  restored?: (tx: Tx) => Promise<void>
  /** What must be true of its tables. */
  doctor?: readonly Rule[]
  /** What `--demo` finds of it in a space of the sample, in the transaction that makes the space. */
  demo?: (tx: Tx, space: SampleSpace) => Promise<void>
  /**
   * What `npm run seed -- --spaces` adds to the spaces of the table `made` (`i` counts them, `id`, `root_id`, `owner_id`,
   * `at`), with the people of `folk` (`n` counts them, `id`).
   */
  seed?: readonly RawBuilder<unknown>[]
}
