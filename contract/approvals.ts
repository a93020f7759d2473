import * as z from 'zod/mini'
import { SELECTION_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, Outcomes, pageOf, Reason, Timestamp } from './core/shapes.ts'
import { CapacityGb, SpaceType } from './spaces.ts'

/** Kinds of requests that administrators decide. */
export const ApprovalKind = z.enum(['space', 'capacity'])
export type ApprovalKind = z.infer<typeof ApprovalKind>
export const ApprovalState = z.enum(['pending', 'passed', 'rejected', 'withdrawn'])
export type ApprovalState = z.infer<typeof ApprovalState>

/** The space of a request with its name at the time of the request; `id` is null when the space was deleted. */
const SpaceThen = { id: z.nullable(Id), name: z.string(), identifier: z.string() }

export const Approval = z.object({
  id: Id,
  kind: ApprovalKind,
  state: ApprovalState,
  /** `type` is null when the space was deleted. */
  space: z.object({ ...SpaceThen, type: z.nullable(SpaceType), introduction: z.string() }),
  applicant: z.object({ personId: Id, personName: z.string(), emailAccounts: z.string(), unit: z.string() }),
  reason: z.string(),
  /** Sizes in GB: requested, current capacity of the space, and granted (0 until decided). */
  size: Count,
  sizeNow: Count,
  granted: Count,
  usedBytes: Count,
  askedAt: Timestamp,
  answeredAt: z.nullable(Timestamp),
  answeredBy: z.string(),
  opinion: z.string(),
})
export type Approval = z.infer<typeof Approval>

/** A request of the caller of any kind: approval requests and requests to join a space. */
export const MyRequest = z.object({
  id: Id,
  kind: z.enum(['space', 'capacity', 'join']),
  state: ApprovalState,
  space: z.object(SpaceThen),
  reason: z.string(),
  size: Count,
  granted: Count,
  askedAt: Timestamp,
  answeredAt: z.nullable(Timestamp),
  opinion: z.string(),
})
export type MyRequest = z.infer<typeof MyRequest>

const admin = { gate: 'admin', guard: 'session' } as const

export const approvals = {
  list: operation({
    ...admin,
    method: 'GET',
    path: '/setting/approveList',
    paging: 'keyset',
    input: z.object({
      ...keyset,
      isOpen: z._default(z.stringbool(), true),
      kind: z.optional(ApprovalKind),
      state: z.optional(ApprovalState),
      q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    data: pageOf(Approval),
    errors: [],
  }),
  show: operation({
    ...admin,
    method: 'GET',
    path: '/setting/approve/:id',
    input: z.object({ id: Id }),
    data: Approval,
    errors: ['approvalGone'],
  }),
  waiting: operation({
    ...admin,
    method: 'GET',
    path: '/setting/approve-waiting',
    input: z.object({}),
    data: z.record(ApprovalKind, Count),
    errors: [],
  }),
  answer: operation({
    ...admin,
    method: 'POST',
    path: '/setting/approve',
    input: z.object({
      ids: z.array(Id).check(z.minLength(1), z.maxLength(SELECTION_MAX)),
      isPassed: z.boolean(),
      opinion: z._default(Reason, ''),
      size: z.optional(CapacityGb),
    }),
    data: Outcomes,
    errors: ['opinionNeeded'],
  }),
  pending: operation({
    method: 'GET',
    path: '/setting/applyCheck',
    gate: 'signedIn',
    input: z.object({ spaceId: Id, kind: z._default(ApprovalKind, 'capacity') }),
    data: z.nullable(
      z.object({
        id: Id,
        size: Count,
        reason: z.string(),
        askedAt: Timestamp,
        applicant: z.string(),
        /** Whether the caller may withdraw the request: as the owner of the space or as the applicant. */
        isMine: z.boolean(),
      }),
    ),
    errors: ['spaceNotFound', 'spaceRightMissing'],
  }),
  mine: operation({
    method: 'GET',
    path: '/setting/apply',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...keyset, state: z.optional(ApprovalState) }),
    data: pageOf(MyRequest),
    errors: [],
  }),
  withdraw: operation({
    act: 'cancel',
    method: 'DELETE',
    path: '/setting/apply/:id',
    gate: 'signedIn',
    input: z.object({ id: Id }),
    data: Nothing,
    errors: ['approvalGone'],
  }),
}
