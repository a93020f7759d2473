import * as z from 'zod/mini'
import { VERSION_RULE_BOUNDS as bounds, SELECTION_MAX, VERSION_NAME_MAX, VERSION_WORDS_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp, TimestampInput } from './core/shapes.ts'
import { FileRecord, Hash } from './files.ts'
import { Task } from './tasks.ts'

/** How a version was created: `created` with the file itself, all others by replacing the content. */
export const VersionChange = z.enum([
  'created',
  'uploaded',
  'edited',
  'restored',
  'copied',
  'moved',
  'archived',
  'extracted',
  'imported',
])
export type VersionChange = z.infer<typeof VersionChange>

const Person = z.object({ personId: Id, personName: z.string() })
const Name = z.string().check(z.trim(), z.maxLength(VERSION_NAME_MAX))
const Words = z.string().check(z.trim(), z.maxLength(VERSION_WORDS_MAX))
const VersionNumber = z.pipe(z.coerce.number(), z.int32().check(z.gte(1)))

/** A current or older version of a file. */
export const Version = z.object({
  number: Count,
  change: VersionChange,
  size: Count,
  sha256: z.string(),
  by: Person,
  at: Timestamp,
  /** When the next version replaced it; null for the current one. */
  until: z.nullable(Timestamp),
  name: z.string(),
  description: z.string(),
  /** Pinned versions are never thinned out; neither are named ones. */
  isPinned: z.boolean(),
  isCurrent: z.boolean(),
  /** Number of the version that was restored. */
  from: z.nullable(Count),
})
export type Version = z.infer<typeof Version>

/** A snapshot of a folder or a whole space: its content at that time. */
export const SpaceVersion = z.object({
  id: Id,
  number: Count,
  folder: z.object({ hash: Hash, name: z.string(), isRoot: z.boolean(), isLive: z.boolean() }),
  at: Timestamp,
  name: z.string(),
  description: z.string(),
  by: Person,
  files: Count,
  bytes: Count,
  state: z.enum(['making', 'made', 'failed']),
})
export type SpaceVersion = z.infer<typeof SpaceVersion>

/** Preview of a restore to a point in time. */
export const Outlook = z.object({
  at: Timestamp,
  /** Files that get their content of that time. */
  changed: Count,
  /** Of the changed files those whose content of that time was thinned out: they get the version before it. */
  approximate: Count,
  /** Files and folders that are moved back or renamed back. */
  moved: Count,
  /** Items that are restored from the trash. */
  missing: Count,
  /**
   * Files whose content of that time is no longer kept, and items that were permanently deleted: they are not restored.
   */
  lost: Count,
  purged: Count,
  /** Items that are in another space now, and stay there. */
  elsewhere: Count,
  /** Files and folders that did not exist here at that time. */
  extra: Count,
  /** Bytes that the restore needs. */
  bytes: Count,
})
export type Outlook = z.infer<typeof Outlook>

const within = ({ min, max }: { min: number; max: number }) => z.number().check(z.int(), z.gte(min), z.lte(max))
/**
 * How older versions are thinned out: all stay for `keepHours` after they were replaced, then the last of each day for
 * `dailyDays`, of each week for `weeklyDays`, of each month after that; together they take at most `sharePercent` of
 * the capacity. Pinned and named versions and versions of a snapshot are always kept.
 */
export const VersionRule = z.object({
  isOn: z.boolean(),
  keepHours: within(bounds.keepHours),
  dailyDays: within(bounds.dailyDays),
  weeklyDays: within(bounds.weeklyDays),
  sharePercent: within(bounds.sharePercent),
  perFileMax: within(bounds.perFileMax),
})
export type VersionRule = z.infer<typeof VersionRule>

