import * as z from 'zod/mini'
import { INVITED_AT_ONCE, PEOPLE_SEARCH, SELECTION_MAX, SPACE_INVITATION_DAYS } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, Outcomes, pageOf, Reason, Timestamp } from './core/shapes.ts'
import { Email } from './session.ts'
import { GivenRole, SpaceType } from './spaces.ts'

const Person = z.object({ personId: Id, personName: z.string(), emailAccounts: z.string(), avatar: z.string() })

export const JoinRequestState = z.enum(['pending', 'passed', 'rejected', 'withdrawn'])
export type JoinRequestState = z.infer<typeof JoinRequestState>
/** A request to join a space. */
export const JoinRequest = z.object({
  id: Id,
  person: Person,
  unit: z.string(),
  reason: z.string(),
  state: JoinRequestState,
  askedAt: Timestamp,
  /** When the applicant last sent a reminder; null: never. */
  remindedAt: z.nullable(Timestamp),
  answeredAt: z.nullable(Timestamp),
  answeredBy: z.string(),
  /** Reason of the rejection. */
  opinion: z.string(),
})
export type JoinRequest = z.infer<typeof JoinRequest>

export const InvitationState = z.enum(['waiting', 'accepted', 'declined', 'revoked', 'expired'])
export type InvitationState = z.infer<typeof InvitationState>
/** An invitation of one person to a space, valid until it expires; the person may have no account yet. */
export const SpaceInvitation = z.object({
  id: Id,
  /** The full address while no account has it, then masked: a search for people must not reveal addresses. */
  emailAccounts: z.string(),
  /** The account with that address; null while there is none. */
  personId: z.nullable(Id),
  personName: z.string(),
  role: GivenRole,
  state: InvitationState,
  inviter: z.string(),
  invitedAt: Timestamp,
  expiresAt: Timestamp,
})
export type SpaceInvitation = z.infer<typeof SpaceInvitation>

/** The invitation as the invited person sees it before accepting or declining. */
export const InvitationCard = z.object({
  id: Id,
  space: z.object({
    id: Id,
    name: z.string(),
    introduction: z.string(),
    identifier: z.string(),
    type: SpaceType,
    cover: z.string(),
  }),
  role: GivenRole,
  inviter: z.string(),
  expiresAt: Timestamp,
  state: InvitationState,
  /** The address that the invitation was sent to; masked unless the caller is its recipient. */
  emailAccounts: z.string(),
  /** Whether the caller is the recipient. */
  isMine: z.boolean(),
  /** False when the space accepts no members: not approved yet, or offline. */
  isOpen: z.boolean(),
})
export type InvitationCard = z.infer<typeof InvitationCard>

const space = { id: Id }
const code = z.string().check(z.minLength(20), z.maxLength(100))

export const joining = {
  apply: operation({
    act: 'join',
    method: 'POST',
    path: '/spaces/:id/apply',
    gate: 'signedIn',
    input: z.object({ ...space, reason: Reason }),
    data: Nothing,
    errors: ['spaceNotFound', 'joinForbidden', 'joinPending', 'memberAlready', 'tooManyRequests'],
  }),
  withdraw: operation({
    act: 'cancel',
    method: 'DELETE',
    path: '/spaces/:id/apply',
    gate: 'signedIn',
    input: z.object(space),
    data: Nothing,
    errors: ['spaceNotFound', 'joinGone'],
  }),
  remind: operation({
    method: 'POST',
    path: '/spaces/:id/apply/remind',
    gate: 'signedIn',
    input: z.object(space),
    data: Nothing,
    errors: ['spaceNotFound', 'joinGone', 'joinRemindedLately'],
  }),
  requests: operation({
    method: 'GET',
    path: '/spaces/:id/requests',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...space, ...keyset, isOpen: z._default(z.stringbool(), true) }),
    data: pageOf(JoinRequest),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  answer: operation({
    method: 'POST',
    path: '/spaces/:id/requests',
    gate: 'signedIn',
    input: z.object({
      ...space,
      requestIds: z.array(Id).check(z.minLength(1), z.maxLength(SELECTION_MAX)),
      isPassed: z.boolean(),
      role: z._default(GivenRole, 'normal'),
      opinion: z._default(Reason, ''),
    }),
    data: Outcomes,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'opinionNeeded',
      'requestGone',
      'requestWithdrawn',
      'requestAnswered',
      'personGone',
      'spaceClosed',
    ],
  }),
  people: operation({
    method: 'GET',
    path: '/spaces/:id/people',
    gate: 'signedIn',
    input: z.object({
      ...space,
      q: z.string().check(z.trim(), z.minLength(PEOPLE_SEARCH.min), z.maxLength(100)),
    }),
    data: z.array(z.extend(Person, { unit: z.string(), isMember: z.boolean(), isInvited: z.boolean() })),
    errors: ['spaceNotFound', 'spaceRightMissing', 'tooManyRequests'],
  }),
  invite: operation({
    method: 'POST',
    path: '/spaces/:id/invitations',
    gate: 'signedIn',
    input: z.object({
      ...space,
      personIds: z._default(z.array(Id).check(z.maxLength(INVITED_AT_ONCE)), []),
      emails: z._default(z.array(Email).check(z.maxLength(INVITED_AT_ONCE)), []),
      role: GivenRole,
      days: z._default(
        z.number().check(z.int(), z.gte(1), z.lte(SPACE_INVITATION_DAYS.max)),
        SPACE_INVITATION_DAYS.default,
      ),
    }),
    data: Outcomes,
    errors: [
      'spaceNotFound',
      'spaceRightMissing',
      'tooManyInvitations',
      'tooManyRequests',
      'personGone',
      'memberAlready',
      'invitedAlready',
      'inviteeUnknown',
      'invitedOften',
      'invitationsADay',
      'spaceClosed',
    ],
  }),
  invitations: operation({
    method: 'GET',
    path: '/spaces/:id/invitations',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...space, ...keyset }),
    data: pageOf(SpaceInvitation),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  revoke: operation({
    act: 'cancel',
    method: 'DELETE',
    path: '/spaces/:id/invitations/:invitationId',
    gate: 'signedIn',
    input: z.object({ ...space, invitationId: Id }),
    data: Nothing,
    errors: ['spaceNotFound', 'spaceRightMissing', 'invitationGone'],
  }),
  card: operation({
    method: 'GET',
    path: '/space-invitations/:code',
    gate: 'public',
    input: z.object({ code }),
    data: InvitationCard,
    errors: ['invitationGone'],
  }),
  respond: operation({
    method: 'POST',
    path: '/space-invitations/:code',
    gate: 'signedIn',
    input: z.object({ code, isAccepted: z.boolean() }),
    data: z.object({ spaceId: Id }),
    errors: ['invitationGone', 'invitationElsewhere', 'memberAlready'],
  }),
  myInvitations: operation({
    method: 'GET',
    path: '/my/space-invitations',
    gate: 'signedIn',
    input: z.object({}),
    data: z.array(InvitationCard),
    errors: [],
  }),
  waiting: operation({
    method: 'GET',
    path: '/spaces/:id/waiting',
    gate: 'signedIn',
    input: z.object(space),
    data: Count,
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
}
