import * as z from 'zod/mini'
import { FileRecord, Hash, HashList } from './files.ts'
import { MARKS_MAX } from './limits.ts'
import { operation } from './operation.ts'
import { Id, keyset, Moment, Nothing, pageOf } from './shapes.ts'

/** What a list shows of an item beside its record. */
export const Mark = z.object({
  hash: Hash,
  tags: z.array(z.string()),
  isFavourite: z.boolean(),
  hasNote: z.boolean(),
  hasMeta: z.boolean(),
  /** A link that works leads to it; members see that. */
  isShared: z.boolean(),
  /** Whose program keeps others from changing it; members see that. */
  lockedBy: z.nullable(z.string()),
})
export type Mark = z.infer<typeof Mark>

/** An item of any space, with when the caller marked or opened it. */
export const Marked = z.object({
  file: FileRecord,
  space: z.object({ id: Id, name: z.string(), identifier: z.string() }),
  at: Moment,
})
export type Marked = z.infer<typeof Marked>

const item = { spaceId: Id, hash: Hash }
const reading = ['spaceNotFound', 'spaceForbidden', 'fileGone'] as const

export const marks = {
  of: operation({
    method: 'POST',
    path: '/files/marks',
    summary: 'Tags, stars and other marks of items; only of those that have any.',
    gate: 'public',
    changes: false,
    input: z.object({ spaceId: Id, hashes: z.array(Hash).check(z.maxLength(MARKS_MAX)) }),
    data: z.array(Mark),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  favourite: operation({
    method: 'PUT',
    path: '/files/favourite',
    summary: 'Makes items favourites of the caller, or none any more.',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, hashList: HashList, isOn: z.boolean() }),
    data: Nothing,
    errors: [...reading, 'favouritesTooMany'],
  }),
  favourites: operation({
    method: 'GET',
    path: '/favourites',
    summary: 'Favourites of the caller in all spaces that they may read, newest first; a page may be short.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(Marked),
    errors: [],
  }),
  recent: operation({
    method: 'GET',
    path: '/recent',
    summary: 'What the caller opened last in the spaces that they may read, newest first; a page may be short.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(Marked),
    errors: [],
  }),
  opened: operation({
    method: 'POST',
    path: '/files/:hash/opened',
    summary: 'Notes that the caller opened an item.',
    gate: 'signedIn',
    input: z.object(item),
    data: Nothing,
    errors: reading,
  }),
}
