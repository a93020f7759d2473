import * as z from 'zod/mini'
import type { MailType } from './account.ts'
import { SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'

/** Tone of a message: a positive decision, a negative one, or neutral. */
export const MessageTone = z.enum(['good', 'bad', 'plain'])
/**
 * Variables of the message texts: `size` and `formerSize` are in GB, `role` is a role in the space, `siteRole` one at the site, `days` are whole days, `spaces` and
 * `files` are numbers, `item` and `title` name the object, `reason` is free text, `task` is a kind of task, `done` and
 * `failed` are its numbers of items.
 */
export type MessageValue =
  | 'space'
  | 'person'
  | 'reason'
  | 'size'
  | 'formerSize'
  | 'role'
  | 'siteRole'
  | 'formerSiteRole'
  | 'days'
  | 'spaces'
  | 'item'
  | 'files'
  | 'task'
  | 'title'
  | 'done'
  | 'failed'
export type Kind = {
  mail: MailType | null
  tone: z.infer<typeof MessageTone>
  needs: readonly MessageValue[]
  /** Someone waits for the reader's answer, so it is sent even from a muted space. */
  isQuestion?: true
}

/**
 * Kinds of messages: the type of email that is sent as well (null: none), the tone, the required variables, and whether
 * it is a question. The texts are in `locales` by kind.
 */
export const messageKinds = {
  spaceAsked: { mail: 'space_create_apply', tone: 'plain', needs: ['space', 'person'], isQuestion: true },
  spacePassed: { mail: 'space_create_apply', tone: 'good', needs: ['space'] },
  spaceRejected: { mail: 'space_create_apply', tone: 'bad', needs: ['space'] },
  capacityAsked: { mail: 'space_capacity_apply', tone: 'plain', needs: ['space', 'person', 'size'], isQuestion: true },
  capacityPassed: { mail: 'space_capacity_apply', tone: 'good', needs: ['space', 'size'] },
  capacityRejected: { mail: 'space_capacity_apply', tone: 'bad', needs: ['space'] },
  capacityLow: { mail: 'space_capacity_apply', tone: 'plain', needs: ['space'] },
  spaceResized: { mail: 'space_capacity_apply', tone: 'plain', needs: ['space', 'formerSize', 'size'] },
  joinAsked: { mail: 'space_join_apply', tone: 'plain', needs: ['space', 'person'], isQuestion: true },
  joinReminder: { mail: 'space_join_apply', tone: 'plain', needs: ['space', 'person'], isQuestion: true },
  joinPassed: { mail: 'space_join_apply', tone: 'good', needs: ['space'] },
  joinRejected: { mail: 'space_join_apply', tone: 'bad', needs: ['space'] },
  invited: { mail: null, tone: 'plain', needs: ['space', 'person', 'role'], isQuestion: true },
  invitationAccepted: { mail: null, tone: 'good', needs: ['space', 'person'] },
  invitationDeclined: { mail: null, tone: 'bad', needs: ['space', 'person'] },
  memberJoined: { mail: null, tone: 'plain', needs: ['space', 'person'] },
  memberRemoved: { mail: 'space_invite', tone: 'bad', needs: ['space'] },
  roleChanged: { mail: null, tone: 'plain', needs: ['space', 'role'] },
  ownerGiven: { mail: 'space_invite', tone: 'plain', needs: ['space', 'person'] },
  ownerGivenSeveral: { mail: 'space_invite', tone: 'plain', needs: ['space', 'person', 'spaces'] },
  spaceOffline: { mail: 'space_create_apply', tone: 'bad', needs: ['space'] },
  spaceOnline: { mail: 'space_create_apply', tone: 'good', needs: ['space'] },
  spaceDeleted: { mail: 'space_create_apply', tone: 'bad', needs: ['space'] },
  taskDone: { mail: null, tone: 'good', needs: ['space', 'task', 'title'] },
  taskPartly: { mail: null, tone: 'bad', needs: ['space', 'task', 'title', 'done', 'failed'] },
  taskFailed: { mail: null, tone: 'bad', needs: ['space', 'task', 'title'] },
  importMissed: { mail: null, tone: 'bad', needs: ['space', 'title'] },
  datasetSubmitted: {
    mail: 'data_public_audit',
    tone: 'plain',
    needs: ['space', 'person', 'title'],
    isQuestion: true,
  },
  datasetPublished: { mail: 'data_public_audit', tone: 'good', needs: ['space', 'title'] },
  datasetRejected: { mail: 'data_public_audit', tone: 'bad', needs: ['space', 'title'] },
  datasetWithdrawn: { mail: 'data_public_audit', tone: 'bad', needs: ['space', 'title'] },
  datasetNotSent: { mail: null, tone: 'bad', needs: ['space', 'title'] },
  reviewCommented: { mail: null, tone: 'plain', needs: ['space', 'person', 'title'] },
  reviewEnding: { mail: 'data_public_audit', tone: 'plain', needs: ['title', 'days'], isQuestion: true },
  reviewLapsed: { mail: 'data_public_audit', tone: 'bad', needs: ['title'] },
  accessAsked: { mail: 'data_public_audit', tone: 'plain', needs: ['space', 'person', 'title'], isQuestion: true },
  accessGranted: { mail: 'data_public_audit', tone: 'good', needs: ['title'] },
  accessRefused: { mail: 'data_public_audit', tone: 'bad', needs: ['title'] },
  accessRevoked: { mail: 'data_public_audit', tone: 'bad', needs: ['title'] },
  commentMentioned: { mail: null, tone: 'plain', needs: ['space', 'title', 'person'], isQuestion: true },
  commentReplied: { mail: null, tone: 'plain', needs: ['space', 'title', 'person'] },
  applicationAdmitted: { mail: 'space_invite', tone: 'plain', needs: ['space', 'person', 'title'] },
  grantEnding: { mail: 'account_security', tone: 'plain', needs: ['title', 'days'] },
  siteRoleChanged: { mail: 'account_security', tone: 'plain', needs: ['siteRole', 'formerSiteRole'] },
  accountMerged: { mail: 'account_security', tone: 'plain', needs: ['title'] },
  dataExportReady: { mail: 'account_security', tone: 'good', needs: ['days'] },
  dataExportFailed: { mail: null, tone: 'bad', needs: [] },
  backupRestored: { mail: null, tone: 'good', needs: ['space'] },
  backupPartRestored: { mail: null, tone: 'good', needs: ['space', 'item'] },
  backupCopied: { mail: null, tone: 'plain', needs: ['space', 'person', 'title'] },
  restoreFailed: { mail: null, tone: 'bad', needs: ['title'] },
  drillFailed: { mail: 'account_security', tone: 'bad', needs: ['title', 'failed'] },
  backupFailed: { mail: 'account_security', tone: 'bad', needs: ['title', 'done', 'failed'] },
  installationBackupFailed: { mail: 'account_security', tone: 'bad', needs: [] },
  installationBackupLacking: { mail: 'account_security', tone: 'bad', needs: [] },
  installationDrillFailed: { mail: 'account_security', tone: 'bad', needs: [] },
  numberAbove: { mail: 'report_alert', tone: 'plain', needs: ['space', 'title', 'item'] },
  numberBelow: { mail: 'report_alert', tone: 'plain', needs: ['space', 'title', 'item'] },
  boxFilled: { mail: null, tone: 'plain', needs: ['space', 'item', 'files'] },
} as const satisfies Record<string, Kind>
export type MessageKind = keyof typeof messageKinds
export const MessageKinds = Object.keys(messageKinds) as MessageKind[]

export const Message = z.object({
  id: Id,
  kind: z.string(),
  tone: MessageTone,
  title: z.string(),
  content: z.string(),
  /** Name of the space it concerns; '' if none. */
  space: z.string(),
  /** Id of that space; null for older messages and for those about no single space. */
  spaceId: z.nullable(Id),
  /** The caller has muted that space. */
  isMuted: z.boolean(),
  /** Path of the page for the next step; '' if there is none. */
  link: z.string(),
  isRead: z.boolean(),
  at: Timestamp,
})
export type Message = z.infer<typeof Message>

/** A space that a person has muted; the name is '' when it is private and they are no longer a member. */
export const MutedSpace = z.object({ id: Id, name: z.string(), at: Timestamp })
export type MutedSpace = z.infer<typeof MutedSpace>

export const messages = {
  list: operation({
    method: 'GET',
    path: '/setting/message',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...keyset, isUnread: z._default(z.stringbool(), false) }),
    data: pageOf(Message),
    errors: [],
  }),
  unread: operation({
    method: 'GET',
    path: '/setting/msgUnread',
    gate: 'signedIn',
    input: z.object({}),
    data: Count,
    errors: [],
  }),
  read: operation({
    method: 'POST',
    path: '/setting/read',
    gate: 'signedIn',
    input: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(SELECTION_MAX)) }),
    data: Nothing,
    errors: [],
  }),
  readAll: operation({
    method: 'POST',
    path: '/setting/clickRead',
    gate: 'signedIn',
    input: z.object({}),
    data: Nothing,
    errors: [],
  }),
  muted: operation({
    method: 'GET',
    path: '/setting/mutedSpaces',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object(keyset),
    data: pageOf(MutedSpace),
    errors: [],
  }),
  mute: operation({
    act: 'set',
    method: 'PUT',
    path: '/setting/mutedSpaces',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, isOn: z.boolean() }),
    data: Nothing,
    errors: ['spaceNotFound'],
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/setting/message/:id',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['notFound', 'legalHold'],
  }),
}
