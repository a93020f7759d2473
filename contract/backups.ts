import * as z from 'zod/mini'
import { BACKUP_NAME_MAX, BACKUP_SPACES_MAX, PASSPHRASE_MIN } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { SpaceDraft } from './spaces.ts'

/** Which spaces a policy saves: all, chosen ones, or those that fulfil a rule at the time of the run. */
export const BackupScope = z.enum(['all', 'some', 'rule'])
/** How many copies of a space are kept. Source: spec section 9. */
export const BackupRetention = z.enum(['all', 'three', 'latest'])
export type BackupRetention = z.infer<typeof BackupRetention>
export const BackupCycle = z.enum(['daily', 'weekly', 'monthly'])
export const MonthDay = z.enum(['first', 'last'])

/** When a policy runs: at an hour of its time zone. Weekdays count from 1 for Monday; source: spec section 9. */
const schedule = {
  cycle: BackupCycle,
  weekday: z._default(z.int().check(z.gte(1), z.lte(7)), 1),
  monthDay: z._default(MonthDay, 'first'),
  hour: z.int().check(z.gte(0), z.lte(23)),
  /** IANA name, as in Asia/Shanghai. */
  zone: z.string().check(z.minLength(1), z.maxLength(64)),
}
export const BackupSchedule = z.object(schedule)
/** How often the newest copies are tried out, at the same hour: never, on Sundays, on the first of a month. */
const drill = z._default(z.enum(['never', 'weekly', 'monthly']), 'monthly')
export type BackupSchedule = z.infer<typeof BackupSchedule>

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(BACKUP_NAME_MAX), z.regex(/^\P{Cc}*$/u))
const FOLDER_MAX = 1000
const PLACE_MAX = 500
const SECRET_MAX = 8000
const Line = z.string().check(z.trim(), z.maxLength(PLACE_MAX), z.regex(/^\P{Cc}*$/u))

export const BackupTargetKind = z.enum(['folder', 's3', 'webdav', 'sftp', 'ftp'])
export type BackupTargetKind = z.infer<typeof BackupTargetKind>
const isServerAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^(https?|sftp|ftps?):$/.test(protocol) && !username && !password
}
const credentials = {
  /** User name, or id of the access key. */
  account: z._default(Line, ''),
  /** Password, secret key, or private key of SSH without a passphrase. */
  secret: z._default(z.string().check(z.maxLength(SECRET_MAX)), ''),
}
/** The location of copies. */
export const BackupTarget = z.object({
  kind: z._default(BackupTargetKind, 'folder'),
  /** Absolute folder of the server, in one of those that its configuration allows; else a path below the address. */
  folder: z._default(z.string().check(z.trim(), z.maxLength(FOLDER_MAX), z.regex(/^\P{Cc}*$/u)), ''),
  /** Address of the object store, or of the WebDAV, SFTP or FTP folder. */
  server: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(2000),
      z.refine((text) => text === '' || isServerAddress(text)),
    ),
    '',
  ),
  ...credentials,
  bucket: z._default(Line, ''),
  region: z._default(Line, ''),
})

/** The part of a policy that can be changed later. */
export const BackupPolicyEdit = z.object({
  name,
  scope: BackupScope,
  /** For the scope `some`. */
  spaceIds: z._default(z.array(Id).check(z.maxLength(BACKUP_SPACES_MAX)), []),
  /** For the scope `rule`: what all its spaces have; null and '' for any. */
  ownerId: z._default(z.nullable(Id), null),
  tag: z._default(z.string().check(z.trim(), z.maxLength(50)), ''),
  type: z._default(z.nullable(z.enum(['private', 'restricted', 'public'])), null),
  retention: BackupRetention,
  ...schedule,
  isCompressed: z._default(z.boolean(), true),
  drill,
})
/** A new policy. The location of the copies and their encryption can't be changed later. */
export const BackupPolicyDraft = z.extend(BackupPolicyEdit, {
  ...BackupTarget.shape,
  /** Encrypts the copies; '' for no encryption. */
  passphrase: z._default(
    z.string().check(
      z.maxLength(200),
      z.refine((text) => text === '' || text.length >= PASSPHRASE_MIN),
    ),
    '',
  ),
})

