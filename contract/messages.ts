import * as z from 'zod/mini'
import type { MailType } from './account.ts'
import { SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'

/** A decision in favour, one against, or none. */
export const MessageTone = z.enum(['good', 'bad', 'plain'])
/** What fills the texts: `size` is in GB, `role` a role in the space, `days` whole days, `spaces` and `files` how many, `item` what it is about, `reason` what somebody wrote, `task` a kind of task, `title` what it is about, `done` and `failed` its items. */
export type MessageValue =
  | 'space'
  | 'person'
  | 'reason'
  | 'size'
  | 'role'
  | 'days'
  | 'spaces'
  | 'item'
  | 'files'
  | 'task'
  | 'title'
  | 'done'
  | 'failed'
type Kind = { mail: MailType | null; tone: z.infer<typeof MessageTone>; needs: readonly MessageValue[] }

/**
 * What people are told: the type of mail that goes with it (null: none), how it is marked, and what it can't be said
 * without. Texts stand in `locales` by kind.
 */
export const messageKinds = {
  spaceAsked: { mail: 'space_create_apply', tone: 'plain', needs: ['space', 'person'] },
  spacePassed: { mail: 'space_create_apply', tone: 'good', needs: ['space'] },
  spaceRejected: { mail: 'space_create_apply', tone: 'bad', needs: ['space'] },
  capacityAsked: { mail: 'space_capacity_apply', tone: 'plain', needs: ['space', 'person', 'size'] },
  capacityPassed: { mail: 'space_capacity_apply', tone: 'good', needs: ['space', 'size'] },
  capacityRejected: { mail: 'space_capacity_apply', tone: 'bad', needs: ['space'] },
  capacityLow: { mail: 'space_capacity_apply', tone: 'plain', needs: ['space'] },
  joinAsked: { mail: 'space_join_apply', tone: 'plain', needs: ['space', 'person'] },
  joinReminder: { mail: 'space_join_apply', tone: 'plain', needs: ['space', 'person'] },
  joinPassed: { mail: 'space_join_apply', tone: 'good', needs: ['space'] },
  joinRejected: { mail: 'space_join_apply', tone: 'bad', needs: ['space'] },
  invited: { mail: null, tone: 'plain', needs: ['space', 'person', 'role'] },
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
  /** Path of the page where it goes on; '' when there is none. */
  link: z.string(),
  isRead: z.boolean(),
  at: Timestamp,
})
export type Message = z.infer<typeof Message>

export const messages = {
  list: operation({
    method: 'GET',
    path: '/setting/message',
    summary: 'Messages of the caller, newest first.',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...keyset, isUnread: z._default(z.stringbool(), false) }),
    data: pageOf(Message),
    errors: [],
  }),
  unread: operation({
    method: 'GET',
    path: '/setting/msgUnread',
    summary: 'How many messages the caller has not read.',
    gate: 'signedIn',
    input: z.object({}),
    data: Count,
    errors: [],
  }),
  read: operation({
    method: 'POST',
    path: '/setting/read',
    summary: 'Marks messages as read.',
    gate: 'signedIn',
    input: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(SELECTION_MAX)) }),
    data: Nothing,
    errors: [],
  }),
  readAll: operation({
    method: 'POST',
    path: '/setting/clickRead',
    summary: 'Marks every message of the caller as read.',
    gate: 'signedIn',
    input: z.object({}),
    data: Nothing,
    errors: [],
  }),
  remove: operation({
    method: 'DELETE',
    path: '/setting/message/:id',
    summary: 'Deletes an own message.',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['notFound'],
  }),
}
