import * as z from 'zod/mini'
import { operation } from './core/operation.ts'
import { Count, DayInput, Id, keyset, Nothing, pageOf, Reason, Timestamp } from './core/shapes.ts'

/**
 * pending: not answered yet. granted: the files are open to the person, until the day of its expiry if it has one.
 * refused, withdrawn (by the person), revoked (by the owners), expired: over; the person may ask again.
 */
export const AccessRequestState = z.enum(['pending', 'granted', 'refused', 'withdrawn', 'revoked', 'expired'])
export type AccessRequestState = z.infer<typeof AccessRequestState>

/** A request for the restricted files of a dataset, and its result. A grant applies to all versions. */
export const AccessRequest = z.object({
  id: Id,
  person: z.object({ personId: Id, personName: z.string(), emailAccounts: z.string(), unit: z.string() }),
  /** The version whose page was read. */
  number: Count,
  purpose: z.string(),
  /** The terms that were agreed to, as they were then. */
  terms: z.string(),
  state: AccessRequestState,
  askedAt: Timestamp,
  answeredAt: z.nullable(Timestamp),
  answeredBy: z.string(),
  /** Why it was refused or revoked, or what was said with the grant. */
  opinion: z.string(),
  /** The last day (UTC) of a grant; null: it does not expire. */
  expiresOn: z.nullable(z.string()),
})
export type AccessRequest = z.infer<typeof AccessRequest>

const dataset = { datasetId: Id }
const one = { ...dataset, id: Id }
const answered = ['publicationGone', 'spaceRightMissing', 'accessRequestGone', 'accessRequestAnswered'] as const

export const datasetAccess = {
  mine: operation({
    method: 'GET',
    path: '/dataset-access/:datasetId',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...dataset, ...keyset }),
    data: pageOf(AccessRequest),
    errors: [],
  }),
  ask: operation({
    method: 'POST',
    path: '/dataset-access/:datasetId',
    gate: 'signedIn',
    input: z.object({ ...dataset, purpose: Reason.check(z.minLength(1)), agreesToTerms: z.literal(true) }),
    data: AccessRequest,
    errors: ['publicationGone', 'accessNotOffered', 'accessPending', 'accessGranted', 'tooManyRequests'],
  }),
  withdraw: operation({
    act: 'cancel',
    method: 'DELETE',
    path: '/dataset-access/:datasetId',
    gate: 'signedIn',
    input: z.object(dataset),
    data: Nothing,
    errors: ['publicationGone', 'accessRequestGone'],
  }),
  requests: operation({
    method: 'GET',
    path: '/dataset-access/:datasetId/requests',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...dataset, ...keyset, isOpen: z._default(z.stringbool(), true) }),
    data: pageOf(AccessRequest),
    errors: ['publicationGone', 'spaceRightMissing'],
  }),
  answer: operation({
    method: 'POST',
    path: '/dataset-access/:datasetId/requests/:id',
    gate: 'signedIn',
    input: z.object({
      ...one,
      isGranted: z.boolean(),
      /** The last day of the grant; null: it does not expire. */
      expiresOn: z._default(z.nullable(DayInput), null),
      opinion: z._default(Reason, ''),
    }),
    data: AccessRequest,
    errors: [...answered, 'opinionNeeded', 'accessExpiryPast'],
  }),
  revoke: operation({
    act: 'cancel',
    method: 'POST',
    path: '/dataset-access/:datasetId/requests/:id/revoke',
    gate: 'signedIn',
    input: z.object({ ...one, opinion: Reason.check(z.minLength(1)) }),
    data: AccessRequest,
    errors: answered,
  }),
}