export const BackupRunKind = z.enum(['backup', 'restore', 'drill'])
export type BackupRunKind = z.infer<typeof BackupRunKind>
export const BackupRunState = z.enum(['waiting', 'running', 'completed', 'partlyFailed', 'failed', 'stopped'])
export type BackupRunState = z.infer<typeof BackupRunState>

/** One time that a policy copied its spaces, that copies were tried out, or that one was restored. */
export const BackupRun = z.object({
  id: Id,
  kind: BackupRunKind,
  /** False: a person began it. */
  isScheduled: z.boolean(),
  state: BackupRunState,
  spacesTotal: Count,
  spacesDone: Count,
  spacesFailed: Count,
  /** Bytes of the contents so far, and those of them that were not at the target yet. */
  bytes: Count,
  sentBytes: Count,
  createTime: Timestamp,
  startTime: z.nullable(Timestamp),
  endTime: z.nullable(Timestamp),
  /** Why it failed as a whole: name and sentence of the refusal; '' when it did not. */
  error: z.string(),
  message: z.string(),
})
export type BackupRun = z.infer<typeof BackupRun>

export const BackupPolicy = z.extend(BackupPolicyEdit, {
  id: Id,
  kind: BackupTargetKind,
  folder: z.string(),
  server: z.string(),
  account: z.string(),
  hasSecret: z.boolean(),
  bucket: z.string(),
  region: z.string(),
  /** SHA-256 of the key by which an SFTP server is known; '' for other targets. */
  hostKey: z.string(),
  isEncrypted: z.boolean(),
  isOn: z.boolean(),
  /** Null while it is off. */
  nextTime: z.nullable(Timestamp),
  owner: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The chosen spaces that are still there. */
  spaces: z.array(z.object({ id: Id, name: z.string() })),
  lastRun: z.nullable(BackupRun),
})
export type BackupPolicy = z.infer<typeof BackupPolicy>

export const BackupCopyState = z.enum(['waiting', 'running', 'completed', 'failed', 'removed'])
export type BackupCopyState = z.infer<typeof BackupCopyState>
/** The copy of one space in a run; in a drill, the copy that was tried out. */
export const BackupCopy = z.object({
  id: Id,
  runId: Id,
  /** The space with its name at the time of the copy, and whether it has been deleted since. */
  space: z.object({ id: Id, name: z.string(), isDeleted: z.boolean() }),
  state: BackupCopyState,
  files: Count,
  rows: Count,
  bytes: Count,
  sentBytes: Count,
  startTime: z.nullable(Timestamp),
  endTime: z.nullable(Timestamp),
  error: z.string(),
  message: z.string(),
})
export type BackupCopy = z.infer<typeof BackupCopy>

/** The part of a copy to restore: a folder with its contents, a file, or a table. */
export const BackupPart = z.object({ kind: z.enum(['item', 'table']), id: Id })
export type BackupPart = z.infer<typeof BackupPart>
/** A folder, file or table of a copy. */
export const BackupItem = z.object({ id: Id, name: z.string(), kind: z.enum(['folder', 'file', 'table']), size: Count })
export type BackupItem = z.infer<typeof BackupItem>

/** A restore, and the space into which a copy is restored. */
export const BackupRestore = z.extend(BackupRun, {
  target: z.object({ way: z.enum(['same', 'new']), id: Id, name: z.string() }),
})
export type BackupRestore = z.infer<typeof BackupRestore>

/** A backup of the whole installation, as listed at its target; `lacking`: some contents were missing. */
export const InstallationBackup = z.object({
  id: z.string(),
  state: z.enum(['whole', 'lacking', 'unfinished', 'unreadable']),
  /** Null for a backup that is unfinished or unreadable. */
  time: z.nullable(Timestamp),
  bytes: Count,
})
export type InstallationBackup = z.infer<typeof InstallationBackup>

