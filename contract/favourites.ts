import * as z from 'zod/mini'
import { BADGES_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { FileRecord, Hash, HashList } from './files.ts'

/** Badges of an item in a list, loaded separately from its record. */
export const ItemBadges = z.object({
  hash: Hash,
  tags: z.array(z.string()),
  isFavourite: z.boolean(),
  hasNote: z.boolean(),
  hasMeta: z.boolean(),
  /** A working share link includes the item; shown to members only. */
  isShared: z.boolean(),
  /** Name of the person whose program has locked the item; shown to members only. */
  lockedBy: z.nullable(z.string()),
})
export type ItemBadges = z.infer<typeof ItemBadges>

/** An item of any space, with the time when the caller marked it as a favourite or opened it. */
export const PersonalItem = z.object({
  file: FileRecord,
  space: z.object({ id: Id, name: z.string(), identifier: z.string() }),
  at: Timestamp,
})
export type PersonalItem = z.infer<typeof PersonalItem>

const item = { spaceId: Id, hash: Hash }
const reading = ['spaceNotFound', 'spaceForbidden', 'fileGone'] as const

export const favourites = {
  of: operation({
    method: 'POST',
    path: '/files/badges',
    gate: 'public',
    changes: false,
    input: z.object({ spaceId: Id, hashes: z.array(Hash).check(z.maxLength(BADGES_MAX)) }),
    data: z.array(ItemBadges),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  favourite: operation({
    method: 'PUT',
    path: '/files/favourite',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, hashList: HashList, isOn: z.boolean() }),
    data: Nothing,
    errors: [...reading, 'favouritesTooMany'],
  }),
  favourites: operation({
    method: 'GET',
    path: '/favourites',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(PersonalItem),
    errors: [],
  }),
  recent: operation({
    method: 'GET',
    path: '/recent',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(PersonalItem),
    errors: [],
  }),
  opened: operation({
    method: 'POST',
    path: '/files/:hash/opened',
    gate: 'signedIn',
    input: z.object(item),
    data: Nothing,
    errors: reading,
  }),
}
