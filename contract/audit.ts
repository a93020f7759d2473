import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, keyset, Nothing, pageOf, Timestamp, TimestampInput } from './core/shapes.ts'

/** The channel through which a call arrived. */
export const AuditChannel = z.enum(['web', 'token', 'webdav', 'ftp', 'sftp', 'job', 'console'])
export type AuditChannel = z.infer<typeof AuditChannel>
export const AuditOutcome = z.enum(['success', 'refused'])

/** Audited actions: sign-ins and refusals, changes to accounts, and changes to settings. */
export const AuditAction = z.enum([
  'signIn',
  'signOut',
  'confirm',
  'register',
  'activate',
  'resetAsked',
  'resetDone',
  'passwordChanged',
  'profileChanged',
  'avatarChanged',
  'backupEmailChanged',
  'identityBound',
  'identityUnbound',
  'sessionEnded',
  'totpOn',
  'totpOff',
  'recoveryRenewed',
  'passkeyAdded',
  'passkeyRemoved',
  'appPasswordMade',
  'appPasswordEnded',
  'sshKeyAdded',
  'sshKeyRemoved',
  'tokenMade',
  'tokenEnded',
  'mailTypeChanged',
  'userCreated',
  'userChanged',
  'userInvited',
  'userActivated',
  'userEnabled',
  'userDisabled',
  'userLocked',
  'userUnlocked',
  'userSessionsEnded',
  'secondStepReset',
  'roleChanged',
  'spaceHandedOver',
  'usersImported',
  'usersExported',
  'invitationMade',
  'invitationRemoved',
  'methodCreated',
  'methodChanged',
  'methodRemoved',
  'methodsOrdered',
  'mailServerChanged',
  'mailTemplateChanged',
  'mailShown',
  'mailTested',
  'accountRulesChanged',
  'websiteChanged',
  'institutionChanged',
  'spaceDefaultsChanged',
  'approvalSwitchesChanged',
  'featuresChanged',
  'defaultRightsChanged',
  'spaceCreated',
  'spaceDeleted',
  'spaceTypeChanged',
  'spacePassed',
  'spaceRejected',
  'spaceOffline',
  'spaceOnline',
  'spaceResized',
  'spaceEntered',
  'spaceRightsChanged',
  'spacesExported',
  'auditExported',
  'adminReset',
  'componentInstalled',
  'componentChanged',
  'componentTurned',
  'componentRemoved',
  'datasetPublished',
  'datasetRejected',
  'datasetWithdrawn',
  'reviewerAdded',
  'reviewerRemoved',
  'publicationTemplateChanged',
])
export type AuditAction = z.infer<typeof AuditAction>

export const AuditEntry = z.object({
  /** Position in the hash chain, from 1 without a gap. */
  number: Count,
  at: Timestamp,
  action: AuditAction,
  outcome: AuditOutcome,
  /** Error name of the refusal; '' for a success. */
  reason: z.string(),
  actor: z.nullable(z.object({ id: z.string(), name: z.string(), emailAccounts: z.string() })),
  channel: AuditChannel,
  address: z.string(),
  /** The object of the action, such as an account or a method: its id and its name at that time. */
  target: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Changed fields before and after; secrets are masked. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditTopic = z.enum(['space', 'component'])
/** Actions by topic, for the filter. */
export const auditTopics: Readonly<Record<z.infer<typeof AuditTopic>, readonly AuditAction[]>> = {
  space: [
    'spaceHandedOver',
    'spaceCreated',
    'spaceDeleted',
    'spaceTypeChanged',
    'spacePassed',
    'spaceRejected',
    'spaceOffline',
    'spaceOnline',
    'spaceResized',
    'spaceEntered',
    'spaceRightsChanged',
    'spacesExported',
  ],
  component: ['componentInstalled', 'componentChanged', 'componentTurned', 'componentRemoved'],
}
const filters = {
  /** Only actions on spaces: the records of space management. */
  topic: z.optional(AuditTopic),
  /** Only actions on the object with this id. */
  targetId: z.optional(z.string().check(z.maxLength(100))),
  q: z.optional(z.string().check(z.maxLength(100))),
  action: z.optional(AuditAction),
  outcome: z.optional(AuditOutcome),
  channel: z.optional(AuditChannel),
  /**
   * Entries from this moment (inclusive) until that one (exclusive); the client computes days in the reader's time
   * zone.
   */
  from: z.optional(TimestampInput),
  to: z.optional(TimestampInput),
}
const admin = { gate: 'admin', guard: 'session' } as const
export const audit = {
  list: operation({
    ...admin,
    method: 'GET',
    path: '/audit',
    paging: 'keyset',
    input: z.object({ ...keyset, ...filters }),
    data: pageOf(AuditEntry),
    errors: [],
  }),
  verify: operation({
    ...admin,
    method: 'GET',
    path: '/audit/verify',
    input: z.object({}),
    data: z.object({
      entries: Count,
      isWhole: z.boolean(),
      brokenAt: z.nullable(Count),
      breaks: Count,
      checkedAt: Timestamp,
    }),
    errors: [],
  }),
  export: operation({
    ...admin,
    method: 'GET',
    path: '/audit/export',
    answers: 'bytes',
    input: z.object(filters),
    data: Nothing,
    errors: [],
  }),
}