export const InstallationRunKind = z.enum(['backup', 'drill'])
export type InstallationRunKind = z.infer<typeof InstallationRunKind>
/** A backup of the installation, or a drill of the newest one, that an administrator or the schedule began. */
export const InstallationRun = z.object({
  id: Id,
  kind: InstallationRunKind,
  /** lacking: contents of the installation were missing, all else is in the backup. */
  state: z.enum(['running', 'completed', 'lacking', 'failed']),
  /** Null: the schedule. */
  person: z.nullable(z.string()),
  /** The last lines of the command's output. */
  report: z.array(z.string()),
  startTime: Timestamp,
  endTime: z.nullable(Timestamp),
})
export type InstallationRun = z.infer<typeof InstallationRun>

/** Schedule of the installation backup, how many backups are kept, and how often a drill verifies the newest. */
const InstallationScheduleDraft = z.object({ isOn: z.boolean(), ...schedule, retention: BackupRetention, drill })
export const InstallationSchedule = z.extend(InstallationScheduleDraft, {
  /** Null while it is off. */
  nextTime: z.nullable(Timestamp),
})
export type InstallationSchedule = z.infer<typeof InstallationSchedule>

/** Causes that no call answers with: they end a run, or the copy of a space in it. */
export const backupCauses = ['backupContentLost', 'backupPartGone', 'backupSpaceBusy', 'backupInterrupted'] as const

const policyErrors = ['backupZoneUnknown', 'backupScopeEmpty', 'personGone'] as const
/** Why nothing can be read from a target. */
const reachErrors = [
  'backupTargetAway',
  'backupPlaceMissing',
  'backupCopyDamaged',
  'outsideRefused',
  'outsideUnreachable',
  'outsideSignIn',
] as const
/** Why nothing can be written to it. */
const targetErrors = [
  ...reachErrors,
  'backupFolderForbidden',
  'backupFolderInData',
  'backupServerMissing',
  'backupServerWrong',
  'backupHostKeyChanged',
  'backupBucketMissing',
  'backupTargetFull',
] as const
const admin = { gate: 'admin', guard: 'session' } as const

