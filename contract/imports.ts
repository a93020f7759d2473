import * as z from 'zod/mini'
import { IMPORT_URLS_MAX, SEARCH_TEXT_MAX, SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, Timestamp } from './core/shapes.ts'
import { Conflict, Hash } from './files.ts'
import { ShareKind } from './shares.ts'
import { SpaceType } from './spaces.ts'
import { Task } from './tasks.ts'

/** Maximum total length in characters of all item ids of one import (our choice). */
export const IMPORT_IDS_CHARS = 262_144

/** Kinds of external drives; each kind is an adapter in `server/modules/imports/drives`. */
export const DriveKind = z.enum(['webdav', 's3'])
export type DriveKind = z.infer<typeof DriveKind>

const Text = z.string().check(z.maxLength(500))
const isWithoutSecret = (text: string) => {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return !username && !password
}
/** Address and credentials of an external drive; stored encrypted, and only until the task ends. */
export const Drive = z.object({
  kind: DriveKind,
  /** The URL must not contain a user name or password: they have their own fields. */
  server: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000), z.refine(isWithoutSecret)),
  /** User name, or access key id. */
  user: z._default(Text, ''),
  /** Password, or secret key. */
  secret: z._default(Text, ''),
  bucket: z._default(Text, ''),
  region: z._default(Text, ''),
})
export type Drive = z.infer<typeof Drive>

/** A file or folder in the import source (another space, a share link or an external drive), with its `id` there. */
export const ForeignItem = z.object({
  id: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  size: Count,
  updateTime: z.nullable(Timestamp),
})
export type ForeignItem = z.infer<typeof ForeignItem>

const Cursor = z.string().check(z.maxLength(4000))
const Page = z.object({ list: z.array(ForeignItem), next: z.optional(Cursor) })
const Ids = z.array(z.string().check(z.minLength(1), z.maxLength(4000))).check(
  z.minLength(1),
  z.maxLength(SELECTION_MAX),
  z.refine((ids) => ids.reduce((sum, { length }) => sum + length, 0) <= IMPORT_IDS_CHARS),
)

/** How a published dataset of another site is read: as a repository, by its description, or as a package. */
export const PublishedKind = z.enum(['invenio', 'dataverse', 'crate', 'bag', 'archive'])
export type PublishedKind = z.infer<typeof PublishedKind>
/** An address of its page, its description or its archive, or its DOI. */
const PublishedAddress = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))

/** The target folder of an import; the root when absent. */
const place = { spaceId: Id, hash: z.optional(Hash), conflict: z._default(Conflict, 'keepBoth') }
const linked = {
  linkUrl: z.string().check(z.trim(), z.maxLength(2000)),
  password: z.optional(z.string().check(z.maxLength(200))),
}
const making = [
  'spaceNotFound',
  'spaceForbidden',
  'folderGone',
  'fileForbidden',
  'spaceRightMissing',
  'tasksTooMany',
] as const
const outside = ['outsideRefused', 'outsideUnreachable', 'outsideSignIn', 'outsideGone'] as const
const ofLink = [
  'linkWrongFormat',
  'shareGone',
  'shareExpired',
  'sharePasswordNeeded',
  'sharePasswordWrong',
  'shareClosed',
  'shareForbidden',
] as const

export const imports = {
  spaces: operation({
    method: 'GET',
    path: '/space/importList',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, q: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_TEXT_MAX))) }),
    data: z.array(z.object({ id: Id, name: z.string(), type: SpaceType })),
    errors: ['spaceNotFound'],
  }),
  fromSpace: operation({
    method: 'POST',
    path: '/space/cp.ln',
    gate: 'signedIn',
    input: z.object({
      ...place,
      sourceSpaceId: Id,
      hashList: z.array(Hash).check(z.minLength(1), z.maxLength(SELECTION_MAX)),
    }),
    data: Task,
    errors: [...making, 'fileGone'],
  }),
  lookAtLink: operation({
    method: 'POST',
    path: '/harvest/tran/file',
    gate: 'signedIn',
    changes: false,
    input: z.object({ ...linked, hash: z.optional(z.string().check(z.maxLength(100))), after: z.optional(Cursor) }),
    data: z.extend(Page, { kind: ShareKind, title: z.string(), maker: z.string(), endTime: Timestamp }),
    errors: [...ofLink, ...outside, 'tooManyRequests'],
  }),
  fromLink: operation({
    method: 'POST',
    path: '/harvest/task.imp',
    gate: 'signedIn',
    input: z.object({
      ...place,
      ...linked,
      way: z._default(z.enum(['all', 'part']), 'all'),
      from: z.optional(z.string().check(z.maxLength(100))),
      hashList: z.optional(Ids),
    }),
    data: Task,
    errors: [...making, 'linkWrongFormat', 'outsideRefused'],
  }),
  lookAtDrive: operation({
    method: 'POST',
    path: '/imports/look',
    gate: 'signedIn',
    changes: false,
    input: z.object({
      drive: Drive,
      path: z._default(z.string().check(z.maxLength(4000)), ''),
      after: z.optional(Cursor),
    }),
    data: Page,
    errors: outside,
  }),
  fromDrive: operation({
    method: 'POST',
    path: '/imports/drive',
    gate: 'signedIn',
    input: z.object({ ...place, drive: Drive, paths: Ids }),
    data: Task,
    errors: [...making, 'outsideRefused'],
  }),
  /** Finds the published dataset behind an address; the contents of an archive are unknown until it is fetched. */
  lookAtPublished: operation({
    method: 'POST',
    path: '/imports/published/look',
    gate: 'signedIn',
    changes: false,
    input: z.object({ address: PublishedAddress }),
    data: z.object({
      kind: PublishedKind,
      title: z.string(),
      fileCount: z.nullable(Count),
      sizeBytes: z.nullable(Count),
    }),
    errors: [...outside, 'publishedLinkWrong', 'publishedUnknown', 'tooManyRequests'],
  }),
  fromPublished: operation({
    method: 'POST',
    path: '/imports/published',
    gate: 'signedIn',
    input: z.object({ ...place, address: PublishedAddress }),
    data: Task,
    errors: [...making, ...outside, 'publishedLinkWrong', 'publishedUnknown', 'tooManyRequests'],
  }),
  fromUrl: operation({
    method: 'POST',
    path: '/imports/url',
    gate: 'signedIn',
    input: z.object({
      ...place,
      urls: z
        .array(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)))
        .check(z.minLength(1), z.maxLength(IMPORT_URLS_MAX)),
    }),
    data: Task,
    errors: [...making, 'outsideRefused'],
  }),
}
