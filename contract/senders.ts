import * as z from 'zod/mini'
import { SENDER_DATASET_GB } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, DayInput, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { InstitutionDraft, InstitutionLine } from './institutions.ts'

/**
 * Whether files may be received by FTP in addition to HTTPS. off: no. tls: encrypted only. plain: also unencrypted,
 * with an account for one dataset, for programs that support nothing else.
 */
export const SenderFtp = z.enum(['off', 'tls', 'plain'])
export type SenderFtp = z.infer<typeof SenderFtp>

/** The settings of another installation that may send datasets here. Source: spec section 3. */
export const SenderDraft = z.object({
  name: InstitutionDraft.shape.name,
  /** Its own number or account, for people. */
  account: InstitutionLine,
  /** Its address: decisions are sent only there. */
  host: InstitutionDraft.shape.host,
  /** The last day of its authorization (UTC); null: without an end. */
  until: z._default(z.nullable(DayInput), null),
  /** Largest dataset that it may send, in GB (10^9 bytes). */
  datasetGb: z.number().check(z.int(), z.gte(SENDER_DATASET_GB.min), z.lte(SENDER_DATASET_GB.max)),
  ftp: z._default(SenderFtp, 'off'),
})

/** Another installation that may send datasets here. Its code is shown only once. */
export const Sender = z.extend(SenderDraft, {
  id: Id,
  isRevoked: z.boolean(),
  createdAt: Timestamp,
  codeAt: Timestamp,
  /** When its code was last used; null if never. */
  enteredAt: z.nullable(Timestamp),
})
export type Sender = z.infer<typeof Sender>

/**
 * State of a dataset from another installation. receiving: its files are being received. reviewing: it waits for a
 * review, or is reviewed. telling: decided, the sender has not been notified yet. told: the sender has been notified.
 * untold: the sender could not be notified, and there are no more retries.
 */
export const IncomingState = z.enum(['receiving', 'reviewing', 'telling', 'told', 'untold'])
export type IncomingState = z.infer<typeof IncomingState>

/** A dataset that another installation sends, or sent. */
export const Incoming = z.object({
  id: Id,
  publicationId: Id,
  title: z.string(),
  sender: z.object({ id: Id, name: z.string() }),
  /** The user who submitted it there, and the organisation. */
  person: z.string(),
  organisation: z.string(),
  state: IncomingState,
  /** The decision; '' if there is none yet. */
  decision: z.enum(['', 'adopt', 'no']),
  /** Why the sender has not been notified yet; '' for no reason. */
  message: z.string(),
  fileCount: Count,
  sizeBytes: Count,
  createdAt: Timestamp,
  receivedAt: z.nullable(Timestamp),
})
export type Incoming = z.infer<typeof Incoming>

const one = z.object({ id: Id })
const admin = { gate: 'admin', guard: 'session' } as const
/** The code, which is shown this once. */
const WithCode = z.object({ sender: Sender, code: z.string() })

export const senders = {
  list: operation({
    method: 'GET',
    path: '/setting/senders',
    ...admin,
    input: z.object({}),
    data: z.array(Sender),
    errors: ['featureOff'],
  }),
  create: operation({
    act: 'set',
    method: 'POST',
    path: '/setting/senders',
    ...admin,
    input: SenderDraft,
    data: WithCode,
    errors: ['featureOff', 'senderNameTaken', 'senderFtpOff', 'sendersTooMany'],
  }),
  edit: operation({
    act: 'set',
    method: 'PUT',
    path: '/setting/senders/:id',
    ...admin,
    input: z.extend(SenderDraft, { id: Id }),
    data: Sender,
    errors: ['featureOff', 'senderGone', 'senderNameTaken', 'senderFtpOff'],
  }),
  /** Issues a new code; the earlier one ends. */
  renew: operation({
    act: 'set',
    method: 'POST',
    path: '/setting/senders/:id/code',
    ...admin,
    input: one,
    data: WithCode,
    errors: ['featureOff', 'senderGone'],
  }),
  /** Revokes the code at once. What was sent stays; decisions are still sent. */
  revoke: operation({
    act: 'set',
    method: 'POST',
    path: '/setting/senders/:id/revoke',
    ...admin,
    input: one,
    data: Sender,
    errors: ['featureOff', 'senderGone'],
  }),
  remove: operation({
    act: 'remove',
    method: 'DELETE',
    path: '/setting/senders/:id',
    ...admin,
    input: one,
    data: Nothing,
    errors: ['featureOff', 'senderGone', 'senderInUse'],
  }),
  incoming: operation({
    method: 'GET',
    path: '/setting/incoming',
    ...admin,
    paging: 'keyset',
    input: z.object({ ...keyset, state: z.optional(IncomingState) }),
    data: pageOf(Incoming),
    errors: ['featureOff'],
  }),
  /** Sends a decision to the sender again. */
  tell: operation({
    act: 'set',
    method: 'POST',
    path: '/setting/incoming/:id/tell',
    ...admin,
    input: one,
    data: Nothing,
    errors: ['featureOff', 'incomingGone'],
  }),
}
