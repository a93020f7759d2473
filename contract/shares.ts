import * as z from 'zod/mini'
import { BYTES_PER_GB, SEARCH_TEXT_MAX, SHARE_BOX_GB_MAX, SHARE_DAYS, SHARE_PASSWORD } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Hash } from './files.ts'

/** Maximum number of items of one link (our choice). */
const SHARE_ITEMS_MAX = 1000

/** Kinds of shared objects. */
export const ShareKind = z.enum(['space', 'folder', 'file', 'selection', 'board'])
export type ShareKind = z.infer<typeof ShareKind>
/** Path of a link's page. Source: spec section 2. */
export function sharePathOf(kind: ShareKind): string {
  if (kind === 'board') return '/board-share'
  return kind === 'space' ? '/space-share' : '/file-share'
}
/** Kind of password of the link. Source: spec section 3. */
export const ShareWay = z.enum(['none', 'rand', 'custom'])
export type ShareWay = z.infer<typeof ShareWay>
/** A link is valid or expired (spec section 4); `revoked` is a link that was ended early. */
export const ShareState = z.enum(['valid', 'expired', 'revoked'])
export type ShareState = z.infer<typeof ShareState>

const PASSWORD = new RegExp(`^[\\p{L}\\p{N}]{${SHARE_PASSWORD.min},${SHARE_PASSWORD.max}}$`, 'u')
/** Whether a password has only letters and digits of any script. Source: spec section 5. */
export const isSharePassword = (password: string): boolean => PASSWORD.test(password.normalize('NFC'))

const Person = z.object({ personId: Id, personName: z.string() })

/** A link as its maker, or the owner of the space, sees it. */
export const Share = z.object({
  id: Id,
  kind: ShareKind,
  /** Name of the first item, or of the space. */
  title: z.string(),
  /** Number of shared items. */
  count: Count,
  space: z.object({ id: Id, name: z.string() }),
  maker: Person,
  /** The URL of the link, returned to its maker only. */
  link: z.nullable(z.string()),
  way: ShareWay,
  mayDownload: z.boolean(),
  /** Pages of other sites may show the board in a frame. */
  mayEmbed: z.boolean(),
  /** Visitors may set the filters of the board. */
  mayFilter: z.boolean(),
  isBox: z.boolean(),
  /** Bytes that a drop box accepts in total, and has received. */
  boxBytes: Count,
  boxUsed: Count,
  state: ShareState,
  createTime: Timestamp,
  endTime: Timestamp,
  visits: Count,
  downloads: Count,
})
export type Share = z.infer<typeof Share>
/** A link of someone else that the caller has opened, with its details at that time. */
export const ReceivedShare = z.object({
  ...z.pick(Share, { id: true, kind: true, title: true, count: true, maker: true, mayDownload: true, isBox: true })
    .shape,
  ...z.pick(Share, { state: true, endTime: true }).shape,
  /** The link asks for a password. */
  needsPassword: z.boolean(),
  /** The URL of the link; null when it is no longer valid. */
  link: z.nullable(z.string()),
  /** When the caller last opened it. */
  at: Timestamp,
})
export type ReceivedShare = z.infer<typeof ReceivedShare>
/** A new or changed link; a random password is returned only this once. */
const MadeShare = z.extend(Share, { password: z.nullable(z.string()) })

export const VisitAction = z.enum(['opened', 'wrongPassword', 'previewed', 'downloaded', 'uploaded'])
export type VisitAction = z.infer<typeof VisitAction>
/** A visit: the visitor's name when signed in, and the IP address without its last part. */
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

/** Files that a visitor uploaded to a drop box; the visitor can show the code as a receipt. */
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
/** Only the length is checked here; a wrong format is refused with a specific sentence. */
const Password = z.optional(z.string().check(z.maxLength(200)))
/** Settings of a link that people choose. */
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
    gate: 'signedIn',
    input: z.object({ spaceId: Id, ...choice }),
    data: MadeShare,
    errors: [...making, 'spaceRightMissing'],
  }),
  makeFile: operation({
    method: 'POST',
    path: '/share/file.link',
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
  makeBoard: operation({
    method: 'POST',
    path: '/share/board.link',
    gate: 'signedIn',
    input: z.object({
      reportId: Id,
      ...choice,
      mayEmbed: z._default(z.boolean(), false),
      mayFilter: z._default(z.boolean(), false),
    }),
    data: MadeShare,
    errors: [...making, 'reportGone', 'reportUnpublished', 'fileForbidden', 'shareEmbedOpen'],
  }),
  list: operation({
    method: 'GET',
    path: '/share/list',
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
  received: operation({
    method: 'GET',
    path: '/share/received',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(ReceivedShare),
    errors: [],
  }),
  forget: operation({
    act: 'remove',
    method: 'DELETE',
    path: '/share/received/:id',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['shareGone'],
  }),
  ofSpace: operation({
    method: 'GET',
    path: '/space/shares',
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
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, hash: Hash, ...keyset }),
    data: pageOf(Share),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  edit: operation({
    method: 'PUT',
    path: '/share/:id',
    gate: 'signedIn',
    input: z.object({
      id: Id,
      days: z.optional(Days),
      way: z.optional(ShareWay),
      password: Password,
      mayDownload: z.optional(z.boolean()),
      boxBytes: z.optional(BoxBytes),
      mayEmbed: z.optional(z.boolean()),
      mayFilter: z.optional(z.boolean()),
    }),
    data: MadeShare,
    errors: ['shareGone', 'sharePasswordRule', 'shareEmbedOpen'],
  }),
  revoke: operation({
    act: 'cancel',
    method: 'POST',
    path: '/share/set',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['shareGone'],
  }),
  visits: operation({
    method: 'GET',
    path: '/share/:id/visits',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset }),
    data: pageOf(ShareVisit),
    errors: ['shareGone'],
  }),
  receipts: operation({
    method: 'GET',
    path: '/share/:id/receipts',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset }),
    data: pageOf(ShareReceipt),
    errors: ['shareGone'],
  }),
}