export const backups = {
  list: operation({
    ...admin,
    method: 'GET',
    path: '/setting/backups',
    input: z.object({}),
    data: z.object({
      /** Folders of the server that its configuration allows for copies. */
      folders: z.array(z.string()),
      /** Whether its configuration allows other servers. */
      isOutsideOn: z.boolean(),
      list: z.array(BackupPolicy),
    }),
    errors: [],
  }),
  create: operation({
    ...admin,
    method: 'POST',
    path: '/setting/backups',
    input: BackupPolicyDraft,
    data: BackupPolicy,
    errors: [...policyErrors, ...targetErrors, 'backupPoliciesTooMany'],
  }),
  edit: operation({
    ...admin,
    method: 'PUT',
    path: '/setting/backups/:id',
    /** Account and secret may change while the place stays; '' keeps the secret. */
    input: z.extend(BackupPolicyEdit, {
      id: Id,
      account: z.optional(credentials.account),
      secret: credentials.secret,
    }),
    data: BackupPolicy,
    errors: [...policyErrors, ...targetErrors, 'backupPolicyGone'],
  }),
  /**
   * Writes a file to a target, reads it back and removes it; with `id` to that of a policy, with its changed values.
   */
  test: operation({
    ...admin,
    method: 'POST',
    path: '/setting/backups/test',
    input: z.extend(BackupTarget, { id: z.optional(Id) }),
    data: Nothing,
    errors: [...targetErrors, 'backupPolicyGone'],
  }),
  setOn: operation({
    ...admin,
    method: 'POST',
    path: '/setting/backups/:id/on',
    input: z.object({ id: Id, isOn: z.boolean() }),
    data: BackupPolicy,
    errors: ['backupPolicyGone'],
  }),
  /** The copies are kept at the target, but can't be restored from here any more. */
  remove: operation({
    ...admin,
    act: 'delete',
    method: 'DELETE',
    path: '/setting/backups/:id',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['backupPolicyGone', 'backupRunning'],
  }),
  /** Copies the spaces now, or runs a restore drill on their latest copies. */
  run: operation({
    ...admin,
    method: 'POST',
    path: '/setting/backups/:id/run',
    input: z.object({ id: Id, kind: z._default(z.enum(['backup', 'drill']), 'backup') }),
    data: BackupRun,
    errors: ['backupPolicyGone', 'backupRunning'],
  }),
  stop: operation({
    ...admin,
    act: 'cancel',
    method: 'POST',
    path: '/setting/backups/:id/stop',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['backupPolicyGone'],
  }),
  runs: operation({
    ...admin,
    method: 'GET',
    path: '/setting/backups/:id/runs',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset }),
    data: pageOf(BackupRun),
    errors: [],
  }),
  copies: operation({
    ...admin,
    method: 'GET',
    path: '/setting/backupRuns/:id/copies',
    paging: 'keyset',
    input: z.object({ id: Id, ...keyset, isFailed: z.optional(z.stringbool()) }),
    data: pageOf(BackupCopy),
    errors: [],
  }),
  /**
   * The latest backups of the whole installation, in the folder or on the server that the configuration names; null if
   * it names none.
   */
  installation: operation({
    ...admin,
    method: 'GET',
    path: '/setting/backups/installation',
    input: z.object({}),
    data: z.object({
      place: z.nullable(z.string()),
      /** Why the place can't be read now: the sentence of the refusal; '' when it can. */
      away: z.string(),
      list: z.array(InstallationBackup),
      /** The newest that was begun here. */
      run: z.nullable(InstallationRun),
      /** Null if no schedule was ever set. */
      schedule: z.nullable(InstallationSchedule),
    }),
    errors: [],
  }),
  setInstallationSchedule: operation({
    ...admin,
    act: 'set',
    method: 'PUT',
    path: '/setting/backups/installation/schedule',
    input: InstallationScheduleDraft,
    data: InstallationSchedule,
    errors: ['backupNoFolder', 'backupZoneUnknown'],
  }),
  /** Backs up the whole installation, or runs a restore drill on the latest backup in a scratch folder. */
  runInstallation: operation({
    ...admin,
    act: 'set',
    method: 'POST',
    path: '/setting/backups/installation/run',
    input: z.object({ kind: InstallationRunKind }),
    data: InstallationRun,
    errors: ['backupNoFolder', 'backupRunning'],
  }),
  /** The copies of a space that can be restored, newest first. */
  ofSpace: operation({
    method: 'GET',
    path: '/backups/copies',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...keyset }),
    data: pageOf(BackupCopy),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  /** The contents of a folder of a copy, folders first, or its tables, by name; read from the target. */
  items: operation({
    method: 'GET',
    path: '/backups/items',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({
      copyId: Id,
      kind: BackupPart.shape.kind,
      /** Absent: what the root folder holds. */
      folderId: z.optional(Id),
      ...keyset,
    }),
    data: pageOf(BackupItem),
    errors: [...reachErrors, 'backupCopyGone', 'backupCopyNewer', 'spaceNotFound', 'spaceRightMissing'],
  }),
  /** The restores of a space, newest first. */
  restores: operation({
    method: 'GET',
    path: '/backups/restores',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ spaceId: Id, ...keyset }),
    data: pageOf(BackupRestore),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  /** Begins a restore: into the space itself, beside what is there, or into a new space of the caller. */
  restore: operation({
    method: 'POST',
    path: '/backups/restore',
    gate: 'signedIn',
    guard: 'session',
    input: z.object({
      copyId: Id,
      into: z.discriminatedUnion('way', [
        z.object({ way: z.literal('same'), part: z.optional(BackupPart) }),
        z.object({
          way: z.literal('new'),
          name: SpaceDraft.shape.name,
          identifier: SpaceDraft.shape.identifier,
          /** Those who were members are so again, with their roles; the former owner as a senior member. */
          withMembers: z._default(z.boolean(), false),
          part: z.optional(BackupPart),
        }),
      ]),
    }),
    data: BackupRun,
    errors: ['backupCopyGone', 'spaceNotFound', 'spaceRightMissing', 'spaceCreateForbidden', 'spaceIdentifierTaken'],
  }),
}