const inSpace = { spaceId: Id }
const item = { ...inSpace, hash: Hash }
const one = { ...item, number: VersionNumber }
/** The folder of the call; the whole space when absent. */
const folder = { ...inSpace, hash: z.optional(Hash) }
/** A snapshot, or a point in time. */
const when = { snapshotId: z.optional(Id), at: z.optional(TimestampInput) }
const reading = ['spaceNotFound', 'spaceForbidden', 'fileGone'] as const
const changing = [...reading, 'fileForbidden', 'versionGone'] as const
const whole = ['spaceNotFound', 'spaceForbidden', 'spaceRightMissing', 'folderGone'] as const

export const versions = {
  list: operation({
    method: 'GET',
    path: '/files/:hash/versions',
    gate: 'public',
    paging: 'keyset',
    input: z.object({ ...item, ...keyset }),
    data: pageOf(Version),
    errors: reading,
  }),
  describe: operation({
    method: 'PUT',
    path: '/files/:hash/versions/:number',
    gate: 'signedIn',
    input: z.object({
      ...one,
      name: z.optional(Name),
      description: z.optional(Words),
      isPinned: z.optional(z.boolean()),
    }),
    data: Version,
    errors: changing,
  }),
  content: operation({
    method: 'GET',
    path: '/files/:hash/versions/:number/content',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ ...one, download: z.optional(z.string()) }),
    data: Nothing,
    errors: changing,
  }),
  restore: operation({
    method: 'POST',
    path: '/files/:hash/versions/:number/restore',
    gate: 'signedIn',
    input: z.object({ ...one, description: z._default(Words, '') }),
    data: Task,
    errors: [...changing, 'spaceFull', 'tasksTooMany'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/files/:hash/versions',
    gate: 'signedIn',
    input: z.object({
      ...item,
      numbers: z.array(z.int32().check(z.gte(1))).check(z.minLength(1), z.maxLength(SELECTION_MAX)),
    }),
    data: z.object({ freedBytes: Count }),
    errors: [...changing, 'versionCurrent', 'versionPinned', 'legalHold'],
  }),
  write: operation({
    method: 'POST',
    path: '/files/text',
    gate: 'signedIn',
    body: 'multipart',
    input: z.object({
      ...item,
      base: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      description: z._default(Words, ''),
    }),
    data: FileRecord,
    errors: [...reading, 'fileForbidden', 'fileChanged', 'fileLocked', 'textTooLarge', 'spaceFull'],
  }),
  snapshots: operation({
    method: 'GET',
    path: '/space/versions',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...folder, ...keyset }),
    data: pageOf(SpaceVersion),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  make: operation({
    method: 'POST',
    path: '/space/versions',
    gate: 'signedIn',
    input: z.object({ ...folder, name: Name, description: z._default(Words, '') }),
    data: Task,
    errors: [...whole, 'snapshotsTooMany', 'tasksTooMany'],
  }),
  forget: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/space/versions/:id',
    gate: 'signedIn',
    input: z.object({ ...inSpace, id: Id }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'snapshotGone', 'legalHold'],
  }),
  outlook: operation({
    method: 'POST',
    path: '/space/versions/outlook',
    gate: 'signedIn',
    changes: false,
    input: z.object({ ...folder, ...when }),
    data: Outlook,
    errors: [...whole, 'snapshotGone'],
  }),
  restoreAll: operation({
    method: 'POST',
    path: '/space/versions/restore',
    gate: 'signedIn',
    input: z.object({ ...folder, ...when, extras: z._default(z.enum(['keep', 'trash']), 'keep') }),
    data: Task,
    errors: [...whole, 'snapshotGone', 'tasksTooMany'],
  }),
  rule: operation({
    method: 'GET',
    path: '/space/versionRule',
    gate: 'signedIn',
    input: z.object(inSpace),
    data: z.object({ rule: VersionRule, bytes: Count, capacityBytes: Count }),
    errors: ['spaceNotFound', 'spaceForbidden'],
  }),
  setRule: operation({
    act: 'set',
    method: 'PUT',
    path: '/space/versionRule',
    gate: 'signedIn',
    input: z.object({ ...inSpace, rule: VersionRule }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
}
