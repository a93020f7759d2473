import * as z from 'zod/mini'
import { BYTES_PER_GB, SEARCH_TEXT_MAX, SHARE_BOX_GB_MAX, SHARE_DAYS, SHARE_PASSWORD } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Hash } from './files.ts'

/** Items of one link (our choice). */
const SHARE_ITEMS_MAX = 1000

/** What a link is about. */
export const ShareKind = z.enum(['space', 'folder', 'file', 'selection'])
export type ShareKind = z.infer<typeof ShareKind>
/** The page of a link. Source: spec section 2. */
export const sharePathOf = (kind: ShareKind): string => (kind === 'space' ? '/space-share' : '/file-share')
/** How it is guarded. Source: spec section 3. */
export const ShareWay = z.enum(['none', 'rand', 'custom'])
export type ShareWay = z.infer<typeof ShareWay>
/** A link is valid or expired (spec section 4); one that was ended before its time is told apart. */
export const ShareState = z.enum(['valid', 'expired', 'revoked'])
export type ShareState = z.infer<typeof ShareState>

const PASSWORD = new RegExp(`^[\\p{L}\\p{N}]{${SHARE_PASSWORD.min},${SHARE_PASSWORD.max}}$`, 'u')
/** Letters and digits of any script, nothing special. Source: spec section 5. */
export const isSharePassword = (password: string): boolean => PASSWORD.test(password.normalize('NFC'))

const Person = z.object({ personId: Id, personName: z.string() })

/** A link as its maker, or the owner of the space, sees it. */
export const Share = z.object({
  id: Id,
  kind: ShareKind,
  /** The first of the items, or the space. */
  title: z.string(),
  /** Items that it is about. */
  count: Count,
  space: z.object({ id: Id, name: z.string() }),
  maker: Person,
  /** The address, for its maker alone. */
  link: z.nullable(z.string()),
  way: ShareWay,
  mayDownload: z.boolean(),
  isBox: z.boolean(),
  /** Bytes that a drop box takes in all, and has taken. */
  boxBytes: Count,
  boxUsed: Count,
  state: ShareState,
  createTime: Timestamp,
  endTime: Timestamp,
  visits: Count,
  downloads: Count,
})
export type Share = z.infer<typeof Share>
/** A link just made or changed: a random password is told now and never again. */
const MadeShare = z.extend(Share, { password: z.nullable(z.string()) })

export const VisitAction = z.enum(['opened', 'wrongPassword', 'previewed', 'downloaded', 'uploaded'])
export type VisitAction = z.infer<typeof VisitAction>
/** What a visitor did: their name when they were signed in, the address without its end. */
export const ShareVisit = z.object({
  id: z.string(),
  at: Timestamp,
  action: VisitAction,
  personName: z.string(),
  address: z.string(),
  browser: z.string(),
  system: z.string(),
  itemName: z.string(),
  bytes: Count,
})
export type ShareVisit = z.infer<typeof ShareVisit>

/** What a visitor brought to a drop box; the code is what they show. */
export const ShareReceipt = z.object({
  code: z.string(),
  at: Timestamp,
  sender: z.string(),
  note: z.string(),
  files: z.array(z.object({ name: z.string(), size: Count, sha256: z.string() })),
  bytes: Count,
})
export type ShareReceipt = z.infer<typeof ShareReceipt>

const Days = z.number().check(z.int(), z.gte(1), z.lte(SHARE_DAYS.max))
const BoxBytes = z.number().check(z.int(), z.gte(1), z.lte(SHARE_BOX_GB_MAX * BYTES_PER_GB))
/** What is wrong with a password is told in our words, not by the schema. */
const Password = z.optional(z.string().check(z.maxLength(200)))
/** What people choose of a link. */
const choice = {
  days: z._default(Days, SHARE_DAYS.default),
  way: z._default(ShareWay, 'none'),
  password: Password,
  mayDownload: z._default(z.boolean(), true),
}
const making = ['spaceNotFound', 'spaceForbidden', 'sharePasswordRule', 'shareTooMany'] as const

export const shares = {
  makeSpace: operation({
    method: 'POST',
    path: '/share/space.link',
    summary: 'Makes a link to a whole space.',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, ...choice }),
    data: MadeShare,
    errors: [...making, 'spaceRightMissing'],
  }),
  makeFile: operation({
    method: 'POST',
    path: '/share/file.link',
    summary:
      'Makes a link to a file, a folder or a selection; with `isBox` one by which others bring files into a folder.',
    gate: 'signedIn',
    input: z.object({
      spaceId: Id,
      hashList: z.array(Hash).check(z.minLength(1), z.maxLength(SHARE_ITEMS_MAX)),
      ...choice,
      isBox: z._default(z.boolean(), false),
      boxBytes: z._default(BoxBytes, BYTES_PER_GB),
    }),
    data: MadeShare,
    errors: [...making, 'fileGone', 'fileForbidden', 'boxFolderOnly'],
  }),
  list: operation({
    method: 'GET',
    path: '/share/list',
    summary: 'The links that the caller made, newest first.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({
      ...keyset,
      q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX))),
      state: z._default(z.enum(['all', 'valid', 'expired']), 'all'),
    }),
    data: pageOf(Share),
    errors: [],
  }),
  ofSpace: operation({
    method: 'GET',
    path: '/space/shares',
    summary: 'Every link of a space, newest first; for its owner.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({
      spaceId: Id,
      ...keyset,
      state: z._default(z.enum(['all', 'valid', 'expired']), 'all'),
    }),
    data: pageOf(Share),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  ofItem: operation({
    method: 'GET',
    path: '/share/of-item',
    summary: 'The links to a file or folder that the caller made, and for the owner of the space all; newest first.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, hash: Hash, ...keyset }),
    data: pageOf(Share),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  edit: operation({
    method: 'PUT',
    path: '/share/:id',
    summary: 'Changes an own link; `days` count from now, a new password ends the visits of the old one.',
    gate: 'signedIn',
    input: z.object({
      id: Id,
      days: z.optional(Days),
      way: z.optional(ShareWay),
      password: Password,
      mayDownload: z.optional(z.boolean()),
      boxBytes: z.optional(BoxBytes),
    }),
    data: MadeShare,
    errors: ['shareGone', 'sharePasswordRule'],
  }),
  revoke: operation({
    method: 'POST',
    path: '/share/set',
    summary: 'Ends an own link, or as the owner any link of the space, at once.',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['shareGone'],
  }),
  visits: operation({
    method: 'GET',
    path: '/share/:id/visits',
    summary: 'Who came by a link and what they did, newest first.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset }),
    data: pageOf(ShareVisit),
    errors: ['shareGone'],
  }),
  receipts: operation({
    method: 'GET',
    path: '/share/:id/receipts',
    summary: 'What was brought to a drop box, newest first.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset }),
    data: pageOf(ShareReceipt),
    errors: ['shareGone'],
  }),
}
