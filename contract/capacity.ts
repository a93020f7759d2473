import * as z from 'zod/mini'
import { ADVICE_ROWS, TEXT_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, Nothing, Timestamp } from './core/shapes.ts'
import { CapacityGb } from './spaces.ts'

/** An item and the storage it uses. Sizes in bytes. */
const Heavy = z.object({
  hash: Id,
  name: z.string(),
  path: z.string(),
  /** The folder that contains the item. */
  folder: Id,
  bytes: Count,
  updateTime: Timestamp,
})
/** A file and its older versions: `bytes` is their size, `oldest` is when the first of them was written. */
const Versioned = z.extend(Heavy, { count: Count, oldest: Timestamp })

/** What can be deleted to free up storage, and how much that frees. Source: issue, clean-up adviser. */
export const Advice = z.object({
  capacityBytes: Count,
  /** Files, their older versions and the trash. */
  usedBytes: Count,
  /** Bytes reserved for uploads in progress. */
  reservedBytes: Count,
  /** Bytes of the current versions of live files. */
  currentBytes: Count,
  largest: z.array(Heavy),
  /** Files with the most bytes in older versions. */
  versions: z.array(Versioned),
  /** Of the files with many bytes in older versions, those with the oldest versions. */
  oldVersions: z.array(Versioned),
  versionBytes: Count,
  trash: z.object({ count: Count, bytes: Count, oldest: z.nullable(Timestamp) }),
  /** The same content in several places of the space, largest first; `bytes` is the size of all copies but one. */
  duplicates: z.array(z.object({ bytes: Count, items: z.array(Heavy) })),
})
export type Advice = z.infer<typeof Advice>

export const capacity = {
  advice: operation({
    method: 'GET',
    path: '/spaces/:id/advice',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Advice,
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  dropVersions: operation({
    method: 'POST',
    path: '/spaces/:id/advice/versions',
    gate: 'signedIn',
    input: z.object({ id: Id, hashes: z.array(Id).check(z.minLength(1), z.maxLength(ADVICE_ROWS)) }),
    data: z.object({ freedBytes: Count }),
    errors: ['spaceNotFound', 'spaceForbidden', 'fileForbidden', 'fileGone', 'legalHold'],
  }),
  ask: operation({
    method: 'POST',
    path: '/setting/cteApply',
    gate: 'signedIn',
    input: z.object({
      spaceId: Id,
      size: CapacityGb,
      description: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX)),
    }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'capacityAsked', 'capacityAsksADay', 'capacityNotMore'],
  }),
}
