import * as z from 'zod/mini'
import type { MailType } from './account.ts'
import { SELECTION_MAX } from './limits.ts'
import { operation } from './operation.ts'
import { Count, Id, keyset, Moment, Nothing, pageOf } from './shapes.ts'

/** What people are told, with the type of mail that goes with it; null: no mail. Texts stand in `locales` by kind. */
export const messageKinds = {
  spaceAsked: 'space_create_apply',
  spacePassed: 'space_create_apply',
  spaceRejected: 'space_create_apply',
  capacityAsked: 'space_capacity_apply',
  capacityPassed: 'space_capacity_apply',
  capacityRejected: 'space_capacity_apply',
  capacityLow: 'space_capacity_apply',
  joinAsked: 'space_join_apply',
  joinReminder: 'space_join_apply',
  joinPassed: 'space_join_apply',
  joinRejected: 'space_join_apply',
  invited: null,
  invitationAccepted: null,
  invitationDeclined: null,
  memberJoined: null,
  memberRemoved: 'space_invite',
  roleChanged: null,
  ownerGiven: 'space_invite',
  spaceOffline: 'space_create_apply',
  spaceOnline: 'space_create_apply',
  spaceDeleted: 'space_create_apply',
} as const satisfies Record<string, MailType | null>
export type MessageKind = keyof typeof messageKinds
export const MessageKinds = Object.keys(messageKinds) as MessageKind[]

/** A decision in favour, one against, or none. */
export const MessageTone = z.enum(['good', 'bad', 'plain'])
export const Message = z.object({
  id: Id,
  kind: z.string(),
  tone: MessageTone,
  title: z.string(),
  content: z.string(),
  /** Path of the page where it goes on; '' when there is none. */
  link: z.string(),
  isRead: z.boolean(),
  at: Moment,
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
